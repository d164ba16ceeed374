import { type CatalogColumn, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { plainKind } from '../flat/plain/plain-kind.ts';
import type { FlatTable, PlannedColumn, Source } from '../flat/plan-table.ts';
import { Notes } from '../notes.ts';
import type { Value } from '../observation.ts';
import { lossyText } from '../values/id.ts';
import type { CellSql } from './cell.ts';
import { cellSql } from './cell-sql.ts';
import { type SourceType, sourceTypeOf } from './column-type.ts';

/** The SQL of one column of a table, over the columns of a file. */
export interface ColumnSql {
  readonly name: string;
  /** The type of the value: that of the table's column, but BIGINT for times, which are microseconds since 1970. */
  readonly value: string;
  /** Whether the value is the one of the row mapper. Never NULL. */
  readonly isPlain: string;
  /** Whether the value was read from a time without a zone; undefined if none is. Never NULL. */
  readonly isLocal: string | undefined;
  /** The same for times that are read as UTC because nothing tells their zone. */
  readonly isUnzoned: string | undefined;
  /** Fields whose types no SQL converts. */
  readonly fieldsByRow: readonly string[];
}

export interface ColumnOptions {
  readonly plan: FlatTable;
  /** The types of the file's columns by name, as DuckDB prints them. */
  readonly types: ReadonlyMap<string, string>;
  /** Columns of texts that need no conditions. */
  readonly checked: ReadonlySet<string>;
  readonly lossyFields: ReadonlySet<string>;
  /** Latest plausible time in microseconds since 1970. */
  readonly latestPlausible: bigint;
}

/** The SQL of a planned column: the first known value of its sources, else its constant. */
export function columnSql(
  column: PlannedColumn,
  options: ColumnOptions & { readonly isNeeded: boolean },
): ColumnSql {
  const { plan, isNeeded } = options;
  const described = storedColumns(plan.table).find(({ name }) => name === column.name) as CatalogColumn;
  const cells = column.sources.map((source, i) => cellOf(source, column, described, options, i));
  const otherwise = valueWithout(column, described, options);
  const value = chosen(cells, ({ value }) => value, otherwise ?? `NULL::${sqlTypeOf(described)}`);
  const isAlways = otherwise !== undefined && cells.every(({ isPlain }) => isPlain === 'true');
  const isPlain = isAlways
    ? 'true'
    : chosen(
        cells,
        ({ isPlain }) => (isPlain === 'true' ? isPlain : `coalesce(${isPlain}, false)`),
        otherwise === undefined ? 'false' : 'true',
      );
  const isLocal = cells.map((cell) => `coalesce(${cell.isLocal ?? 'false'}, false)`);
  const isUnzoned = isLocal.map((text, i) =>
    column.sources[i]?.writing.zone === undefined ? text : 'false',
  );
  const mayBeLocal = cells.some((cell) => cell.isLocal !== undefined);
  return {
    name: column.name,
    value,
    isPlain: isNeeded ? `(${isPlain} AND ${value} IS NOT NULL)` : isPlain,
    isLocal: mayBeLocal ? chosen(cells, (_, i) => isLocal[i] ?? 'false', 'false') : undefined,
    isUnzoned: mayBeLocal ? chosen(cells, (_, i) => isUnzoned[i] ?? 'false', 'false') : undefined,
    fieldsByRow: fieldsByRow(cells, column.sources),
  };
}

/** The SQL of the time of observation in microseconds since 1970, NULL where a row has none. */
export function observedSql({
  plan,
  types,
  checked,
  lossyFields,
  latestPlausible,
}: ColumnOptions): ColumnSql {
  const cells = plan.observedAt.map((source) => {
    const type = sourceTypeOf(types.get(source.field) ?? '');
    const found = cellSql({
      cell: sqlName(source.field),
      type,
      kind: 'time',
      name: 'observed_at',
      columnType: timeType,
      isChecked: checked.has(source.field),
      isLossy: lossyFields.has(source.field),
      isFollowed: false,
      durationUnit: 's',
      zone: source.writing.zone,
      latestPlausible,
    });
    return found ?? leftToMapper(source.field, 'BIGINT');
  });
  return {
    name: '_observed_at',
    value: chosen(cells, ({ value }) => value, 'NULL::BIGINT'),
    isPlain: chosen(cells, ({ isPlain }) => `coalesce(${isPlain}, false)`, 'true'),
    isLocal: undefined,
    isUnzoned: undefined,
    fieldsByRow: fieldsByRow(cells, plan.observedAt),
  };
}

const timeType = 'TIMESTAMP WITH TIME ZONE';

function cellOf(
  source: Source,
  column: PlannedColumn,
  described: CatalogColumn,
  { plan, types, checked, lossyFields, latestPlausible }: ColumnOptions,
  at: number,
): CellSql {
  const { field, writing } = source;
  const type: SourceType = sourceTypeOf(types.get(field) ?? '');
  const found = cellSql({
    cell: sqlName(field),
    type,
    kind: plainKind(plan.table, described),
    name: column.name,
    columnType: described.type,
    isChecked: checked.has(field),
    isLossy: lossyFields.has(lossyText(field)) || lossyFields.has(field),
    isFollowed: at + 1 < column.sources.length || at > 0,
    durationUnit: writing.durationUnit,
    zone: writing.zone,
    latestPlausible,
  });
  return found ?? leftToMapper(field, sqlTypeOf(described));
}

/** A field that no SQL reads: rows that have it are left to the row mapper. */
function leftToMapper(field: string, type: string): CellSql {
  return { isKnown: `${sqlName(field)} IS NOT NULL`, isPlain: 'false', value: `NULL::${type}` };
}

function fieldsByRow(cells: readonly CellSql[], sources: readonly Source[]): string[] {
  return sources.filter((_, i) => cells[i]?.isPlain === 'false').map(({ field }) => field);
}

/** `of` the first known cell, else `otherwise`. */
function chosen(
  cells: readonly CellSql[],
  of: (cell: CellSql, at: number) => string,
  otherwise: string,
): string {
  if (cells.length === 0) return otherwise;
  const whens = cells.map((cell, at) => `WHEN ${cell.isKnown} THEN ${of(cell, at)}`);
  return `(CASE ${whens.join(' ')} ELSE ${otherwise} END)`;
}

/** The value of a row in which no source is known, as SQL; undefined if the row mapper has to give it. */
function valueWithout(
  { constant, read, sources, name }: PlannedColumn,
  described: CatalogColumn,
  { plan, lossyFields, latestPlausible }: ColumnOptions,
): string | undefined {
  if (plan.table.key.includes(name) && constant === undefined) return undefined;
  const notes = new Notes();
  let isRefused = false;
  const refuseField = () => {
    isRefused = true;
  };
  const context = { notes, lossyFields, latestPlausible, responseTime: null, refuseField };
  const writing = sources[0]?.writing ?? { durationUnit: 's' as const, dayFirst: false };
  try {
    const value = read(constant, { field: sources[0]?.field ?? name, writing, context });
    if (isRefused || Object.keys(notes.counts).length > 0) return undefined;
    return literal(value, sqlTypeOf(described));
  } catch {
    return undefined; // the row mapper tells why
  }
}

function literal(value: Value, type: string): string | undefined {
  if (value === null) return `NULL::${type}`;
  if (Array.isArray(value))
    return value.every((member) => typeof member === 'string') ? `${sqlStrings(value)}::${type}` : undefined;
  if (typeof value === 'object') return undefined;
  return `${sqlString(String(value))}::${type}`;
}

/** The type of a column's values in these SELECTs. */
export function sqlTypeOf({ type }: Pick<CatalogColumn, 'type'>): string {
  return type === timeType ? 'BIGINT' : type;
}
