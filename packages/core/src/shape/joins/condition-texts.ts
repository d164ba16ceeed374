import type { Expression, SelectNode } from '../../syntax/ast.ts';
import { wordsAfterWhere } from '../../syntax/clause-words.ts';
import { TokenText } from '../../syntax/token-text.ts';
import { bracketStep, tokenize } from '../../syntax/tokens.ts';
import type { Span } from '../dates/statement-text.ts';

/** Words that end WHERE. */
const ending = new Set(['select', ...wordsAfterWhere]);

/** The conditions of an expression that all have to hold. */
export function conditionsOf(expression: Expression | null): readonly Expression[] {
  if (expression === null) return [];
  return expression.class === 'CONJUNCTION' && expression.type === 'CONJUNCTION_AND'
    ? expression.children.flatMap(conditionsOf)
    : [expression];
}

/**
 * The text of each condition of WHERE that has to hold, in the order of {@link conditionsOf}; undefined where the text is
 * parted otherwise than the tree. `span` is the text of the SELECT.
 */
export function conditionTexts(text: string, span: Span, select: SelectNode): readonly Span[] | undefined {
  const { tokens } = tokenize(text.slice(span.start, span.end));
  const read = new TokenText(text.slice(span.start, span.end), tokens);
  const where = wordAtDepth(read, 0, (word) => word === 'where');
  if (where === undefined) return undefined;
  const end = wordAtDepth(read, where + 1, (word) => ending.has(word)) ?? tokens.length;
  const pieces = piecesOf(read, where + 1, end);
  if (pieces.length !== conditionsOf(select.where_clause).length) return undefined;
  return pieces.map(([from, to]) => ({
    start: span.start + read.start(from),
    end: span.start + read.end(to - 1),
  }));
}

function wordAtDepth(read: TokenText, from: number, test: (word: string) => boolean): number | undefined {
  let depth = 0;
  for (const [index, token] of read.tokens.entries()) {
    if (index < from) continue;
    depth += bracketStep(read.text, token);
    if (depth === 0 && test(read.word(index))) return index;
  }
  return undefined;
}

/** Tokens `[from, to)` parted at each AND of theirs; brackets around conditions are looked into. */
function piecesOf(read: TokenText, from: number, to: number): [number, number][] {
  if (read.symbol(from) === '(' && read.closing(from) === to - 1) {
    const inner = piecesOf(read, from + 1, to - 1);
    // In brackets, the text of a single condition is kept with them.
    return inner.length === 1 ? [[from, to]] : inner;
  }
  const ands: number[] = [];
  let depth = 0;
  let betweens = 0;
  let isAlternative = false;
  for (let index = from; index < to; index += 1) {
    const token = read.tokens[index];
    const word = read.word(index);
    if (token !== undefined) depth += bracketStep(read.text, token);
    if (word === 'case') depth += 1;
    if (word === 'end') depth -= 1;
    if (depth !== 0) continue;
    if (word === 'between') betweens += 1;
    else if (word === 'or') isAlternative = true;
    else if (word === 'and' && betweens > 0) betweens -= 1;
    else if (word === 'and') ands.push(index);
  }
  if (isAlternative || ands.length === 0) return [[from, to]];
  const edges = [from - 1, ...ands, to];
  return edges.slice(1).flatMap((edge, at) => piecesOf(read, (edges[at] ?? 0) + 1, edge));
}
