import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import type { OrderBy } from '../../syntax/ast.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { clauseText } from '../shape/clause-text.ts';
import { namedColumns, storedColumnsNeeded } from '../shape/columns-used.ts';
import { type LeadingRows, leadingRows } from '../shape/leading-rows.ts';
import { fetchedRowsMax, fetchWay, withOrdinals } from './candidates.ts';
import { type Source, whole, wholeSources } from './sources.ts';
import { type Given, hasColumns, rowsOfStructure, tableOf } from './structure-relation.ts';
import { wordSearch } from './word-rows.ts';

/** Rows taken for each one asked for, where WHERE can only be tried on whole rows. */
const spareRows = 8;

/**
 * For `ORDER BY … LIMIT k`: first which rows lead, by narrow columns, then those rows whole. With other terms after
 * the first in ORDER BY, the rows that tie with the last one are taken along.
 */
export const leadingFirst: RouteRule = {
  name: 'leading-first',
  propose(context) {
    const { reference, resolved } = context;
    const leading = leadingRows(context);
    if (typeof leading === 'string') return leading;
    const { text, endOffset } = resolved.statement;
    const clauses = clauseText(text, endOffset, reference);
    if (clauses === undefined) return 'the clauses stand in another order';
    const rest = text.slice(reference.end, clauses.filterEnd);
    const sources = sourcesOf(context, leading);
    if (sources.length === 0) return 'no structure has all columns of WHERE and ORDER BY';
    return sources.map((source) => candidateOf(context, leading, source, rest));
  },
};

function sourcesOf(context: RouteContext, leading: LeadingRows): Source[] {
  const { table, reference } = context;
  const where = namedColumns(table, [reference.select.where_clause]);
  const [first] = leading.orderColumns;
  const [order] = leading.orders;
  if (first === undefined || order === undefined || nullsFirst(order)) return [];
  const needed = storedColumnsNeeded(table, new Map([...where, [first, 1]]));
  const narrower = [
    wordedRows(context, leading, where, needed),
    order.type === 'DESCENDING' ? tierRows(context, first, needed) : undefined,
  ].filter((source) => source !== undefined);
  return [...wholeSources(context, where, needed), ...narrower];
}

/** Rows with the words that a condition on the description asks for: by narrow columns, all of them might pass it. */
function wordedRows(
  context: RouteContext,
  leading: LeadingRows,
  where: ReadonlyMap<string, number>,
  needed: readonly string[],
): Source | undefined {
  const search = wordSearch(context);
  const { condition: { passing, isExact = false } = {} } = search ?? {};
  if (search === undefined || passing === undefined || where.get('description') !== 1) return undefined;
  // What comes of too few is told by the result's rows, so they must be those of this SELECT.
  const isResult = context.resolved.statement.ast.node === context.reference.select;
  if (!isExact && (!isResult || leading.count * spareRows > fetchedRowsMax)) return undefined;
  const given: Given = { description: sqlString(passing) };
  if (!hasColumns(context, 'scan', needed, given)) return undefined;
  return {
    ...whole,
    structure: 'scan',
    where: (live) => `rowid IN (${search.ordinals(live)})`,
    ordinal: 'rowid',
    given,
    isExact,
    cost: cost.start + search.cost + context.rows * (cost.probedRow + cost.nativeCell * needed.length),
  };
}

function tierRows(context: RouteContext, metric: string, needed: readonly string[]): Source | undefined {
  const tier = `tier_${metric}`;
  if (!hasColumns(context, tier, needed)) return undefined;
  const { segments } = context.coverage;
  return {
    ...whole,
    structure: tier,
    where: () => reachesFloors(segments, tier, metric),
    ordinal: 'ordinal',
    isTier: true,
    cost: cost.start + rowsOfStructure(context, tier) * cost.nativeCell * (needed.length + 1),
  };
}

/** Above the highest floor, every row of every segment is in its tier. */
function reachesFloors(segments: readonly LiveSegment[], tier: string, metric: string): string {
  if (segments.length === 1) return 'true';
  const column = sqlName(metric);
  const floors = segments.map((live) => `(SELECT min(${column}) FROM ${tableOf(live, tier)})`);
  return `${column} >= greatest(${floors.join(', ')})`;
}

function candidateOf(context: RouteContext, leading: LeadingRows, source: Source, rest: string): Candidate {
  const { structure, ordinal, given, isTier, isExact } = source;
  const count = isExact ? leading.count : leading.count * spareRows;
  const from = `FROM ${withOrdinals(context, structure, ordinal, source.where, given)}${rest}`;
  const isWhole = leading.orderColumns.every(
    (name) =>
      name !== undefined &&
      hasColumns(context, structure, storedColumnsNeeded(context.table, new Map([[name, 1]]))),
  );
  const wanted = { ...leading, count };
  return fetchWay(context, {
    via: structure,
    sql: isWhole ? leadingSql(wanted, from) : leadingWithTies(wanted, from),
    ordinalsMin: isTier ? count : 0,
    rowsMin: isExact ? 0 : leading.wanted,
    rows: count,
    cost: source.cost,
    note: `the ${count} rows that lead by ${leading.orderColumns[0]}, found in ${structure}`,
  });
}

function leadingSql({ orders, orderColumns, count }: LeadingRows, from: string): string {
  const terms = orders.map((order, index) => {
    const direction = order.type === 'DESCENDING' ? 'DESC' : 'ASC';
    return `${sqlName(orderColumns[index] ?? '')} ${direction} ${nullsFirst(order) ? 'NULLS FIRST' : 'NULLS LAST'}`;
  });
  return `SELECT _ordinal ${from}\nORDER BY ${terms.join(', ')} LIMIT ${count}`;
}

/** All rows that are at least as far ahead, by the first term alone, as the last of the leading ones. */
function leadingWithTies({ orders, orderColumns, count }: LeadingRows, from: string): string {
  const isFalling = orders[0]?.type === 'DESCENDING';
  const [direction, extreme, operator] = isFalling ? ['DESC', 'min', '>='] : ['ASC', 'max', '<='];
  return `WITH _found AS MATERIALIZED (SELECT _ordinal, ${sqlName(orderColumns[0] ?? '')} AS _value ${from}
    ), _last AS (SELECT CASE WHEN count(_value) = ${count} THEN ${extreme}(_value) END AS _limit
      FROM (SELECT _value FROM _found ORDER BY _value ${direction} NULLS LAST LIMIT ${count}))
    SELECT _ordinal FROM _found, _last WHERE _limit IS NULL OR _value ${operator} _limit LIMIT ${fetchedRowsMax + 1}`;
}

function nullsFirst(order: OrderBy): boolean {
  return /FIRST/.test(order.null_order);
}
