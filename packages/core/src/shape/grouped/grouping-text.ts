import { wordsAfterWhere } from '../../syntax/clause-words.ts';
import { TokenText } from '../../syntax/token-text.ts';
import { bracketStep, type Token, tokenize } from '../../syntax/tokens.ts';
import type { Span } from '../dates/statement-text.ts';

/** Where the clauses of a SELECT that groups are in its text. */
export interface GroupingText {
  /** The keyword; undefined without the clause. */
  readonly where: Span | undefined;
  /** `GROUP BY` and its terms. */
  readonly group: Span;
  readonly having: { readonly keyword: Span; readonly end: number } | undefined;
}

const clauses = new Set(['select', 'from', 'where', ...wordsAfterWhere]);

/** The clauses of the innermost SELECT around a position; undefined where it has no GROUP BY. */
export function groupingText(text: string, position: number): GroupingText | undefined {
  const own = wordsOfSelect(text, position);
  const at = (word: string) => own.findIndex((found) => found.word === word);
  const [where, group, having] = [at('where'), at('group'), at('having')];
  const grouped = own[group];
  if (grouped === undefined) return undefined;
  const conditions = own[having];
  return {
    where: own[where]?.keyword,
    group: { start: grouped.keyword.start, end: grouped.end },
    having: conditions && { keyword: conditions.keyword, end: conditions.end },
  };
}

interface Clause {
  readonly word: string;
  readonly keyword: Token;
  /** Where its last token ends. */
  end: number;
}

/** The clauses of the innermost SELECT around a position, in their order. */
function wordsOfSelect(text: string, position: number): Clause[] {
  /** For each open bracket, the clauses of the last SELECT in it. */
  const open: Clause[][] = [[]];
  let around: Clause[] | undefined;
  const read = new TokenText(text, tokenize(text).tokens);
  for (const [at, token] of read.tokens.entries()) {
    const step = bracketStep(text, token);
    if (step < 0) open.pop();
    const word = read.word(at);
    if (clauses.has(word) && !isPartOfAnother(read, at)) {
      if (word === 'select') open[Math.max(0, open.length - 1)] = [];
      open.at(-1)?.push({ word, keyword: token, end: token.end });
    } else {
      const last = open.at(-1)?.at(-1);
      if (last !== undefined && token.kind !== 'semicolon') last.end = token.end;
    }
    if (around === undefined && token.start >= position)
      around = open.findLast(([first]) => first?.word === 'select');
    if (step > 0) open.push([]);
  }
  return around ?? [];
}

/** `DISTINCT FROM`, `WITHIN GROUP`: words of other clauses. */
function isPartOfAnother(read: TokenText, at: number): boolean {
  if (read.word(at) === 'group') return read.word(at + 1) !== 'by';
  return read.word(at) === 'from' && read.word(at - 1) === 'distinct';
}
