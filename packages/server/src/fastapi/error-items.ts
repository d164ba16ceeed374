import type { ValidationItem } from '@sdq/contract';
import type { z } from 'zod';
import { tooManyDigits, type Wording, wordingOf, wordMax } from './pydantic-wording.ts';
import { isIntegerLiteral, type SourceJson, sourceAt } from './source-json.ts';

type Issue = z.core.$ZodIssue;
type Part = 'path' | 'query' | 'body';

/**
 * Converts the zod issues of one part of a request to FastAPI's error items: in declaration order, one per location,
 * with pydantic's types and messages. `raw` is the unparsed part, `source` the text of a JSON body.
 */
export function validationItems(
  part: Part,
  issues: readonly Issue[],
  raw: unknown,
  source?: SourceJson,
): ValidationItem[] {
  const items = new Map<string, ValidationItem>();
  for (const issue of issues) {
    if ('note' in issue && issues.some((other) => other !== issue && samePath(other, issue))) continue;
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    const key = JSON.stringify(path);
    if (items.has(key)) continue;
    const written = source === undefined ? undefined : sourceAt(source, path);
    const wording = isInteger(issue) && isLongFloat(written) ? tooManyDigits : undefined;
    items.set(key, toItem({ part, path, raw, issue, wording }));
  }
  return [...items.values()];
}

function samePath(left: Issue, right: Issue): boolean {
  return left.path.length === right.path.length && left.path.every((key, i) => key === right.path[i]);
}

function isInteger(issue: Issue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin !== 'string';
}

/** A whole number written with an exponent, beyond 64 bits: pydantic reads no integer from it. */
function isLongFloat(written: SourceJson | undefined): boolean {
  if (typeof written !== 'object' || written === null || !('literal' in written)) return false;
  return !isIntegerLiteral(written) && Math.abs(Number(written.literal)) >= wordMax;
}

interface Fault {
  part: Part;
  path: (string | number)[];
  raw: unknown;
  issue: Issue;
  /** Where it is known already. */
  wording: Wording | undefined;
}

function toItem({ part, path, raw, issue, wording }: Fault): ValidationItem {
  const loc = [part, ...path];
  // a part of a text, such as a word of a comma-separated list, has no location of its own
  const input = 'part' in issue ? issue.part : valueAt(raw, path);
  const isMissing = part === 'body' && path.length === 0 ? (raw ?? null) === null : input === undefined;
  if (isMissing) {
    const enclosing = part === 'body' && path.length > 0 ? valueAt(raw, path.slice(0, -1)) : null;
    return { type: 'missing', loc, msg: 'Field required', input: enclosing };
  }
  const { type, msg, ctx } = wording ?? wordingOf(issue, input);
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx };
}

function valueAt(raw: unknown, path: readonly (string | number)[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
