import { tableId } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import { noParameters, readInstant } from '../../../../shape/constants/instants.ts';
import type { StoredColumn } from '../../../../shape/dates/columns-of.ts';
import { type PlacedCall, placedCalls } from '../../../../shape/dates/placed-calls.ts';
import { type Span, StatementText } from '../../../../shape/dates/statement-text.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import type { Resolved } from '../../../../stages.ts';
import { boundsOfAll, knownYears, type TimeBounds } from '../../candidates/known-years.ts';
import {
  type ExpressionEdits,
  editsOfRule,
  noEdits,
  notWorthwhile,
  rowsWorthwhile,
  unchanged,
  withName,
} from '../expression-edits.ts';
import { isTruncation, type UtcForm, utcForm } from './equal-in-utc.ts';
import { localTime } from './local-times.ts';

export const utcDatesRule = 'utc-dates';

/** A call of the closed list over moments of stored columns. */
interface Found {
  readonly call: PlacedCall;
  readonly form: UtcForm;
  /** Those of all values of the columns that its moments come from, where they are known. */
  readonly bounds: TimeBounds | undefined;
}

/**
 * Edits that make date functions of TIMESTAMPTZ columns run on TIMESTAMP in UTC, which costs a tenth: DuckDB computes
 * those of TIMESTAMPTZ by ICU calendars. Values, types and names of result columns stay the same. `rows` is the number
 * that the plan reads.
 */
export function utcDates(resolved: Resolved, snapshot: Snapshot, rows: number): ExpressionEdits {
  const found: Found[] = [];
  const unknown = new Set<string>();
  for (const { call, form } of placedCalls(resolved, utcForm, isTruncation)) {
    const columns = columnsOf(call, form);
    if (columns === undefined) continue;
    const years = columns.map((column) => knownYears(snapshot, column));
    const known = years.flatMap((each) => each ?? []);
    const areKnown = known.length === years.length;
    const bounds = areKnown ? boundsOfAll(known) : undefined;
    if (form.zone !== undefined) {
      found.push({ call, form, bounds }); // it is right for any times
      continue;
    }
    for (const [at, { table, column }] of columns.entries())
      if (years[at] === undefined) unknown.add(`${tableId(table)}.${column}`);
    const isEnough = form.isSince1970 !== true || known.every(({ isSince1970 }) => isSince1970);
    if (areKnown && isEnough) found.push({ call, form, bounds });
  }
  if (found.length === 0)
    return unknown.size === 0 ? noEdits : unchanged(utcDatesRule, unknownYears(unknown));
  if (rows < rowsWorthwhile) return unchanged(utcDatesRule, notWorthwhile);
  return written(found, new StatementText(resolved.statement.text), unknown);
}

/** The columns of a call's moments; undefined where it has others, or constants alone, which DuckDB computes once. */
function columnsOf(call: PlacedCall, { moments }: UtcForm): StoredColumn[] | undefined {
  const all = moments.map((argument) => call.momentsOf(argument));
  const columns = all.flatMap((some) => some ?? []);
  return all.includes(undefined) || columns.length === 0 ? undefined : columns;
}

function unknownYears(columns: ReadonlySet<string>): string {
  return `${[...columns].join(', ')} may have values that are infinite or outside of the years 100 to 9999`;
}

function written(
  found: readonly Found[],
  text: StatementText,
  unknown: ReadonlySet<string>,
): ExpressionEdits {
  const edited = found.flatMap((each) => {
    const { call } = each;
    if (isRangeAlready(call)) return [];
    const span = spanOf(call.node, text);
    if (span === undefined) return [];
    return [{ call, own: ownText(call, text, span), span, edits: editsOf(each, text, span) }];
  });
  const faults = unknown.size === 0 ? [] : [unknownYears(unknown)];
  return editsOfRule({ rule: utcDatesRule, changes: 'without time zones', text }, edited, faults);
}

/** The text of a call; of a cast its argument, of an operator from one operand to the other. */
function spanOf(node: PlacedCall['node'], text: StatementText): Span | undefined {
  if (node.class === 'CAST') return text.spanOf(node.child);
  if (!node.is_operator) return text.spanOf(node) ?? text.zonedSpan(node);
  const [left, right] = node.children;
  const start = left && text.spanOf(left)?.start;
  const end = right && (text.spanOf(right)?.end ?? text.intervalEnd(right));
  return start === undefined || end === undefined ? undefined : { start, end };
}

function ownText({ node }: PlacedCall, { text }: StatementText, { start, end }: Span): string {
  const own = text.slice(start, end);
  return node.class === 'CAST' ? `${own}::${node.cast_type.id}` : own;
}

/** DuckDB makes a range of moments of a comparison of `date_trunc` with a constant. */
function isRangeAlready({ node, compared }: PlacedCall): boolean {
  if (compared === undefined || node.class === 'CAST' || !/^date_?trunc$/i.test(node.function_name))
    return false;
  return readInstant(compared, noParameters) !== undefined;
}

/** The edits of one call; one line with the reason where it cannot be changed. */
function editsOf(found: Found, text: StatementText, span: Span): SpanEdit[] | string {
  const { call, form } = found;
  const edits =
    form.zone !== undefined
      ? localTimeOf(form.zone, found, text, span)
      : form.macro === undefined
        ? conversions(form, text, span)
        : renaming(call, form.macro, text);
  if (edits === undefined) return 'its text differs from what is expected';
  if (!call.isInName && call.unnamed !== undefined && call.node.class === 'CAST' && !text.isCast(call.node))
    return 'a result column has no name: give it one with AS';
  return withName(call, edits, text, span.start);
}

/** The call written anew. Its time is repeated, so it must be a column. */
function localTimeOf(
  zone: string,
  { form: { moments }, bounds }: Found,
  text: StatementText,
  span: Span,
): SpanEdit[] | undefined {
  const [moment] = moments;
  const column = moment?.class === 'COLUMN_REF' ? text.spanOf(moment) : undefined;
  const sql = column && localTime(zone, text.text.slice(column.start, column.end), bounds);
  return sql === undefined ? undefined : [{ ...span, text: sql }];
}

function conversions(
  { moments, interval }: UtcForm,
  text: StatementText,
  { start: from, end: to }: Span,
): SpanEdit[] | undefined {
  const edits: SpanEdit[] = [];
  if (interval !== undefined) {
    edits.push({ start: from, end: from, text: 'make_timestamptz(epoch_us(' });
    edits.push({ start: to, end: to, text: '))' });
  }
  for (const moment of moments) {
    const span = text.spanOf(moment);
    if (span === undefined) return undefined;
    edits.push({ start: span.start, end: span.start, text: 'sdq_utc(' });
    edits.push({ start: span.end, end: span.end, text: ')' });
  }
  return edits;
}

function renaming({ node }: PlacedCall, macro: string, text: StatementText): SpanEdit[] | undefined {
  const span = text.nameSpan(node);
  return span && [{ ...span, text: macro }];
}
