import { wordsAfterWhere } from '../syntax/clause-words.ts';
import { bracketStep, nameOf, type Token, tokenize } from '../syntax/tokens.ts';
import type { BoundReference } from './from-clause.ts';

type Span = readonly [start: number, end: number];

/** The clauses of a SELECT around a table reference, in UTF-16 units of the caller's text. */
export interface ClauseText {
  /** Between SELECT and FROM; undefined where the reference does not follow FROM. */
  readonly list: Span | undefined;
  /** Where the alias and WHERE end. */
  readonly filterEnd: number;
  /** QUALIFY with its condition; undefined where there is none. */
  readonly qualify: Span | undefined;
  /** ORDER BY with its terms; undefined where there is none. */
  readonly order: Span | undefined;
}

/** Clauses of a SELECT as they are written; those that it lacks are empty. */
export interface ClauseTexts {
  readonly list: string;
  readonly filter: string;
  readonly qualify: string;
  readonly order: string;
}

const ending = new Set(wordsAfterWhere);

/** Undefined where the reference is not followed by its alias, WHERE and the other clauses in their usual order. */
export function clauseText(
  text: string,
  endOffset: number,
  reference: BoundReference,
): ClauseText | undefined {
  let depth = 0;
  let end = endOffset;
  const starts: { readonly name: string; readonly start: number }[] = [];
  for (const token of tokenize(text.slice(reference.end, endOffset)).tokens) {
    const placed = { ...token, start: reference.end + token.start, end: reference.end + token.end };
    depth += bracketStep(text, placed);
    if (depth < 0) {
      end = placed.start;
      break;
    }
    if (depth > 0 || token.kind !== 'word') continue;
    const name = nameOf(text, placed).toLowerCase();
    if (name === 'select') return undefined;
    if (ending.has(name)) starts.push({ name, start: placed.start });
  }
  const spanOf = (clause: string): Span | undefined => {
    const at = starts.findIndex(({ name }) => name === clause);
    const found = starts[at];
    return found && [found.start, starts[at + 1]?.start ?? end];
  };
  return {
    list: listBefore(text, reference.start),
    filterEnd: starts[0]?.start ?? end,
    qualify: spanOf('qualify'),
    order: spanOf('order'),
  };
}

function listBefore(text: string, referenceStart: number): Span | undefined {
  const { tokens } = tokenize(text.slice(0, referenceStart));
  const from = tokens.at(-1);
  if (from === undefined || !isWord(text, from, 'from')) return undefined;
  let depth = 0;
  for (const token of tokens.slice(0, -1).reverse()) {
    depth -= bracketStep(text, token);
    if (depth < 0) return undefined;
    if (depth === 0 && isWord(text, token, 'select')) return [token.end, from.start];
  }
  return undefined;
}

function isWord(text: string, token: Token, word: string): boolean {
  return token.kind === 'word' && nameOf(text, token).toLowerCase() === word;
}
