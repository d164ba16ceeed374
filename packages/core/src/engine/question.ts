import { createHash, type Hash } from 'node:crypto';
import type { Resolved, Statement } from '../stages.ts';
import type { SelectStatement } from '../syntax/ast.ts';
import { exactJson } from '../syntax/exact-json.ts';
import { tokenize } from '../syntax/tokens.ts';
import { isVolatile } from '../syntax/volatile-functions.ts';

/** Names whose value changes with time, besides volatile functions. */
const ofClock = new Set(
  `now today current_date current_time current_timestamp
   current_localtime current_localtimestamp localtime localtimestamp get_current_time get_current_timestamp
   transaction_timestamp age`.split(/\s+/),
);

function isUnsteady(name: string): boolean {
  const lower = name.toLowerCase();
  return ofClock.has(lower) || isVolatile(lower);
}

/**
 * Identifies what a query asks, whatever its limit and snapshot: its tree without positions, the numbers as written (a
 * tree loses digits beyond 2^53), its parameters, its platform, and what its local tables hold. Null for a query whose result may differ the next
 * time.
 */
export function questionOf({ statement, platform, references }: Resolved): string | null {
  const { ast, parameters } = statement;
  let asked = known.get(ast);
  if (asked === undefined) {
    asked = askedBy(statement);
    known.set(ast, asked);
  }
  if (asked === null) return null;
  // empty parameters are none: the question is the same
  const given = parameters !== undefined && Object.keys(parameters).length > 0 ? parameters : null;
  const local = references.flatMap(({ table }) =>
    table.local === undefined ? [] : [[table.name, table.local.digest]],
  );
  const values = exactJson([platform, asked.numbers, given, ...(local.length === 0 ? [] : [local])]);
  return asked.hash.copy().update(values).digest('base64');
}

/** What a text asks, whatever its parameters; null where the result may differ the next time. */
interface Asked {
  /** Has taken its tree. */
  readonly hash: Hash;
  readonly numbers: readonly string[];
}

/** By the tree of a text, which the parser keeps for texts that are sent again. */
const known = new WeakMap<SelectStatement, Asked | null>();

function askedBy({ ast, text, endOffset }: Statement): Asked | null {
  let isSteady = true;
  const tree = JSON.stringify(ast, (name, value: unknown) => {
    if (name === 'query_location') return undefined;
    if (name === 'sample' && value !== null) isSteady = false;
    if (name === 'function_name' && isUnsteady(String(value))) isSteady = false;
    if (name === 'column_names' && Array.isArray(value) && value.length === 1 && isUnsteady(String(value[0])))
      isSteady = false;
    return value;
  });
  if (!isSteady) return null;
  const numbers = tokenize(text.slice(0, endOffset))
    .tokens.filter(({ kind }) => kind === 'number')
    .map(({ start, end }) => text.slice(start, end));
  return { hash: createHash('sha256').update(tree), numbers };
}

/** Identifies what a question has for an answer over one snapshot, whatever part of it is delivered. */
export function resultOf(question: string, snapshotId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([question, snapshotId]))
    .digest('base64url')
    .slice(0, 32);
}

/**
 * Identifies a result: equal for the same question with the same limit over the same snapshot. Null when the result
 * may differ each time.
 */
export function identityAt(question: string | null, snapshotId: string, rowsMax: number): string | null {
  if (question === null) return null;
  return createHash('sha256')
    .update(JSON.stringify([question, snapshotId, rowsMax]))
    .digest('base64');
}
