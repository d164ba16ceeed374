import { storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import type { Constants, RouteContext } from '../access-path.ts';
import { rowsBeside } from './segment-rows.ts';
import { columnsFrom, emptyList, storedList } from './stored-columns.ts';

/**
 * A relation from parts that each return these stored columns (`SELECT …` texts), and from the uncovered files. For
 * columns with constants, the constant replaces the stored value in the parts; rows of uncovered files have their own.
 */
export function relationOf(
  context: RouteContext,
  stored: readonly string[],
  parts: readonly string[],
  constants: Constants = {},
): string {
  if (context.uncovered.length === 0) return relationOfParts(context, stored, parts, constants);
  const all = [...stored, ...Object.keys(constants)];
  const beside = `SELECT ${storedList(context, all)} FROM ${rowsBeside(context)}`;
  const own = parts.map((part) => withConstants(context, all, part, constants));
  return relationOfParts(context, all, [...own, beside]);
}

/** The rows of a part with constants among its columns, in the table's order. */
function withConstants(
  { table }: RouteContext,
  names: readonly string[],
  part: string,
  constants: Constants,
): string {
  if (Object.keys(constants).length === 0) return part;
  const list = storedColumns(table)
    .filter(({ name }) => names.includes(name))
    .map(({ name }) => (name in constants ? `${constants[name]} AS ${sqlName(name)}` : sqlName(name)));
  return `SELECT ${list.join(', ')} FROM (${part})`;
}

/** The same from the parts alone. */
export function relationOfParts(
  context: RouteContext,
  stored: readonly string[],
  parts: readonly string[],
  constants: Constants = {},
): string {
  const none = `SELECT ${emptyList(context, stored)} WHERE false`;
  const all = parts.length === 0 || needsUnion(context, parts) ? [...parts, none] : parts;
  const has = [...stored, ...Object.keys(constants)];
  const list = columnsFrom(context, has).map(({ sql }) => sql);
  return `(SELECT ${list.length === 0 ? '1 AS nothing' : list.join(', ')} FROM ${union(all, constants)})`;
}

/**
 * DuckDB 1.5.6 replaces `row_number() … <= k` by an aggregate that finds its rows by rowid. Over one scan that itself
 * tests the rowid, it takes the wrong column (an internal error), and so it does over a LIMIT; over a union it does not.
 */
function needsUnion({ question, isPruned, coverage }: RouteContext, parts: readonly string[]): boolean {
  if (parts.length !== 1 || !question.isRanked) return false;
  return isPruned || coverage.segments.some(({ stale, masked }) => stale.length > 0 || masked !== undefined);
}

/**
 * The same rows with an optimiser barrier: DuckDB moves nothing of the query around it into the relation, and streams the
 * rows as they come. A materialised CTE is a barrier too, but copies the rows.
 */
export function withBarrier(relation: string): string {
  return `(FROM ${relation} OFFSET 0)`;
}

/**
 * The same rows in a form into which DuckDB 1.5.6 moves conditions that may fail, such as `a.time::DATE = b.time::DATE`. It moves none
 * through a projection, so that a correlated subquery over one would compare each row with each; through a union it does.
 */
export function asUnion(relation: string): string {
  return `(FROM ${relation} UNION ALL FROM ${relation} WHERE false)`;
}

/** All rows of the parts, with the constants beside their columns. */
export function union(parts: readonly string[], constants: Constants): string {
  const body = `(${parts.join(' UNION ALL ')})`;
  const columns = Object.entries(constants).map(([name, sql]) => `${sql} AS ${sqlName(name)}`);
  return columns.length === 0 ? body : `(SELECT *, ${columns.join(', ')} FROM ${body})`;
}
