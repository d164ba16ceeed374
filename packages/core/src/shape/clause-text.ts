import { bracketStep, nameOf, tokenize } from '../syntax/tokens.ts';
import type { BoundReference } from './from-clause.ts';

/** What follows a table reference in its SELECT, in UTF-16 units of the caller's text. */
export interface ClauseText {
  /** Where the alias and WHERE end. */
  readonly filterEnd: number;
  /** QUALIFY with its condition; undefined where there is none. */
  readonly qualify: readonly [start: number, end: number] | undefined;
}

const ending = new Set(
  'group having window qualify order limit offset fetch union intersect except using'.split(' '),
);

/** Undefined where the reference is not followed by its alias, WHERE and the other clauses in their usual order. */
export function clauseText(
  text: string,
  endOffset: number,
  reference: BoundReference,
): ClauseText | undefined {
  let depth = 0;
  let filterEnd: number | undefined;
  let qualify: number | undefined;
  let qualifyEnd: number | undefined;
  let end = endOffset;
  for (const token of tokenize(text.slice(reference.end, endOffset)).tokens) {
    const start = reference.end + token.start;
    const placed = { ...token, start, end: reference.end + token.end };
    depth += bracketStep(text, placed);
    if (depth < 0) {
      end = start;
      break;
    }
    if (depth > 0 || token.kind !== 'word') continue;
    const name = nameOf(text, placed).toLowerCase();
    if (name === 'select') return undefined;
    if (!ending.has(name)) continue;
    filterEnd ??= start;
    if (qualify !== undefined) qualifyEnd ??= start;
    if (name === 'qualify') qualify ??= start;
  }
  return {
    filterEnd: filterEnd ?? end,
    qualify: qualify === undefined ? undefined : [qualify, qualifyEnd ?? end],
  };
}
