import { sqlName } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { measuredColumns } from '../../structures/measures.ts';
import type { Expression, OrderBy, SelectNode } from '../../syntax/ast.ts';
import type { IsColumn } from '../restrictions.ts';
import type { RouteContext } from '../rule.ts';
import { type AggregateUse, aggregateUses } from '../shape/aggregate-uses.ts';
import { isOfPeriod } from '../shape/day-uses.ts';
import { hasWindow } from '../shape/leading-groups.ts';
import type { Replacement } from '../splice.ts';
import { hasColumns } from './structure-relation.ts';

/** A structure of counts and sums: by which columns, and for which period `create_time` stands, if for any. */
export interface Rollup {
  readonly structure: string;
  readonly grain: readonly string[];
  readonly period?: 'day' | 'month';
  /** Columns whose distinct values are counted in the groups, of which there is one alone. */
  readonly distinct?: readonly string[];
}

/** The rows that a SELECT aggregates, as it names them. */
export interface AggregatedRows {
  readonly select: SelectNode;
  /** Names of the columns that it can name, as the rollup calls them. */
  readonly columns: readonly string[];
  /** Recognises one of them. */
  test(column: string): IsColumn;
  /** What stands for the reference when these SELECTs give the groups. */
  relation(parts: readonly string[]): string;
  /** The edits of a fit, and what else has to be edited. */
  edits(fit: RollupFit): readonly Replacement[];
}

/** How aggregates over rows become aggregates over groups of them. */
export interface RollupFit {
  readonly edits: readonly Replacement[];
  /** Columns of counts and sums that the edits name: `_sdq_rows`, `_sdq_play_count_sum` … */
  readonly measures: readonly string[];
  /** Days that a comparison parts, `YYYY-MM-DD`. */
  readonly splitDays: ReadonlySet<string>;
}

/** Days read row by row, because a comparison parts them. */
const splitDaysMax = 16;

/** The calls of aggregates that a rollup would have to answer; one line on why it could not. */
export function rolledUses({ resolved }: RouteContext, select: SelectNode): AggregateUse[] | string {
  const uses = aggregateUses(select, resolved.statement.text, (name) => resolved.aggregates.has(name));
  return typeof uses !== 'string' && uses.length === 0 && !isGrouped(select)
    ? 'the query aggregates nothing'
    : uses;
}

/** Grouping, or DISTINCT over whole results: duplicates of a row change nothing. */
function isGrouped(select: SelectNode): boolean {
  const distinct = select.modifiers.find((modifier) => modifier.type === 'DISTINCT_MODIFIER');
  return (
    select.group_expressions.length > 0 ||
    select.aggregate_handling === 'FORCE_AGGREGATES' ||
    (distinct !== undefined && distinct.distinct_on_targets.length === 0 && !hasWindow(select))
  );
}

/** One line on why not where the groups cannot stand for the rows. */
export function fitRollup(
  context: RouteContext,
  rollup: Rollup,
  rows: AggregatedRows,
  uses: readonly AggregateUse[],
): RollupFit | string {
  const { coverage, resolved } = context;
  const { select } = rows;
  if (!hasColumns(context, rollup.structure, [])) return 'it is not built';
  if (rollup.period === undefined && !coverage.isClean) return 'rows have changed since it was built';
  if (rollup.period !== undefined && coverage.segments.some(sharesMonths)) return 'a month is partly stale';
  const splitDays = new Set<string>();
  const isGrain = groupTest(context, rollup, rows, splitDays);
  const isOneGroup = coverage.segments.length === 1 && coverage.uncovered.size === 0;
  const counted = isOneGroup ? (rollup.distinct ?? []) : [];
  const edits: Replacement[] = [];
  for (const use of uses) {
    const text = rewritten(use, isGrain, rows, counted, resolved.statement.text);
    if (text === undefined) return `${use.call.function_name} of what it asks cannot be summed up`;
    const own = resolved.statement.text.slice(use.start, use.end);
    if (text === own) continue;
    const isItem = select.select_list.includes(use.call);
    if (isItem && use.call.alias === '' && use.unnamedAs === undefined)
      return 'a result column has no name: give it one with AS';
    const name = isItem && use.call.alias === '' ? ` AS ${sqlName(use.unnamedAs ?? '')}` : '';
    if (edits.some(({ start }) => start === use.start)) continue; // DuckDB writes some operands out twice
    edits.push({ start: use.start, end: use.end, text: `${text}${name}` });
  }
  const calls = new Set<unknown>(uses.map(({ call }) => call));
  const parts = [select.select_list, select.where_clause, select.group_expressions, select.having];
  const orders = select.modifiers.map((modifier) =>
    'orders' in modifier ? modifier.orders.map(byResult) : modifier,
  );
  if (![...parts, select.qualify, orders].every((part) => isConstantInGroup(part, isGrain, calls)))
    return 'a column outside of aggregates is not one it groups by';
  if (splitDays.size > splitDaysMax) return `more than ${splitDaysMax} days are parted`;
  const measures = edits.flatMap(({ text }) => text.match(/\b_sdq_\w+/g) ?? []);
  return { edits, measures: [...new Set(measures)], splitDays };
}

/** One file per month: a stale month must not be that of a live file of the same segment. */
function sharesMonths({ segment, stale }: LiveSegment): boolean {
  const staleMonths = new Set(staleFiles(segment, stale).map(monthOf));
  if (staleMonths.has(undefined)) return true;
  const files = segment.covers.filter((file) => !staleFiles(segment, stale).includes(file));
  return files.some((file) => staleMonths.has(monthOf(file)));
}

