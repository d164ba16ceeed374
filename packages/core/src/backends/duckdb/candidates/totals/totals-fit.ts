import { sqlName } from '@sdq/duckdb/sql';
import type { AggregateCall } from '../../../../shape/grouped/aggregate-calls.ts';
import type { AggregatedRows } from '../../../../shape/grouped/aggregated-rows.ts';
import type { Grain, GroupTest } from '../../../../shape/grouped/group-test.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import { meanOf } from '../../plan-macros.ts';

/** Totals that may replace rows: counts and sums by a grain. */
export interface Totals {
  readonly structure: string;
  readonly grain: Grain;
  /** Columns that are summed. */
  readonly measures: readonly string[];
  /** Columns whose distinct values are counted, in totals of a single group. */
  readonly distinct?: readonly string[];
}

/** How aggregates over rows are rewritten as aggregates over groups of them. */
export interface TotalsFit {
  readonly edits: readonly SpanEdit[];
  /** Columns of the totals that the edits use, each by its {@link aliasOf}. */
  readonly measures: readonly string[];
  /** Days that a comparison splits, `YYYY-MM-DD`. */
  readonly splitDays: ReadonlySet<string>;
}

/** The name of a column of totals in edits: one that no column of a table has. */
export function aliasOf(total: string): string {
  return `_sdq_${total}`;
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
    const over = overGroups(call, groups, totals);
    if (over === undefined) return `${shortened(call.text)} cannot be computed from groups`;
    if (over.text === call.text) continue;
    if (call.isItem && !call.isNamed && call.unnamedAs === undefined)
      return 'a result column has no name: give it one with AS';
    const name = call.isItem && !call.isNamed ? ` AS ${sqlName(call.unnamedAs ?? '')}` : '';
    if (edits.some(({ start }) => start === call.start)) continue; // DuckDB writes some operands out twice
    edits.push({ start: call.start, end: call.end, text: `${over.text}${name}` });
    for (const measure of over.measures) measures.add(measure);
  }
  const differing = rows.differingOutside(groups);
  if (differing !== undefined) return `outside of aggregates, ${shortened(differing)} differs within a group`;
  const { splitDays } = groups;
  if (splitDays.size > splitDaysMax) return `more than ${splitDaysMax} days are split`;
  return { edits, measures: [...measures], splitDays };
}

/** A shortened call, for display. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A call over groups: its text, and the columns of the totals that it uses. */
interface OverGroups {
  readonly text: string;
  readonly measures: readonly string[];
}

/** Aggregates that count a value once, however often it occurs. */
const ofDistinct = new Set(['min', 'max', 'bool_and', 'bool_or', 'approx_count_distinct']);

/** The call over groups; its own text where it stays the same; undefined where there is none. */
function overGroups(call: AggregateCall, groups: GroupTest, totals: Totals): OverGroups | undefined {
  const { name, filter } = call;
  if (!call.isPlain || !call.isFilterSame(groups)) return undefined;
  if (call.argument === 'none' || call.argument === 'NULL' || call.argument === 'constant') {
    if (call.isDistinct || call.argument === 'NULL') return undefined;
    return name === 'count_star' || name === 'count' ? countOf('rows', filter) : undefined;
  }
  const isSame = call.isArgumentSame(groups);
  if (isSame && (ofDistinct.has(name) || (call.isDistinct && name === 'count')))
    return { text: call.text, measures: [] };
  if (call.isDistinct) return distinctOver(call, totals);
  if (call.argument !== 'column') return undefined;
  if (isSame)
    return name === 'count' && filter === ''
      ? countOf('rows', ` FILTER (WHERE ${call.argumentText} IS NOT NULL)`)
      : undefined;
  return call.column !== undefined && totals.measures.includes(call.column)
    ? measureOver(name, call.column, filter)
    : undefined;
}

function distinctOver({ name, filter, column }: AggregateCall, totals: Totals): OverGroups | undefined {
  if (filter !== '' || name !== 'count' || column === undefined) return undefined;
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

function countOf(total: string, filter: string): OverGroups {
  return { text: `coalesce(sum(${aliasOf(total)})${filter}, 0)::BIGINT`, measures: [total] };
}
