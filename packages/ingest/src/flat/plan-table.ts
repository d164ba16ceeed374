import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  storedColumns,
  tableId,
  type UsualNames,
} from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Row, Sample } from '../containers/record-chunk.ts';
import { isObject } from '../values/json-object.ts';
import { quoted, shownName } from '../values/shown.ts';
import { FieldNames, unusedFields } from './field-names.ts';
import { checkColumns, type Mapping } from './mapping-file.ts';
import { type Preference, preferred } from './prefer-sources.ts';
import { columnReader, type Read, saysNothingFor, type Writing } from './read-column.ts';
import { saysNothing, typedReader } from './read-typed.ts';
import { samplePlatform } from './sample-platform.ts';
import { durationUnitIn, pathsIn, valueAt } from './source-columns.ts';
import { observedAtAliases, plainName } from './usual-names.ts';
import { addressFields, fieldsByValue, idsTellTime } from './video-addresses.ts';

export interface FlatOptions {
  /** The catalog of available tables. */
  catalog: Catalog;
  table?: string | undefined;
  mapping?: Mapping | undefined;
  constants?: Readonly<Record<string, string>> | undefined;
  /** Platform of the table, where it is detected. */
  platform?: string | undefined;
  /** The zone of times without one. */
  timeZone?: string | undefined;
}

/** A field of a file that is a source of a column. */
export interface Source {
  readonly field: string;
  readonly writing: Writing;
  /** What the mapping file says about its values, which is not guessed. */
  readonly given: { readonly dayFirst?: boolean | undefined; readonly durationUnit?: 's' | 'ms' | undefined };
}

/** The sources of one catalogue column in a file. */
export interface PlannedColumn {
  readonly name: string;
  readonly type: string;
  readonly sources: readonly Source[];
  readonly constant: unknown;
  readonly read: Read;
  /** Whether a value is unknown, so that the next source is used. */
  readonly saysNothing: (value: unknown) => boolean;
}

/** The mapping of a flat file's rows to rows of one table. */
export interface FlatTable {
  readonly table: CatalogTable;
  readonly columns: readonly PlannedColumn[];
  readonly observedAt: readonly Source[];
  /** Columns of the file that are not mapped to a table column. */
  readonly unused: readonly string[];
  readonly preferences: readonly Preference[];
}

/**
 * Determines the table of a flat file and the sources of its columns: from the mapping, else from common names.
 * Undefined if no table matches. Errors: `mapping_invalid`.
 */
export function planFlatTable(sample: Sample, options: FlatOptions): FlatTable | undefined {
  const rows = sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
  const fields = sample.kind === 'json' ? pathsIn(rows) : sample.columns;
  const byName = new FieldNames(fields);
  const named = options.table ?? options.mapping?.table;
  const found =
    named === undefined ? fitting(byName, rows, options) : knownAs(findTable(options.catalog, named));
  if (found === undefined) return undefined;
  const { table, names } = found;
  const mapped = options.mapping?.columns ?? {};
  checkColumns(table, [...Object.keys(mapped), ...Object.keys(options.constants ?? {})]);
  if (sample.kind !== 'json') checkSources(mapped, fields);
  const exact = new Set(Object.values(names.columns).flat().map(plainName));
  const preferences: Preference[] = [];
  const columns = storedColumns(table)
    .filter((column) => column.name !== table.observedBy || table.key.includes(column.name))
    .map((column) => planColumn(table, column, { names, byName, rows, options, exact, preferences }))
    .filter((column) => column.sources.length > 0 || column.constant !== undefined);
  const observedNames = mapped[table.observedBy] ? table.observedBy : 'observed_at';
  const observedAt = sourcesOf(observedNames, 'TIMESTAMP WITH TIME ZONE', observedAtNames(table), {
    byName,
    rows,
    options,
    exact: new Set(),
  });
  if (columns.length === 0) return undefined;
  const sources = [...columns.flatMap((column) => column.sources), ...observedAt].map(({ field }) => field);
  const taken = new Set([...sources, ...(tableId(table) === 'shortvideo.videos' ? readBeside : [])]);
  return { table, columns, observedAt, unused: unusedFields(fields, taken), preferences };
}

/** Fields of videos that are read in addition to the columns of their table. */
const readBeside = ['source', 'voice_to_text', 'voiceToText'];

/** Names of the observation time in a file. */
function observedAtNames({ isOwn, observedBy }: CatalogTable): readonly string[] {
  return isOwn === true && !observedAtAliases.includes(plainName(observedBy))
    ? [plainName(observedBy)]
    : observedAtAliases;
}

/** The table with a name such as `videos` or `micro.tweets`; user-defined tables take precedence. Errors: `mapping_invalid`. */
export function findTable(catalog: Catalog, name: string): CatalogTable {
  const own = catalog.tables.filter((table) => table.isOwn === true && table.name === name);
  if (own.length > 1) {
    throw new AppError('mapping_invalid', `There are several tables "${name}"`, {
      param: 'table',
      hint: `Name one of: ${own.map(tableId).join(', ')}`,
    });
  }
  const found = catalog.byId(name) ?? own[0] ?? catalog.byId(`shortvideo.${name}`);
  if (found !== undefined && found.derivedFrom === undefined) return found;
  const known = catalog.tables.filter((table) => table.derivedFrom === undefined);
  throw new AppError('mapping_invalid', `There is no table "${name}"`, {
    param: 'table',
    hint: `Available tables: ${known.map((table) => (table.platform === 'shortvideo' || table.isOwn ? table.name : tableId(table))).join(', ')}`,
  });
}

