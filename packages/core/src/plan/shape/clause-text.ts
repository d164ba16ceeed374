import { nameOf, type Token, tokenize } from '../../duckdb/tokens.ts';
import type { BoundReference } from '../rule.ts';

/** What follows a table reference in its SELECT, in UTF-16 units of the caller's text. */
export interface ClauseText {
  /** Where ORDER BY begins, and where LIMIT, OFFSET or FETCH does; undefined where there is none. */
  readonly orderBy: number | undefined;
  readonly limit: number | undefined;
  /** Where the SELECT ends. */
  readonly end: number;
}

const unexpected = new Set([
  'select',
  'union',
  'intersect',
  'except',
  'window',
  'qualify',
  'group',
  'having',
]);
const limiting = new Set(['limit', 'offset', 'fetch']);

/** Undefined where more follows the reference than its alias, WHERE, ORDER BY and LIMIT. */
export function clauseText(
  text: string,
  endOffset: number,
  reference: BoundReference,
): ClauseText | undefined {
  let depth = 0;
  let orderBy: number | undefined;
  let limit: number | undefined;
  for (const token of tokenize(text.slice(reference.end, endOffset)).tokens) {
    const start = reference.end + token.start;
    depth += nesting(text, token, start);
    if (depth < 0) return { orderBy, limit, end: start };
    if (depth > 0 || token.kind !== 'word') continue;
    const name = nameOf(text, { ...token, start, end: reference.end + token.end }).toLowerCase();
    if (unexpected.has(name)) return undefined;
    if (name === 'order') orderBy ??= start;
    else if (limiting.has(name)) limit ??= start;
  }
  return { orderBy, limit, end: endOffset };
}

function nesting(text: string, token: Token, start: number): number {
  if (token.kind !== 'symbol') return 0;
  const symbol = text[start] ?? '';
  if ('([{'.includes(symbol)) return 1;
  return ')]}'.includes(symbol) ? -1 : 0;
}
