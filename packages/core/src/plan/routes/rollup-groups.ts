import type { Expression, OrderBy, SelectNode } from '../../duckdb/ast.ts';
import { sqlName, sqlString } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { measuredColumns } from '../../index/structures/measures.ts';
import { cost } from '../cost.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { type AggregateUse, aggregateUses } from '../shape/aggregate-uses.ts';
import { isOfPeriod } from '../shape/day-uses.ts';
import { columnTest } from '../shape/where-applies.ts';
import type { Replacement } from '../splice.ts';
import { baseFiles, tableOf } from './structure-relation.ts';

/** A structure of counts and sums: by which columns, and for which period `create_time` stands, if for any. */
interface Rollup {
  readonly structure: string;
  readonly grain: readonly string[];
  readonly period?: 'day' | 'month';
}

const byTime = ['create_time', 'region', 'language', 'is_ad'];

/** The smallest first: the first that fits is taken. */
const rollups: readonly Rollup[] = [
  { structure: 'rollup_month', grain: byTime, period: 'month' },
  { structure: 'rollup_day', grain: byTime, period: 'day' },
  { structure: 'author_totals', grain: ['author_id', 'author'] },
  { structure: 'music_totals', grain: ['music_id', 'music_title', 'music_author'] },
];

const measured = new Set<string>(measuredColumns);
/** Days read row by row, because a comparison parts them. */
const splitDaysMax = 16;

/**
 * Answers aggregates from counts and sums made before: `count(*)` becomes a sum of counts, and so on. Rows that are
 * in no group yet are groups of one. What stands outside of aggregates must be the same for all rows of a group.
 */
export const rollupGroups: RouteRule = {
  name: 'rollup-groups',
  propose(context) {
    const { coverage, reference, resolved } = context;
    const { select, node } = reference;
    if (coverage.segments.length === 0) return 'no segment is built';
    if (reference.inExpression) return 'the text around it is the name of a result column';
    if (select.from_table !== node) return 'the table is joined';
    if (select.sample !== null || node.sample !== null || node.column_name_alias.length > 0)
      return 'the query samples rows or renames columns';
    const uses = aggregateUses(select, resolved.statement.text, (name) => resolved.aggregates.has(name));
    if (typeof uses === 'string') return uses;
    if (uses.length === 0 && !isGrouped(select)) return 'the query aggregates nothing';
    const reasons: string[] = [];
    for (const rollup of rollups) {
      const found = fit(context, rollup, uses);
      if (typeof found === 'string') reasons.push(`${rollup.structure}: ${found}`);
      else return [candidateOf(context, rollup, found)];
    }
    return reasons.join('; ');
  },
};

/** Grouping, or DISTINCT over whole results: duplicates of a row change nothing. */
function isGrouped(select: SelectNode): boolean {
  const distinct = select.modifiers.find((modifier) => modifier.type === 'DISTINCT_MODIFIER');
  return (
    select.group_expressions.length > 0 ||
    select.aggregate_handling === 'FORCE_AGGREGATES' ||
    (distinct !== undefined && distinct.distinct_on_targets.length === 0 && !hasWindow(select))
  );
}

function hasWindow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ((value as { class?: string }).class === 'WINDOW') return true;
  return Object.values(value).some(hasWindow);
}

interface Fit {
  readonly edits: readonly Replacement[];
  /** Days that a comparison parts, `YYYY-MM-DD`. */
  readonly splitDays: ReadonlySet<string>;
}

