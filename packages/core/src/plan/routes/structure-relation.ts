import { storedColumns } from '../../catalog/table.ts';
import { sqlName, sqlStrings } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { structureOf } from '../../index/structures/index.ts';
import type { RowStep } from '../../stages.ts';
import type { ColumnsUsed, RouteContext } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';

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
  return live.stale.map(([from, to]) => ` AND ${ordinal} NOT BETWEEN ${from} AND ${to - 1}`).join('');
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

/** Whether a structure has every stored column that is needed, `given` ones aside. */
export function hasColumns(
  structure: string,
  needed: readonly string[],
  given: readonly string[] = [],
): boolean {
  const has = new Set([...structureOf(structure).columns.map(({ name }) => name), ...given]);
  return needed.every((name) => has.has(name));
}

/** Select lists of what callers may name: inner over stored columns, outer over that. */
export function columnList(context: RouteContext, stored: readonly string[]): string {
  const { table } = context;
  const has = new Set(stored);
  const columns = table.columns.flatMap(({ name, expression }) => {
    if (expression === undefined) return has.has(name) ? [sqlName(name)] : [];
    const needs = storedColumnsNeeded(table, new Map([[name, 1]]));
    return needs.every((need) => has.has(need)) ? [`${expression} AS ${sqlName(name)}`] : [];
  });
  return columns.length === 0 ? '1 AS nothing' : columns.join(', ');
}

/**
 * A relation from parts that each give these stored columns (`SELECT …` texts), and from the files that no segment
 * holds. `given` columns have a constant in place of the stored value.
 */
export function relationOf(
  context: RouteContext,
  stored: readonly string[],
  parts: readonly string[],
  given: Readonly<Record<string, string>> = {},
): string {
  const all = [...parts];
  const { uncovered } = context;
  if (uncovered.length > 0) all.push(`SELECT ${storedList(context, stored)} FROM ${baseFiles(context)}`);
  if (all.length === 0) all.push(`SELECT ${emptyList(context, stored)} WHERE false`);
  const givenList = Object.entries(given).map(([name, sql]) => `${sql} AS ${sqlName(name)}`);
  const body = all.join(' UNION ALL ');
  const list = columnList(context, [...stored, ...Object.keys(given)]);
  return givenList.length === 0
    ? `(SELECT ${list} FROM (${body}))`
    : `(SELECT ${list} FROM (SELECT *, ${givenList.join(', ')} FROM (${body})))`;
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

/** Fetches rows by the ordinals that `sql` gives, with the columns that the query uses. */
export function rowStep(
  context: RouteContext,
  sql: string,
  bounds: { rowsMin: number; rowsMax: number },
  columns: ColumnsUsed = context.columns,
): { step: RowStep; stored: string[] } {
  const stored = storedColumnsNeeded(context.table, columns);
  const wanted = storedColumns(context.table).filter(({ name }) => stored.includes(name));
  // One column at least, so that rows are counted.
  const listed = wanted.length > 0 ? wanted : storedColumns(context.table).slice(0, 1);
  return {
    stored: listed.map(({ name }) => name),
    step: {
      placeholder: context.rowsPlaceholder,
      sql,
      ...bounds,
      columns: listed.map(({ name, type }) => ({ name, type })),
      files: context.coverage.rowFiles,
    },
  };
}

/** Columns that are computed from those at hand, as `, … AS …`. */
export function computedColumns({ table }: RouteContext, stored: readonly string[]): string {
  return table.columns
    .filter(
      ({ name, expression }) =>
        expression !== undefined &&
        storedColumnsNeeded(table, new Map([[name, 1]])).every((need) => stored.includes(need)),
    )
    .map(({ name, expression }) => `, ${expression} AS ${sqlName(name)}`)
    .join('');
}
