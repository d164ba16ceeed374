import { sqlString } from '@sdq/duckdb/sql';
import { type PlacedCall, placedCalls } from '../../../../shape/dates/placed-calls.ts';
import { type Span, StatementText } from '../../../../shape/dates/statement-text.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import type { Resolved } from '../../../../stages.ts';
import {
  type ExpressionEdits,
  editsOfRule,
  noEdits,
  notWorthwhile,
  rowsWorthwhile,
  unchanged,
  withName,
} from '../expression-edits.ts';
import { type Search, searchOf } from './search-of.ts';

export const caselessSearchRule = 'caseless-search';

/** Every search that folds its text contains one of these: no other statement is read. */
const telling = /ilike|~~\*|lower|lcase|upper|ucase/i;

/** No moments of time are asked for. */
const noTruncation = () => false;

/**
 * Edits that let a regular expression reject most texts before ILIKE, or a search in `lower(column)`, tests the others:
 * DuckDB folds each text first, which takes 4 to 7 ns per byte, while RE2 takes 1 ns. Values, types and names of result
 * columns stay the same. `rows` is the number that the plan reads.
 *
 * `isWorthwhile` says so of a column: of repeated texts, DuckDB folds and tests each once.
 */
export function caselessSearch(
  resolved: Resolved,
  rows: number,
  isWorthwhile: (column: string) => boolean,
): ExpressionEdits {
  const { parameters, text: sql } = resolved.statement;
  if (!telling.test(sql)) return noEdits;
  const found = placedCalls(resolved, (node) => searchOf(node, parameters), noTruncation).filter(({ form }) =>
    isWorthwhile(nameOf(form)),
  );
  if (found.length === 0) return noEdits;
  if (rows < rowsWorthwhile) return unchanged(caselessSearchRule, notWorthwhile);
  const text = new StatementText(sql);
  const edited = found.flatMap(({ call, form: search }) => {
    const [span, column] = [spanOf(call, search, text), text.spanOf(search.column)];
    if (span === undefined || column === undefined) return [];
    const edits = withName(
      call,
      editsOf(search, sql.slice(column.start, column.end), span),
      text,
      span.start,
    );
    return [{ call, own: sql.slice(span.start, span.end), span, edits }];
  });
  const changes = 'texts are rejected by a regular expression first';
  return editsOfRule({ rule: caselessSearchRule, changes, text }, edited);
}

function nameOf({ column }: Search): string {
  return column.column_names.at(-1)?.toLowerCase() ?? '';
}

/** What stands between the operands of an operator. */
const operators = /^\s*(?<not>not\b|!)?\s*(?:i?like|~~\*?|\^@)\s*$/i;

/** The text of a call; of an operator from one operand to the other. Undefined where it differs from what is expected. */
function spanOf({ node }: PlacedCall, { pattern }: Search, text: StatementText): Span | undefined {
  if (node.class !== 'FUNCTION') return undefined;
  if (/^\w+$/.test(node.function_name)) return text.spanOf(node);
  const [left] = node.children;
  const [first, last] = [left && text.spanOf(left), text.constantSpan(pattern)];
  if (first === undefined || last === undefined) return undefined;
  const between = operators.exec(text.text.slice(first.end, last.start));
  const isNegated = between?.groups?.not !== undefined;
  return between === null || isNegated !== node.function_name.startsWith('!')
    ? undefined
    : { start: first.start, end: last.end };
}

/** CASE tests the search on the rest alone wherever it stands; AND does so in conditions only. NULL stays NULL. */
function editsOf({ regexp, otherwise }: Search, column: string, { start, end }: Span): SpanEdit[] {
  return [
    { start, end: start, text: `(CASE WHEN regexp_matches(${column}, ${sqlString(regexp)}) THEN (` },
    { start: end, end, text: `) WHEN ${column} IS NOT NULL THEN ${otherwise} END)` },
  ];
}