/** A table and the common names of its columns. */
interface KnownTable {
  table: CatalogTable;
  names: UsualNames;
}

/** The table with its first set of common names; the default is its own column names. */
function knownAs(table: CatalogTable): KnownTable {
  const [names = { table: table.name, rank: 0, columns: {}, needs: [], needsOne: [] }] =
    table.usualNames ?? [];
  return { table, names };
}

/**
 * The table whose common names match the file; with a mapping that names no table, videos unless another one matches.
 * User-defined tables have only their own column names. Errors: `format_unknown` if several tables match.
 */
function fitting(byName: FieldNames, rows: readonly Row[], options: FlatOptions): KnownTable | undefined {
  const { catalog } = options;
  const { fields } = byName;
  const platform = options.platform ?? samplePlatform(catalog, rows, fields);
  const found = catalog.tables
    .filter((table) => platform === undefined || table.platform === platform)
    .flatMap((table) => (table.usualNames ?? []).map((names) => ({ table, names })))
    .sort((left, right) => left.names.rank - right.names.rank)
    .find(({ table, names }) => fits({ table, names }, byName, rows, platform !== undefined));
  const own = catalog.tables.filter((table) => table.isOwn === true && fitsOwn(table, fields));
  if (found === undefined && own.length === 0) checkMapped(platform, options);
  const ids = [...own, ...(found === undefined ? [] : [found.table])].map(tableId);
  if (own.length > 0 && ids.length > 1) {
    throw new AppError('format_unknown', `The columns of the file match several tables: ${ids.join(', ')}`, {
      hint: 'Name the table with --table.',
    });
  }
  const [only] = own;
  if (only !== undefined) return knownAs(only);
  return (
    found ??
    (options.mapping === undefined || (platform ?? 'shortvideo') !== 'shortvideo'
      ? undefined
      : knownAs(findTable(catalog, 'videos')))
  );
}

/** Records of a known platform need a named table if no table of it has their columns. Errors: `format_unknown`. */
function checkMapped(platform: string | undefined, { catalog, mapping }: FlatOptions): void {
  if (platform === undefined || platform === 'shortvideo' || mapping !== undefined) return;
  const known = catalog.tablesOf(platform).filter(({ derivedFrom }) => derivedFrom === undefined);
  throw new AppError(
    'format_unknown',
    `The records are of the platform "${platform}", and no table of it has these columns`,
    {
      hint: `Name the table with --table (${known.map(tableId).join(', ')}), and the columns with --map THEIRS=OURS.`,
    },
  );
}

/** Whether a file has all key columns of a table and at least one other column. */
function fitsOwn(table: CatalogTable, fields: readonly string[]): boolean {
  const plain = new Set(fields.map(plainName));
  const has = (name: string) => plain.has(plainName(name));
  const others = storedColumns(table).filter(
    ({ name }) => !table.key.includes(name) && name !== table.observedBy,
  );
  return table.key.every(has) && (others.length === 0 || others.some(({ name }) => has(name)));
}

function fits(
  { table, names }: KnownTable,
  byName: FieldNames,
  rows: readonly Row[],
  isPlatformKnown: boolean,
): boolean {
  const aliasesOf = (column: string) =>
    column === 'observed_at' ? observedAtAliases : (names.columns[column] ?? []);
  const typeOf = (column: string) => table.columns.find(({ name }) => name === column)?.type ?? 'VARCHAR';
  const fieldsOf = (column: string) => {
    const aliases = aliasesOf(column).filter((name) => names.vague?.includes(name) !== true);
    return byName.alike(aliases, typeOf(column));
  };
  const has = (column: string) => {
    if (fieldsOf(column).length > 0) return true;
    const isVideos = tableId(table) === 'shortvideo.videos';
    if (isVideos && column === 'video_id') return fieldsByValue(byName, rows, names).length > 0;
    return (
      isVideos &&
      column === 'create_time' &&
      idsTellTime([...fieldsOf('video_id'), ...fieldsByValue(byName, rows, names)], rows)
    );
  };
  const isExcluded = byName.alike(names.excludes ?? [], 'BIGINT').length > 0;
  const isTold =
    isPlatformKnown ||
    (names.needsPlatform !== true && names.needsOne.some(has)) ||
    byName.exactly(names.tells ?? []).length > 0;
  return isTold && names.needs.every(has) && !isExcluded;
}

interface Planning {
  byName: FieldNames;
  rows: readonly Row[];
  options: FlatOptions;
  /** All common names of the table: a field with one of them is no source of another column. */
  exact: ReadonlySet<string>;
}

