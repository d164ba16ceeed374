import type { Catalog } from '@sdq/catalog';
import type { Resolved, Statement } from '../stages.ts';
import type { SelectStatement } from '../syntax/ast.ts';
import { exactJson } from '../syntax/exact-json.ts';

/** What the gate made of a text. */
export interface Known {
  readonly resolved: Resolved;
  readonly question: string | null;
}

/** By the tree of a text, which the parser keeps for texts that are sent again, and each tenant has of its own. */
const known = new WeakMap<SelectStatement, Known & { readonly key: string; readonly catalog: Catalog }>();

/**
 * What an equal statement was resolved to, the last time that its text was sent, with the same parameters on the same platform; undefined where it
 * was not, or over another catalogue: tables that a caller gives to one query are in a catalogue of its own. Statements that were refused are
 * admitted anew each time.
 */
export function knownQuestion(statement: Statement, platform: string, catalog: Catalog): Known | undefined {
  const found = known.get(statement.ast);
  if (found?.catalog !== catalog || found.key !== keyOf(statement, platform)) return undefined;
  const { resolved, question } = found;
  return { resolved, question };
}

export function keepQuestion(statement: Statement, platform: string, catalog: Catalog, made: Known): void {
  known.set(statement.ast, { ...made, catalog, key: keyOf(statement, platform) });
}

function keyOf({ parameters }: Statement, platform: string): string {
  return exactJson([platform, parameters ?? null]);
}