export function staleFiles(segment: LiveSegment['segment'], stale: LiveSegment['stale']) {
  return segment.covers.filter(({ first_ordinal: first, rows }) =>
    stale.some(([from, to]) => first >= from && first + rows <= to),
  );
}

export function monthOf({ path }: { path: string }): string | undefined {
  return /month=(\d{4}-\d{2})/.exec(path)?.[1];
}

type GroupTest = (expression: Expression) => boolean | undefined;

/** Whether an expression is the same for all rows of a group; undefined where its parts decide. */
function groupTest(
  context: RouteContext,
  { grain, period }: Rollup,
  rows: AggregatedRows,
  splitDays: Set<string>,
): GroupTest {
  const plain = grain.filter((name) => period === undefined || name !== 'create_time');
  const tests = plain.map((name) => rows.test(name));
  const isTime = rows.test('create_time');
  const known = rows.columns.map((name) => rows.test(name));
  return (expression) => {
    if (period !== undefined) {
      const found = isOfPeriod(period, expression, isTime, context.scope, splitDays);
      if (found !== undefined) return found;
    }
    if (expression.class !== 'COLUMN_REF') return undefined;
    if (tests.some((test) => test(expression))) return true;
    // A name that is no column of the rows is an alias of what is looked at elsewhere.
    return known.some((test) => test(expression)) ? false : expression.column_names.length === 1;
  };
}

function isConstantInGroup(value: unknown, isGrain: GroupTest, calls: ReadonlySet<unknown>): boolean {
  if (typeof value !== 'object' || value === null || calls.has(value)) return true;
  if (Array.isArray(value)) return value.every((child) => isConstantInGroup(child, isGrain, calls));
  const part = value as Expression;
  if (part.class === 'STAR' || part.class === 'SUBQUERY' || part.class === 'LAMBDA') return false;
  // The object of a method call is a column written as a schema.
  if ((part.class === 'FUNCTION' || part.class === 'WINDOW') && part.schema !== '' && part.schema !== 'main')
    return false;
  const found = part.class === undefined ? undefined : isGrain(part);
  if (found !== undefined) return found;
  return Object.values(part).every((child) => isConstantInGroup(child, isGrain, calls));
}

/** ORDER BY ALL is kept as a star, and means result columns: these are looked at by themselves. */
function byResult({ expression }: OrderBy): Expression | null {
  return expression.class === 'STAR' ? null : expression;
}

/** Aggregates that count a value once, however often it comes. */
const ofDistinct = new Set(['min', 'max', 'bool_and', 'bool_or', 'approx_count_distinct']);

/** The call over groups; its own text where it stays as it is; undefined where there is none. */
function rewritten(
  { call, filter, start, end }: AggregateUse,
  isGrain: GroupTest,
  rows: AggregatedRows,
  counted: readonly string[],
  text: string,
): string | undefined {
  const name = call.function_name.toLowerCase();
  const [argument, more] = call.children;
  if (call.schema !== '' && call.schema !== 'main') return undefined;
  if (call.order_bys.orders.length > 0 || more !== undefined) return undefined;
  if (call.filter !== null && !isConstantInGroup(call.filter, isGrain, new Set())) return undefined;
  const own = text.slice(start, end);
  if (argument === undefined || argument.class === 'CONSTANT') {
    if (
      call.distinct ||
      (argument !== undefined && (argument.class !== 'CONSTANT' || argument.value.is_null))
    )
      return undefined;
    return name === 'count_star' || name === 'count' ? countOf('_sdq_rows', filter) : undefined;
  }
  const ofGroup = isConstantInGroup(argument, isGrain, new Set());
  if (ofGroup && (ofDistinct.has(name) || (call.distinct && name === 'count'))) return own;
  const known = call.distinct && filter === '' && name === 'count';
  const distinct = known ? counted.find((candidate) => rows.test(candidate)(argument)) : undefined;
  if (distinct !== undefined) return `coalesce(max(_sdq_${distinct}_distinct), 0)::BIGINT`;
  if (call.distinct || argument.class !== 'COLUMN_REF') return undefined;
  if (ofGroup)
    return name === 'count' && filter === ''
      ? countOf('_sdq_rows', ` FILTER (WHERE ${text.slice(...argumentSpan(own, start))} IS NOT NULL)`)
      : undefined;
  const column = measuredColumns.find((candidate) => rows.test(candidate)(argument));
  if (column === undefined) return undefined;
  switch (name) {
    case 'count':
      return countOf(`_sdq_${column}_rows`, filter);
    case 'sum':
      return `sum(_sdq_${column}_sum)${filter}`;
    case 'min':
    case 'max':
      return `${name}(_sdq_${column}_${name})${filter}`;
    case 'avg':
    case 'mean':
      return `(sum(_sdq_${column}_sum)${filter}::DOUBLE / sum(_sdq_${column}_rows)${filter}::DOUBLE)`;
    default:
      return undefined;
  }
}

function countOf(column: string, filter: string): string {
  return `coalesce(sum(${column})${filter}, 0)::BIGINT`;
}

/** What stands between the brackets of a call without FILTER. */
function argumentSpan(own: string, start: number): [number, number] {
  return [start + own.indexOf('(') + 1, start + own.lastIndexOf(')')];
}
