import type { QueryNode } from '../../syntax/ast.ts';
import { TextPositions } from '../../syntax/text-position.ts';
import { TokenText } from '../../syntax/token-text.ts';
import { bracketStep, tokenize } from '../../syntax/tokens.ts';
import type { Span } from '../dates/statement-text.ts';

/** The words with which a query begins. */
const beginnings = new Set(['select', 'with', 'from', 'values', 'table']);

/** Brackets around a query, and those within it. */
interface Brackets {
  readonly span: Span;
  readonly inner: Brackets[];
}

/** A query, where its first part with a position is, and the queries within it. */
interface Nested {
  readonly query: QueryNode;
  first: number;
  last: number;
  readonly inner: Nested[];
}

/**
 * The texts of a statement's queries, without their brackets: of the statement itself, of CTEs and of subqueries.
 * Undefined where the text has other brackets around queries than the tree has queries.
 */
export function querySpans(
  text: string,
  endOffset: number,
  statement: QueryNode,
): ReadonlyMap<QueryNode, Span> | undefined {
  const spans = new Map<QueryNode, Span>();
  const positions = new TextPositions(text);
  const matches = (nested: Nested, brackets: Brackets): boolean => {
    const { start, end } = brackets.span;
    if (nested.inner.length !== brackets.inner.length || nested.first < start || nested.last >= end)
      return false;
    spans.set(nested.query, brackets.span);
    const inner = [...nested.inner].sort((a, b) => a.first - b.first);
    return inner.every((child, at) => matches(child, brackets.inner[at] as Brackets));
  };
  const all = bracketsOf(text, endOffset);
  return all !== undefined && matches(nestedOf(statement, positions), all) ? spans : undefined;
}

function nestedOf(statement: QueryNode, positions: TextPositions): Nested {
  const begin = (query: QueryNode): Nested => ({
    query,
    first: Number.POSITIVE_INFINITY,
    last: -1,
    inner: [],
  });
  const walk = (value: unknown, around: Nested): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const child of value) walk(child, around);
      return;
    }
    const part = value as Record<string, unknown>;
    const at = positions.utf16(Number(part.query_location ?? Number.NaN));
    if (at !== null) {
      around.first = Math.min(around.first, at);
      around.last = Math.max(around.last, at);
    }
    for (const child of Object.values(part)) {
      const node = isStatement(child) ? begin(child.node) : undefined;
      if (node === undefined) walk(child, around);
      else {
        walk(node.query, node);
        around.inner.push(node);
        around.first = Math.min(around.first, node.first);
        around.last = Math.max(around.last, node.last);
      }
    }
  };
  const whole = begin(statement);
  walk(statement, whole);
  return whole;
}

/** A query in brackets is a statement of its own in the tree. */
function isStatement(value: unknown): value is { node: QueryNode } {
  return typeof value === 'object' && value !== null && 'node' in value && 'named_param_map' in value;
}

function bracketsOf(text: string, endOffset: number): Brackets | undefined {
  const { tokens } = tokenize(text.slice(0, endOffset));
  const read = new TokenText(text, tokens);
  const whole: Brackets = { span: { start: 0, end: endOffset }, inner: [] };
  const open: Brackets[] = [whole];
  const brackets: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const step = bracketStep(text, token);
    if (step > 0) {
      const isQuery = read.symbol(index) === '(' && beginnings.has(read.word(index + 1));
      brackets.push(isQuery);
      if (!isQuery) continue;
      const close = read.closing(index);
      if (close < 0) return undefined;
      const found = { span: { start: token.end, end: read.start(close) }, inner: [] };
      open.at(-1)?.inner.push(found);
      open.push(found);
    } else if (step < 0 && brackets.pop() === true) open.pop();
  }
  return whole;
}
