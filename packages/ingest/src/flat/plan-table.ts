import { type CatalogColumn, type CatalogTable, storedColumns, tableId, type UsualNames } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Row, Sample } from '../containers/record-chunk.ts';
import { isObject } from '../values/json-object.ts';
import { quoted, shownName } from '../values/shown.ts';
import { type FlatOptions, findTable, fitting, knownAs } from './choose-table.ts';
import { FieldNames, unusedFields } from './field-names.ts';
import { checkColumns, type Mapping } from './mapping-file.ts';
import { type Preference, preferred } from './prefer-sources.ts';
import { columnReader, type Read, saysNothingFor, type Writing } from './read-column.ts';
import { saysNothing, typedReader } from './read-typed.ts';
import { durationUnitIn, pathsIn, valueAt } from './source-columns.ts';
import { observedAtAliases, plainName } from './usual-names.ts';
import { addressFields, fieldsByValue } from './video-addresses.ts';

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
