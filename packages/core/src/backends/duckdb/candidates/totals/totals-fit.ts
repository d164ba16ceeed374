import { sqlName } from '@sdq/duckdb/sql';
import type { AggregateCall } from '../../../../shape/grouped/aggregate-calls.ts';
import type { AggregatedRows } from '../../../../shape/grouped/aggregated-rows.ts';
import type { Grain, GroupTest } from '../../../../shape/grouped/group-test.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import { meanOf } from '../../plan-macros.ts';
import { type Figure, figureOver } from './figures.ts';
import { aliasOf, isExtreme, isLeast, type OverGroups, unsureOf } from './over-groups.ts';
import { weighted } from './weighted.ts';

/** Totals that may replace rows: counts and sums by a grain. */
export interface Totals {
  readonly structure: string;
  readonly grain: Grain;
  /** Columns that are summed. */
  readonly measures: readonly string[];
  /** Columns of times whose first and last values are known. */
  readonly times: readonly string[];
  /** The type of a column of the rows. */
  readonly typeOf: (column: string) => string | undefined;
  /** The column that alone names a row, in totals of a single group: its values are distinct. */
  readonly key?: string | undefined;
  /** Figures of single columns, in totals of a single group. */
  readonly figures?: readonly Figure[];
  /** Columns whose distinct values are counted, in totals of a single group. */
  readonly distinct?: readonly string[];
  /** Whether rows of groups were masked since they were built, so that an extreme may have been that of such a row. */
  readonly isMasked?: boolean;
  /** Whether each row is one of the groups that are asked for. */
  readonly areGroups?: boolean;
}

/** How aggregates over rows are rewritten as aggregates over groups of them. */
export interface TotalsFit {
  readonly edits: readonly SpanEdit[];
  /** Columns of the totals that the edits use, each by its {@link aliasOf}. */
  readonly measures: readonly string[];
  /** Days that a comparison splits, `YYYY-MM-DD`. */
  readonly splitDays: ReadonlySet<string>;
}

/** The name of the count of a column's distinct values. */
export function distinctTotal(column: string): string {
  return `${column}_distinct`;
}

/** Maximum number of days that are read row by row because a comparison splits them. */
const splitDaysMax = 16;

/** One line with the reason where the groups cannot replace the rows. */
export function fitTotals(
  totals: Totals,
  rows: AggregatedRows,
  calls: readonly AggregateCall[],
): TotalsFit | string {
  const groups = rows.groupTest(totals.grain);
  const edits: SpanEdit[] = [];
  const measures = new Set<string>();
  for (const call of calls) {
    const over = sureOver(overGroups(call, groups, totals), totals);
    if (over === undefined) return `${shortened(call.text)} cannot be computed from groups`;
    if (over.text === call.text) continue;
    if (call.isItem && !call.isNamed && call.unnamedAs === undefined)
      return 'a result column has no name: give it one with AS';
    const name = call.isItem && !call.isNamed ? ` AS ${sqlName(call.unnamedAs ?? '')}` : '';
    if (edits.some(({ start }) => start === call.start)) continue; // DuckDB writes some operands out twice
    edits.push({ start: call.start, end: call.end, text: `${over.text}${name}` });
    const { columnWithoutName: column } = call;
    if (column !== undefined && !edits.some(({ start, end }) => start === column.end && end === column.end))
      edits.push({ start: column.end, end: column.end, text: ` AS ${sqlName(column.name)}` });
    for (const measure of over.measures) measures.add(measure);
  }
  const differing = rows.differingOutside(groups);
  if (differing !== undefined) return `outside of aggregates, ${shortened(differing)} differs within a group`;
  const { splitDays } = groups;
  if (splitDays.size > splitDaysMax) return `more than ${splitDaysMax} days are split`;
  return { edits, measures: [...measures], splitDays };
}

