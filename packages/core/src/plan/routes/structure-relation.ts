import { storedColumns } from '@sdq/catalog';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import type { RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';

/** Constants, as SQL, that stand for columns which a structure does not have. */
export type Given = Readonly<Record<string, string>>;

/** A table of a segment, as SQL names it. */
export function tableOf(live: LiveSegment, structure: string): string {
  return `${live.name}.${sqlName(structure)}`;
}

/** Ordinal of a row among those of all segments. */
export function globalOrdinal(live: LiveSegment, ordinal: string): string {
  return live.firstOrdinal === 0 ? ordinal : `${ordinal}::BIGINT + ${live.firstOrdinal}`;
}

/**
 * Leaves out rows that the snapshot reads elsewhere, and those of files that WHERE leaves out; conditions that can
 * follow AND.
 */
export function wantedOnly(context: RouteContext, live: LiveSegment, ordinal: string): string {
  if (context.isPruned) return ` AND (${wantedRanges(context, live, ordinal)})`;
  return freshOnly(live, ordinal);
}

/** Leaves out rows that the snapshot reads elsewhere; conditions that can follow AND. */
export function freshOnly({ stale }: LiveSegment, ordinal: string): string {
  return stale.map(([from, to]) => ` AND ${ordinal} NOT BETWEEN ${from} AND ${to - 1}`).join('');
}

/** Of each segment, these stored columns of the rows of a structure that pass `where` and are wanted, as a SELECT. */
export function wantedRows(
  context: RouteContext,
  structure: string,
  stored: readonly string[],
  { where = 'true', ordinal = 'ordinal' } = {},
): string[] {
  const list = storedList(context, stored);
  return context.coverage.segments.map(
    (live) =>
      `SELECT ${list} FROM ${tableOf(live, structure)} WHERE ${where}${wantedOnly(context, live, ordinal)}`,
  );
}

function wantedRanges({ files }: RouteContext, { segment, stale }: LiveSegment, ordinal: string): string {
  const wanted = new Set(files.map(({ path }) => path));
  const ranges: [number, number][] = [];
  for (const { path, rows, first_ordinal: first } of segment.covers) {
    if (!wanted.has(path) || stale.some(([from, to]) => first >= from && first < to)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === first) last[1] = first + rows;
    else ranges.push([first, first + rows]);
  }
  const tests = ranges.map(([from, to]) => `${ordinal} BETWEEN ${from} AND ${to - 1}`);
  return tests.length === 0 ? 'false' : tests.join(' OR ');
}

/** Columns of a structure; none where it is not built. */
export function columnsOf({ coverage }: RouteContext, structure: string): readonly string[] {
  return coverage.columns.get(structure) ?? [];
}

/** Rows of a structure, in all segments together. */
export function rowsOfStructure({ coverage }: RouteContext, structure: string): number {
  return coverage.segments.reduce((sum, { segment }) => sum + (segment.structures[structure]?.rows ?? 0), 0);
}

/** Whether a structure is built and has every stored column that is needed, `given` ones aside. */
export function hasColumns(
  context: RouteContext,
  structure: string,
  needed: readonly string[],
  given: Given = {},
): boolean {
  const has = columnsOf(context, structure);
  return has.length > 0 && needed.every((name) => name in given || has.includes(name));
}

/**
 * A relation from parts that each give these stored columns (`SELECT …` texts), and from the files that no segment
 * holds. `given` columns have a constant in place of the stored value.
 */
export function relationOf(
  context: RouteContext,
  stored: readonly string[],
  parts: readonly string[],
  given: Given = {},
): string {
  const { uncovered } = context;
  const beside =
    uncovered.length === 0 ? [] : [`SELECT ${storedList(context, stored)} FROM ${baseFiles(context)}`];
  return relationOfParts(context, stored, [...parts, ...beside], given);
}

/** The same from the parts alone. */
export function relationOfParts(
  context: RouteContext,
  stored: readonly string[],
  parts: readonly string[],
  given: Given = {},
): string {
  const all = parts.length > 0 ? parts : [`SELECT ${emptyList(context, stored)} WHERE false`];
  const has = [...stored, ...Object.keys(given)];
  const list = columnsFrom(context, has).map(({ sql }) => sql);
  return `(SELECT ${list.length === 0 ? '1 AS nothing' : list.join(', ')} FROM ${union(all, given)})`;
}

/** All rows of the parts, with the given columns beside theirs. */
export function union(parts: readonly string[], given: Given): string {
  const body = `(${parts.join(' UNION ALL ')})`;
  const constants = Object.entries(given).map(([name, sql]) => `${sql} AS ${sqlName(name)}`);
  return constants.length === 0 ? body : `(SELECT *, ${constants.join(', ')} FROM ${body})`;
}

/** Columns that can be computed from the stored ones at hand, as `… AS …`. */
export function computedColumns(context: RouteContext, stored: readonly string[]): string[] {
  return columnsFrom(context, stored).flatMap(({ sql, isComputed }) => (isComputed ? [sql] : []));
}

/** What the stored columns at hand give of the table's columns, in their order. */
function columnsFrom(
  { table }: RouteContext,
  stored: readonly string[],
): { sql: string; isComputed: boolean }[] {
  return table.columns.flatMap(({ name, expression }) => {
    const needs = storedColumnsNeeded(table, new Map([[name, 1]]));
    if (!needs.every((need) => stored.includes(need))) return [];
    const isComputed = expression !== undefined;
    return [{ sql: isComputed ? `${expression} AS ${sqlName(name)}` : sqlName(name), isComputed }];
  });
}

/** Stored columns by name, in the table's order; never none. */
export function storedList(context: RouteContext, stored: readonly string[]): string {
  const names = storedColumns(context.table).filter(({ name }) => stored.includes(name));
  return names.length === 0 ? '1 AS nothing' : names.map(({ name }) => sqlName(name)).join(', ');
}

function emptyList(context: RouteContext, stored: readonly string[]): string {
  const columns = storedColumns(context.table).filter(({ name }) => stored.includes(name));
  return columns.length === 0
    ? '1 AS nothing'
    : columns.map(({ name, type }) => `NULL::${type} AS ${sqlName(name)}`).join(', ');
}

/** The files of the base that have to be read beside segments. */
export function baseFiles({ uncovered, path }: Pick<RouteContext, 'uncovered' | 'path'>): string {
  return `read_parquet(${sqlStrings(uncovered.map(path))}, hive_partitioning = false)`;
}
