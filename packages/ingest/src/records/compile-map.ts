import { type Catalog, type CatalogColumn, type CatalogTable, storedColumns } from '@sdq/catalog';
import type { Read, Writing } from '../flat/read-column.ts';
import { columnReader } from '../flat/read-column.ts';
import { readFlag } from '../values/flag.ts';
import { readId } from '../values/id.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';
import { readLabel, readText, unescapeHtml } from '../values/text.ts';
import { type Getter, getterOf, joinPaths } from './paths.ts';
import {
  type ColumnMap,
  type ColumnsReading,
  type Paths,
  pathsOf,
  type RecordMap,
  type TableMap,
} from './record-map.ts';

/** One path of a column. */
export interface ColumnSource {
  /** The path in the whole record, such as `user.name` or `tags[].text`. */
  readonly path: string;
  readonly get: Getter;
}

export interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly sources: readonly ColumnSource[];
  readonly by: ((value: unknown, object: JsonObject) => unknown) | undefined;
  /** How SQL reads it; undefined if `by` is not known to it. */
  readonly inColumns: ColumnsReading | 'as it is' | undefined;
  readonly note: string | undefined;
  readonly writing: Writing;
  readonly read: Read;
  readonly saysNothing: (value: unknown) => boolean;
  readonly isKey: boolean;
  /** Whether a row can be stored without it. */
  readonly isOptional: boolean;
}

/** The rows of one table at one path of a record. */
export interface TablePlan {
  readonly table: CatalogTable;
  readonly id: string;
  readonly objects: Getter | undefined;
  /** The path of the objects, empty for the record itself. */
  readonly at: string;
  readonly when: TableMap['when'];
  readonly columns: readonly ColumnPlan[];
  /** Columns that every row has. */
  readonly needed: readonly string[];
}

export interface RecordPlan {
  readonly map: RecordMap;
  readonly tables: readonly TablePlan[];
  readonly observedAt: readonly Getter[];
  /** All paths that are read. */
  readonly paths: ReadonlySet<string>;
  /** Paths of objects and lists that are read in: those with a path of {@link paths} below them. */
  readonly opened: ReadonlySet<string>;
}

/** The plans of a nested format's records, and a record as the plans read it. */
export interface NestedRecords {
  plans(): readonly RecordPlan[];
  recordOf(value: JsonObject): JsonObject;
}

/** A map with the readers of its columns. Throws an Error for a table or column that the catalog does not have. */
export function compileMap(map: RecordMap, catalog: Catalog): RecordPlan {
  const tables = map.tables.flatMap((table, i) =>
    pathsOf(table.at ?? '').map((at) => tablePlan(table, at, catalog, i === 0)),
  );
  const observed = pathsOf(map.observedAt ?? []);
  const paths = new Set(observed);
  for (const { columns } of tables)
    for (const { sources } of columns) for (const { path } of sources) paths.add(path);
  return { map, tables, observedAt: observed.map(getterOf), paths, opened: openedBy(paths) };
}

/** What lies above some paths: `user` and `user.tags` above `user.tags[].name`. */
function openedBy(paths: Iterable<string>): ReadonlySet<string> {
  const opened = new Set<string>();
  for (const path of paths) {
    const steps = path.replaceAll('[]', '').split('.');
    for (let count = 1; count < steps.length; count++) opened.add(steps.slice(0, count).join('.'));
    if (path.endsWith('[]')) opened.add(path.slice(0, -2));
  }
  return opened;
}

function tablePlan(map: TableMap, at: string, catalog: Catalog, isMain: boolean): TablePlan {
  const table = catalog.byId(map.table);
  if (table === undefined) throw new Error(`There is no table ${map.table}`);
  const unknown = Object.keys(map.columns).find(
    (name) => !table.columns.some((column) => column.name === name),
  );
  if (unknown !== undefined) throw new Error(`${map.table} has no column ${unknown}`);
  const needed = storedColumns(table).filter(
    (column) => !column.nullable && column.whenUnknown === undefined && column.name !== table.observedBy,
  );
  return {
    table,
    id: map.table,
    objects: at === '' ? undefined : getterOf(at),
    at,
    when: map.when,
    columns: Object.entries(map.columns).map(([name, column]) =>
      columnPlan(table, name, column, { at, isMain }),
    ),
    needed: needed.map(({ name }) => name),
  };
}