/** Of an extreme, what other groups tell: the statement fails where the answer may be that of a masked row. */
function sureOver(over: OverGroups | undefined, totals: Totals): OverGroups | undefined {
  const [measure, more] = over?.measures ?? [];
  if (over === undefined || measure === undefined || more !== undefined) return over;
  if (totals.isMasked !== true || !isExtreme(totals, measure)) return over;
  const unsure = over.text.replaceAll(aliasOf(measure), aliasOf(unsureOf(measure)));
  const macro = isLeast(measure) ? 'sdq_known_least' : 'sdq_known_greatest';
  return { text: `${macro}(${over.text}, ${unsure})`, measures: [measure, unsureOf(measure)] };
}

/** A shortened call, for display. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Aggregates that count a value once, however often it occurs. */
const ofDistinct = new Set(['min', 'max', 'bool_and', 'bool_or', 'approx_count_distinct']);

/** Aggregates whose result depends on the set of values alone if they are called with DISTINCT. */
const ofAnyOrder = new Set(['count', 'sum', 'avg', 'mean']);

/** The call over groups; its own text where it stays the same; undefined where there is none. */
function overGroups(call: AggregateCall, groups: GroupTest, totals: Totals): OverGroups | undefined {
  const { name, filter } = call;
  if (!call.isPlain) return undefined;
  const { figures } = totals;
  const figure = figures && figureOver(call, (wanted) => figures.some((each) => each.name === wanted));
  if (figure !== undefined) return figure;
  if (!call.isFilterSame(groups)) return undefined;
  if (call.argument === 'none') return isCount(name) ? countOf('rows', filter) : undefined;
  if (call.argument === 'NULL') return undefined;
  if (call.argument === 'constant' && isCount(name) && !call.isDistinct) return countOf('rows', filter);
  if (call.isArgumentSame(groups)) {
    // Of several values, any may be the result.
    const isOne = totals.areGroups === true && name === 'any_value';
    if (isOne || ofDistinct.has(name) || (call.isDistinct && ofAnyOrder.has(name)))
      return { text: call.text, measures: [] };
    return call.isDistinct ? undefined : weighted(call, totals.typeOf);
  }
  if (call.isDistinct) return distinctOver(call, totals);
  if (call.argument !== 'column' || call.column === undefined) return undefined;
  if (totals.times.includes(call.column)) return timeOver(name, call.column, filter);
  return totals.measures.includes(call.column) ? measureOver(name, call.column, filter) : undefined;
}

function isCount(name: string): boolean {
  return name === 'count_star' || name === 'count';
}

function distinctOver({ name, filter, column }: AggregateCall, totals: Totals): OverGroups | undefined {
  if (filter !== '' || name !== 'count' || column === undefined) return undefined;
  if (column === totals.key) return countOf('rows', '');
  if (totals.distinct?.includes(column) !== true) return undefined;
  const total = distinctTotal(column);
  return { text: `coalesce(max(${aliasOf(total)}), 0)::BIGINT`, measures: [total] };
}

function measureOver(name: string, column: string, filter: string): OverGroups | undefined {
  const [rows, sum] = [`${column}_rows`, `${column}_sum`];
  switch (name) {
    case 'count':
      return countOf(rows, filter);
    case 'sum':
      return { text: `sum(${aliasOf(sum)})${filter}`, measures: [sum] };
    case 'min':
    case 'max': {
      const total = `${column}_${name}`;
      return { text: `${name}(${aliasOf(total)})${filter}`, measures: [total] };
    }
    case 'avg':
    case 'mean':
      return {
        text: meanOf(`sum(${aliasOf(sum)})${filter}`, `sum(${aliasOf(rows)})${filter}`),
        measures: [sum, rows],
      };
    default:
      return undefined;
  }
}

function timeOver(name: string, column: string, filter: string): OverGroups | undefined {
  if (name === 'count') return countOf(`${column}_rows`, filter);
  if (name !== 'min' && name !== 'max') return undefined;
  const total = `${column}_${name}`;
  return { text: `${name}(${aliasOf(total)})${filter}`, measures: [total] };
}

function countOf(total: string, filter: string): OverGroups {
  return { text: `coalesce(sum(${aliasOf(total)})${filter}, 0)::BIGINT`, measures: [total] };
}