function planColumn(
  table: CatalogTable,
  column: CatalogColumn,
  planning: Planning & { names: UsualNames; preferences: Preference[] },
): PlannedColumn {
  const isObservedBy = column.name === table.observedBy && table.isOwn !== true;
  const given = planning.names.columns[column.name] ?? [];
  const own = plainName(column.name);
  const isSpelled = planning.byName.fields.some((field) => field.toLowerCase() === column.name);
  // `followers` is a list in the table of accounts, and a number in files.
  const isTaken = planning.exact.has(own) && !given.some((name) => plainName(name) === own);
  // `user_name` is a name like others, and not the column `username`.
  const usual = isTaken ? given : isSpelled ? [column.name, ...given] : [...given, column.name];
  const names = isObservedBy ? [...usual, ...observedAtAliases] : usual;
  const mapped = planning.options.mapping?.columns[column.name];
  const sources = distinct([
    ...sourcesOf(column.name, column.type, names, planning),
    ...(mapped === undefined ? addressSources(table, column.name, planning) : []),
  ]);
  return {
    name: column.name,
    type: column.type,
    sources: mapped === undefined ? inOrder(table, column.name, sources, planning) : sources,
    constant:
      planning.options.constants?.[column.name] ?? (mapped && 'value' in mapped ? mapped.value : undefined),
    ...readingOf(table, column),
  };
}

/** The sources of a column in the order in which they are read. */
function inOrder(
  table: CatalogTable,
  column: string,
  sources: readonly Source[],
  { byName, rows, names, options, preferences }: Planning & { names: UsualNames; preferences: Preference[] },
): readonly Source[] {
  if (tableId(table) !== 'shortvideo.videos' || options.mapping?.usual_names === false) return sources;
  const ids = [
    ...byName.alike(names.columns.video_id ?? [], 'VARCHAR'),
    ...addressFields(byName.fields, rows),
  ];
  const fields = sources.map(({ field }) => field);
  const order = preferred(column, fields, rows, ids);
  const [field = '', over = ''] = [order[0], fields[0]];
  if (field !== over) preferences.push({ column, field, over });
  return order.flatMap((name) => sources.filter((source) => source.field === name));
}

/** The functions that read values of a column. */
export function readingOf(
  table: CatalogTable,
  column: CatalogColumn,
): Pick<PlannedColumn, 'read' | 'saysNothing'> {
  return table.isOwn === true
    ? { read: typedReader(table, column), saysNothing: (value) => saysNothing(column, value) }
    : { read: columnReader(table, column), saysNothing: saysNothingFor(column) };
}

function distinct(sources: readonly Source[]): Source[] {
  return sources.filter(({ field }, i) => sources.findIndex((other) => other.field === field) === i);
}

/** Addresses of videos in fields of any name contain the ID and the author. */
function addressSources(
  table: CatalogTable,
  column: string,
  { byName, rows, options, names }: Planning & { names: UsualNames },
): Source[] {
  if (tableId(table) !== 'shortvideo.videos' || options.mapping?.usual_names === false) return [];
  if (column !== 'video_id' && column !== 'author') return [];
  const isId = column === 'video_id';
  const found = isId ? fieldsByValue(byName, rows, names) : addressFields(byName.fields, rows);
  return found.map((field) => sourceOf(field, options));
}

function sourcesOf(
  column: string,
  type: string,
  usual: readonly string[],
  { byName, options, exact }: Planning,
): Source[] {
  const mapped = options.mapping?.columns[column];
  if (mapped !== undefined) {
    if ('value' in mapped) return [];
    const { unit: durationUnit, day_first: dayFirst } =
      'unit' in mapped || 'day_first' in mapped ? mapped : {};
    return mapped.from.map((field) => sourceOf(field, options, { durationUnit, dayFirst }));
  }
  if (options.mapping?.usual_names === false) return [];
  const alike = byName.alike(usual, type).filter((field) => !exact.has(plainName(field)));
  return [...new Set([...byName.exactly(usual), ...alike])].map((field) => sourceOf(field, options));
}

function sourceOf(field: string, { timeZone }: FlatOptions, given: Source['given'] = {}): Source {
  const durationUnit = given.durationUnit ?? durationUnitIn(field) ?? 's';
  return { field, writing: { durationUnit, dayFirst: given.dayFirst ?? false, zone: timeZone }, given };
}

function checkSources(mapped: Mapping['columns'], fields: readonly string[]): void {
  const missing = Object.values(mapped)
    .flatMap((source) => ('from' in source ? source.from : []))
    .filter((field) => !fields.includes(field));
  if (missing.length === 0) return;
  throw new AppError('mapping_invalid', `The file has no column ${missing.map(quoted).join(', ')}`, {
    hint: `Available columns: ${fields.slice(0, 60).map(shownName).join(', ')}`,
  });
}

/** The first known value of these sources, and its source. */
export function firstValue(
  row: Row,
  sources: PlannedColumn['sources'],
  isUnknown: (value: unknown) => boolean,
): { value: unknown; source: PlannedColumn['sources'][number] } | undefined {
  for (const source of sources) {
    const value = valueAt(row, source.field);
    if (!isUnknown(value)) return { value, source };
  }
  return undefined;
}