function columnPlan(
  table: CatalogTable,
  name: string,
  map: ColumnMap,
  { at, isMain }: { at: string; isMain: boolean },
): ColumnPlan {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`${table.name} has no column ${name}`);
  const { from, by, note, unit, inColumns } = fullMap(map, column.type);
  return {
    name,
    type: column.type,
    sources: pathsOf(from).map((path) => ({ path: joinPaths(at, path), get: getterOf(path) })),
    by,
    inColumns: by === undefined ? 'as it is' : inColumns,
    note,
    writing: { durationUnit: unit, dayFirst: false },
    read: readerOf(table, column, isMain),
    saysNothing: isList(column.type) ? isNothing : isNoScalar,
    isKey: table.key.includes(name),
    isOptional: column.nullable || column.whenUnknown !== undefined,
  };
}

/**
 * Texts of records are exact: words such as `-` and `none` are texts, and only the posts of the microblogging platform
 * have HTML entities.
 */
function readerOf(table: CatalogTable, column: CatalogColumn, isMain: boolean): Read {
  // Of what a record mentions, an ID that is not known is no reason to refuse anything.
  if (!isMain && table.ids === 'decimal' && table.key.includes(column.name) && /^id$|_id$/.test(column.name))
    return (value, { field, context }) => readId(value, field, context);
  if (column.type !== 'VARCHAR' || !isPlainText(table, column.name)) return columnReader(table, column);
  const isCaption = column.whenUnknown === "''";
  const read = isCaption ? (value: unknown) => readText(value) ?? '' : readLabel;
  if (table.platform !== 'micro') return read;
  return (value) => {
    const text = read(value);
    return text === null ? null : unescapeHtml(text);
  };
}

function isPlainText({ name: table, ids }: CatalogTable, name: string): boolean {
  if (name.endsWith('_url') || ['username', 'author', 'region', 'language'].includes(name)) return false;
  if (table === 'hashtags' && name === 'name') return false;
  return ids === undefined || !/^id$|_id$/.test(name);
}

function isList(type: string): boolean {
  return type.endsWith('[]') || type.startsWith('STRUCT');
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isNoScalar(value: unknown): boolean {
  return isNothing(value) || typeof value === 'object';
}

interface FullMap {
  from: Paths;
  by: ((value: unknown, object: JsonObject) => unknown) | undefined;
  note: string | undefined;
  unit: 's' | 'ms';
  inColumns?: ColumnsReading | undefined;
}

function fullMap(map: ColumnMap, type: string): FullMap {
  if (typeof map === 'string' || !('from' in map))
    return { from: map, by: undefined, note: undefined, unit: 's' };
  if ('each' in map) return { from: map.from, by: listReader(map.each, type), note: undefined, unit: 's' };
  const { by, note, unit = 's', inColumns } = map;
  return { from: map.from, by, note, unit, inColumns };
}

/** The function that reads a list of objects as a list of structures of the column's type. */
function listReader(each: Readonly<Record<string, Paths>>, type: string): (value: unknown) => unknown {
  const fields = Object.entries(each).map(([name, paths]) => ({
    name,
    getters: pathsOf(paths).map(getterOf),
    read: fieldReader(name, type),
  }));
  return (value) => {
    const members = (Array.isArray(value) ? value.flat() : [value]).filter(isObject);
    const rows = members.map((member) =>
      Object.fromEntries(
        fields.map(({ name, getters, read }) => [name, firstOf(getters, member, read)] as const),
      ),
    );
    const known = rows.filter((row) => Object.values(row).some((field) => field !== null));
    return known.length > 0 ? known : undefined;
  };
}

function firstOf(getters: readonly Getter[], member: JsonObject, read: (value: unknown) => unknown): unknown {
  for (const get of getters) {
    const value = read(get(member, member));
    if (value !== null) return value;
  }
  return null;
}

/** The reader of a structure's field: `STRUCT(city VARCHAR, is_headquarters BOOLEAN)[]` has the type of each. */
function fieldReader(name: string, type: string): (value: unknown) => unknown {
  const fieldType = new RegExp(`[(,]\\s*"?${name}"? ([A-Z]+)`).exec(type)?.[1];
  if (fieldType === undefined) throw new Error(`${type} has no field ${name}`);
  if (fieldType === 'BOOLEAN') return (value) => (typeof value === 'object' ? null : readFlag(value));
  if (fieldType === 'VARCHAR') return (value) => readLabel(isObject(value) ? dateIn(value) : value);
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'bigint') return number;
    return typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : null;
  };
}

/** The text of `{year, month}`, as collectors give the dates of positions. */
function dateIn({ year, month, text }: JsonObject): unknown {
  if (typeof year !== 'number' && typeof year !== 'string') return text;
  return typeof month === 'number' ? `${year}-${String(month).padStart(2, '0')}` : year;
}

/** The objects of a record that are rows of a table. */
export function objectsOf({ objects }: TablePlan, record: JsonObject): readonly JsonObject[] {
  const found = objects === undefined ? record : objects(record, record);
  if (Array.isArray(found)) return found.filter(isObject);
  return isObject(found) ? [found] : [];
}
