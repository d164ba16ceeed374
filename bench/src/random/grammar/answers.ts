import { sqlWord } from '@sdq/duckdb/sql';
import type { Draw } from '../draw/draw.ts';
import type { Draft } from '../question.ts';
import { joined, type Sql, sql } from '../sql/sql.ts';
import { type Aggregate, aggregateList } from './aggregates.ts';
import { type GroupKey, keyList } from './group-keys.ts';
import { columnList, type Scope } from './scope.ts';

/** A term of ORDER BY: an expression, or a name of the select list, and its position there. */
export interface OrderTerm {
  readonly sql: Sql;
  readonly position: number;
}

/** The order by a term, then by others that leave no ties, where there are any. */
export interface Ranking {
  readonly lead: OrderTerm;
  readonly direction: string;
  /** Terms that identify a row; absent where ties are left open. */
  readonly ties?: readonly OrderTerm[];
}

export function directionOf(draw: Draw): string {
  return draw.pick(['DESC', 'DESC', 'DESC', 'DESC NULLS LAST', 'DESC NULLS LAST', 'ASC', 'ASC NULLS FIRST']);
}

function orderBy({ lead, direction, ties = [] }: Ranking): Sql {
  return sql` ORDER BY ${joined([sql`${lead.sql} ${direction}`, ...ties.map(({ sql: tie }) => tie)], ', ')}`;
}

/** A query with an order and perhaps a limit. A limit over ties leaves open which of the rows it gives. */
export function ranked(query: Sql, ranking: Ranking, limit = '', isWhole = false): Draft {
  const { lead, ties } = ranking;
  const text = sql`${query}${orderBy(ranking)}${limit === '' ? '' : ` ${limit}`}`;
  const isComplete = ties !== undefined;
  const inOrder = [lead.position, ...(ties ?? []).map(({ position }) => position)];
  if (isComplete || limit === '' || isWhole) return { sql: text, agreement: { rows: 'all', inOrder } };
  return {
    sql: text,
    agreement: { rows: 'open', inOrder: [lead.position], fixed: [lead.position], among: query },
  };
}

/** LIMIT, perhaps with OFFSET. */
export function limitOf(draw: Draw, most = 1_000): string {
  const count = draw.pick([1, 5, 10, 10, 20, 50, 100, 100, 500, 1_000].filter((each) => each <= most));
  return draw.chance(0.15) ? `LIMIT ${count} OFFSET ${draw.pick([10, 20, 100, 1_000])}` : `LIMIT ${count}`;
}

/** Rows of a table with all columns or some, and the positions of these. */
export interface Listing {
  readonly list: Sql;
  position(name: string): number;
}

export function listing(scope: Scope, withColumns: readonly string[] = [], wholeRows = 0.35): Listing {
  const { draw, table } = scope;
  const isWhole = draw.chance(wholeRows);
  const drawn = scope.listed();
  const needed = table.columns.filter(
    ({ name }) => withColumns.includes(name) && !drawn.some((one) => one.name === name),
  );
  const columns = isWhole ? table.columns : [...drawn, ...needed];
  const star = scope.alias === '' ? sql`*` : sql`${scope.alias}.*`;
  return {
    list: isWhole ? star : columnList(scope, columns),
    position: (name) => columns.findIndex((column) => column.name === name),
  };
}

/** The key of a table as terms that break ties. */
export function keyTerms(scope: Scope, { position }: Listing): OrderTerm[] {
  return scope.table.key.map((name) => ({ sql: scope.column({ name }), position: position(name) }));
}

/** Rows ordered by a column. */
export function rankedRows(scope: Scope, order: string, where: Sql, limit: string): Draft {
  const { draw } = scope;
  const rows = listing(scope, [order]);
  const ranking = {
    lead: { sql: scope.column({ name: order }), position: rows.position(order) },
    direction: directionOf(draw),
    ...(draw.chance(0.5) ? { ties: keyTerms(scope, rows) } : {}),
  };
  return ranked(sql`SELECT ${rows.list} FROM ${scope.from}${where}`, ranking, limit);
}

export interface Grouping {
  readonly keys: readonly GroupKey[];
  readonly list: readonly Aggregate[];
  /** FROM with all that follows before GROUP BY. */
  readonly source: Sql;
  readonly having?: Sql;
}

function groupBy(draw: Draw, keys: readonly GroupKey[]): Sql {
  if (keys.length === 0) return sql``;
  const forms = [
    sql`${keys.map(({ name }) => sqlWord(name)).join(', ')}`,
    sql`${keys.map((_, at) => at + 1).join(', ')}`,
    sql`ALL`,
    joined(
      keys.map((key) => key.sql),
      ', ',
    ),
  ];
  return sql` GROUP BY ${draw.pick(forms)}`;
}

export function groupedQuery(draw: Draw, { keys, list, source, having }: Grouping): Sql {
  const columns = joined([...keyList(keys), ...aggregateList(list)], ', ');
  return sql`SELECT ${columns} FROM ${source}${groupBy(draw, keys)}${having === undefined ? '' : sql` HAVING ${having}`}`;
}

/** Groups in no order, by their keys, or by an aggregate with or without a limit. */
export function groups(draw: Draw, grouping: Grouping, limitChance = 0.25): Draft {
  const { keys, list } = grouping;
  const query = groupedQuery(draw, grouping);
  if (keys.length === 0 || draw.chance(0.25)) return { sql: query, agreement: { rows: 'all' } };
  const terms = keys.map(({ name }, position) => ({ sql: sql`${sqlWord(name)}`, position }));
  const [first, ...others] = terms;
  const isLimited = draw.chance(limitChance);
  const limit = isLimited ? limitOf(draw, 100) : '';
  const lead = list[0];
  if (first !== undefined && (lead === undefined || draw.chance(0.4)))
    return ranked(query, { lead: first, direction: 'ASC', ties: others }, limit);
  const ranking = {
    lead: { sql: sql`${lead?.name ?? ''}`, position: keys.length },
    direction: directionOf(draw),
    ...(draw.chance(0.5) ? { ties: terms } : {}),
  };
  return ranked(query, ranking, limit);
}