function fit(context: RouteContext, rollup: Rollup, uses: readonly AggregateUse[]): Fit | string {
  const { reference, coverage, table, resolved } = context;
  const { select, node } = reference;
  if (coverage.segments.some(({ segment }) => segment.structures[rollup.structure] === undefined))
    return 'it is not built';
  if (rollup.period === undefined && !coverage.isClean) return 'rows have changed since it was built';
  if (rollup.period !== undefined && coverage.segments.some(sharesMonths)) return 'a month is partly stale';
  const splitDays = new Set<string>();
  const isGrain = groupTest(context, rollup, splitDays);
  const edits: Replacement[] = [];
  for (const use of uses) {
    const text = rewritten(use, isGrain, (name) => columnTest(select, node, name), resolved.statement.text);
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
  if (table.columns.every(({ name }) => name !== 'create_time')) return 'the table has no days';
  return { edits, splitDays };
}

/** One file per month: a stale month must not be that of a live file of the same segment. */
function sharesMonths({ segment, stale }: LiveSegment): boolean {
  const staleMonths = new Set(staleFiles(segment, stale).map(monthOf));
  if (staleMonths.has(undefined)) return true;
  const files = segment.covers.filter((file) => !staleFiles(segment, stale).includes(file));
  return files.some((file) => staleMonths.has(monthOf(file)));
}

function staleFiles(segment: LiveSegment['segment'], stale: LiveSegment['stale']) {
  return segment.covers.filter(({ first_ordinal: first, rows }) =>
    stale.some(([from, to]) => first >= from && first + rows <= to),
  );
}

function monthOf({ path }: { path: string }): string | undefined {
  return /month=(\d{4}-\d{2})/.exec(path)?.[1];
}

type GroupTest = (expression: Expression) => boolean | undefined;

/** Whether an expression is the same for all rows of a group; undefined where its parts decide. */
function groupTest(context: RouteContext, { grain, period }: Rollup, splitDays: Set<string>): GroupTest {
  const { select, node } = context.reference;
  const plain = grain.filter((name) => period === undefined || name !== 'create_time');
  const tests = plain.map((name) => columnTest(select, node, name));
  const isTime = columnTest(select, node, 'create_time');
  const known = context.table.columns.map(({ name }) => columnTest(select, node, name));
  return (expression) => {
    if (period !== undefined) {
      const found = isOfPeriod(period, expression, isTime, context.scope, splitDays);
      if (found !== undefined) return found;
    }
    if (expression.class !== 'COLUMN_REF') return undefined;
    if (tests.some((test) => test(expression))) return true;
    // A name that is no column of the table is an alias of what is looked at elsewhere.
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
  isColumn: (name: string) => (expression: Expression) => boolean,
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
    return name === 'count_star' || name === 'count' ? counted('_sdq_rows', filter) : undefined;
  }
  const ofGroup = isConstantInGroup(argument, isGrain, new Set());
  if (ofGroup && (ofDistinct.has(name) || (call.distinct && name === 'count'))) return own;
  if (call.distinct || argument.class !== 'COLUMN_REF') return undefined;
  if (ofGroup)
    return name === 'count' && filter === ''
      ? counted('_sdq_rows', ` FILTER (WHERE ${text.slice(...argumentSpan(own, start))} IS NOT NULL)`)
      : undefined;
  const column = [...measured].find((candidate) => isColumn(candidate)(argument));
  if (column === undefined) return undefined;
  switch (name) {
    case 'count':
      return counted(`_sdq_${column}_rows`, filter);
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

function counted(column: string, filter: string): string {
  return `coalesce(sum(${column})${filter}, 0)::BIGINT`;
}

/** What stands between the brackets of a call without FILTER. */
function argumentSpan(own: string, start: number): [number, number] {
  return [start + own.indexOf('(') + 1, start + own.lastIndexOf(')')];
}

function candidateOf(context: RouteContext, rollup: Rollup, { edits, splitDays }: Fit) {
  const { coverage, uncovered } = context;
  const groups = measuredColumns.flatMap((name) =>
    ['rows', 'sum', 'min', 'max'].map((kind) => `${name}_${kind} AS _sdq_${name}_${kind}`),
  );
  const list = [...rollup.grain, 'rows AS _sdq_rows', ...groups].join(', ');
  const days = [...splitDays].map((day) => `TIMESTAMPTZ '${day} 00:00:00+00'`);
  const apart = days.length === 0 ? '' : ` AND create_time NOT IN (${days.join(', ')})`;
  const parts = coverage.segments.map(
    (live) =>
      `SELECT ${list} FROM ${tableOf(live, rollup.structure)} WHERE true${freshMonths(live, rollup)}${apart}`,
  );
  const single = singles(rollup.grain);
  for (const live of coverage.segments) {
    for (const day of days)
      parts.push(
        `SELECT ${single} FROM ${tableOf(live, 'scan')} WHERE create_time >= ${day} AND create_time < ${day} + INTERVAL 1 DAY${freshOrdinals(live)}`,
      );
  }
  if (uncovered.length > 0) parts.push(`SELECT ${single} FROM ${baseFiles(context)}`);
  const rows = coverage.segments.reduce(
    (sum, { segment }) => sum + (segment.structures[rollup.structure]?.rows ?? 0),
    0,
  );
  return {
    via: rollup.structure,
    relation: `(${parts.join(' UNION ALL ')})`,
    steps: [],
    edits,
    rowsMin: 0,
    rows,
    bytes: rows * 16,
    cost: cost.start + rows * cost.nativeCell * 4 + uncovered.reduce((sum, file) => sum + file.rows, 0) * 0.1,
    note: `from ${rows} groups by ${rollup.grain.join(', ')}${days.length === 0 ? '' : `, ${days.length} days row by row`}`,
  };
}

/** A row as a group of one. */
function singles(grain: readonly string[]): string {
  const measures = measuredColumns.flatMap((name) => [
    `(${name} IS NOT NULL)::BIGINT AS _sdq_${name}_rows`,
    `${name}::HUGEINT AS _sdq_${name}_sum`,
    `${name} AS _sdq_${name}_min`,
    `${name} AS _sdq_${name}_max`,
  ]);
  return [...grain, '1::BIGINT AS _sdq_rows', ...measures].join(', ');
}

function freshMonths({ segment, stale }: LiveSegment, { period }: Rollup): string {
  if (period === undefined) return '';
  return staleFiles(segment, stale)
    .map((file) => monthOf(file) ?? '')
    .map((month) => `TIMESTAMPTZ ${sqlString(`${month}-01 00:00:00+00`)}`)
    .map((begin) => ` AND NOT (create_time >= ${begin} AND create_time < ${begin} + INTERVAL 1 MONTH)`)
    .join('');
}

function freshOrdinals({ stale }: LiveSegment): string {
  return stale.map(([from, to]) => ` AND rowid NOT BETWEEN ${from} AND ${to - 1}`).join('');
}
