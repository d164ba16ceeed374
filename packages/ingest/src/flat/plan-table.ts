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
import { isBlank } from '../values/text.ts';
import { checkColumns, type Mapping } from './mapping-file.ts';
import { columnReader, type Read, type Writing } from './read-column.ts';
import { saysNothing, typedReader } from './read-typed.ts';
import { pathsIn, valueAt, writingOf } from './source-columns.ts';
import { observedAtAliases, plainName } from './usual-names.ts';

export interface FlatOptions {
  /** The catalog of available tables. */
  catalog: Catalog;
  table?: string | undefined;
  mapping?: Mapping | undefined;
  constants?: Readonly<Record<string, string>> | undefined;
}

/** The sources of one catalogue column in a file. */
export interface PlannedColumn {
  readonly name: string;
  readonly sources: readonly { readonly field: string; readonly writing: Writing }[];
  readonly constant: unknown;
  readonly read: Read;
  /** Whether a value is unknown, so that the next source is used. */
  readonly saysNothing: (value: unknown) => boolean;
}

/** The mapping of a flat file's rows to rows of one table. */
export interface FlatTable {
  readonly table: CatalogTable;
  readonly columns: readonly PlannedColumn[];
  readonly observedAt: readonly { readonly field: string; readonly writing: Writing }[];
  /** Columns of the file that are not mapped to a table column. */
  readonly unused: readonly string[];
}

/**
 * Determines the table of a flat file and the sources of its columns: from the mapping, else from common names.
 * Undefined if no table matches. Errors: `mapping_invalid`.
 */
export function planFlatTable(sample: Sample, options: FlatOptions): FlatTable | undefined {
  const rows = sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
  const fields = sample.kind === 'json' ? pathsIn(rows) : sample.columns;
  const named = options.table ?? options.mapping?.table;
  const found = named === undefined ? fitting(fields, options) : knownAs(findTable(options.catalog, named));
  if (found === undefined) return undefined;
  const { table, names } = found;
  const mapped = options.mapping?.columns ?? {};
  checkColumns(table, [...Object.keys(mapped), ...Object.keys(options.constants ?? {})]);
  if (sample.kind !== 'json') checkSources(mapped, fields);
  const columns = storedColumns(table)
    .filter((column) => column.name !== table.observedBy || table.key.includes(column.name))
    .map((column) => planColumn(table, column, { names, fields, rows, options }))
    .filter((column) => column.sources.length > 0 || column.constant !== undefined);
  const observedNames = mapped[table.observedBy] ? table.observedBy : 'observed_at';
  const observedAt = sourcesOf(observedNames, observedAtNames(table), { fields, rows, options });
  if (columns.length === 0) return undefined;
  const sources = [...columns.flatMap((column) => column.sources), ...observedAt].map(({ field }) => field);
  const taken = new Set([...sources, ...(tableId(table) === 'shortvideo.videos' ? readBeside : [])]);
  return { table, columns, observedAt, unused: unusedOf(fields, taken) };
}

/** Fields of videos that are read in addition to the columns of their table. */
const readBeside = ['source', 'voice_to_text', 'voiceToText'];

/** Names of the observation time in a file. */
function observedAtNames({ isOwn, observedBy }: CatalogTable): readonly string[] {
  return isOwn === true && !observedAtAliases.includes(plainName(observedBy))
    ? [plainName(observedBy)]
    : observedAtAliases;
}

/** Fields that are not read, and neither are their parents or members. */
function unusedOf(fields: readonly string[], taken: ReadonlySet<string>): string[] {
  const used = (field: string) =>
    [...taken].some(
      (other) => other === field || other.startsWith(`${field}.`) || field.startsWith(`${other}.`),
    );
  return fields.filter(
    (field) => !used(field) && !fields.some((other) => field.startsWith(`${other}.`) && !used(other)),
  );
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
function fitting(fields: readonly string[], options: FlatOptions): KnownTable | undefined {
  const { catalog } = options;
  const found = catalog.tables
    .flatMap((table) => (table.usualNames ?? []).map((names) => ({ table, names })))
    .sort((left, right) => left.names.rank - right.names.rank)
    .find(({ names }) => fits(names, fields));
  const own = catalog.tables.filter((table) => table.isOwn === true && fitsOwn(table, fields));
  const ids = [...own, ...(found === undefined ? [] : [found.table])].map(tableId);
  if (own.length > 0 && ids.length > 1) {
    throw new AppError('format_unknown', `The columns of the file match several tables: ${ids.join(', ')}`, {
      hint: 'Name the table with --table.',
    });
  }
  const [only] = own;
  if (only !== undefined) return knownAs(only);
  return found ?? (options.mapping === undefined ? undefined : knownAs(findTable(catalog, 'videos')));
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

function fits(candidate: UsualNames, fields: readonly string[]): boolean {
  const plain = new Set(fields.map(plainName));
  const hasName = (names: readonly string[]) =>
    names.some((name) => plain.has(name) && candidate.vague?.includes(name) !== true);
  const has = (column: string) =>
    hasName(column === 'observed_at' ? observedAtAliases : (candidate.columns[column] ?? []));
  return candidate.needs.every(has) && candidate.needsOne.some(has) && !hasName(candidate.excludes ?? []);
}

interface Planning {
  fields: readonly string[];
  rows: readonly Row[];
  options: FlatOptions;
}

function planColumn(
  table: CatalogTable,
  column: CatalogColumn,
  planning: Planning & { names: UsualNames },
): PlannedColumn {
  const isObservedBy = column.name === table.observedBy && table.isOwn !== true;
  const usual = [plainName(column.name), ...(planning.names.columns[column.name] ?? [])];
  const names = isObservedBy ? [...usual, ...observedAtAliases] : usual;
  const mapped = planning.options.mapping?.columns[column.name];
  return {
    name: column.name,
    sources: sourcesOf(column.name, names, planning),
    constant:
      planning.options.constants?.[column.name] ?? (mapped && 'value' in mapped ? mapped.value : undefined),
    ...readingOf(table, column),
  };
}

/** The functions that read values of a column. */
export function readingOf(
  table: CatalogTable,
  column: CatalogColumn,
): Pick<PlannedColumn, 'read' | 'saysNothing'> {
  return table.isOwn === true
    ? { read: typedReader(table, column), saysNothing: (value) => saysNothing(column, value) }
    : { read: columnReader(table, column), saysNothing: isBlank };
}

function sourcesOf(column: string, usual: readonly string[], { fields, rows, options }: Planning) {
  const mapped = options.mapping?.columns[column];
  if (mapped !== undefined) {
    if ('value' in mapped) return [];
    return mapped.from.map((field) => {
      const writing = writingOf(field, rows);
      return {
        field,
        writing: {
          durationUnit: ('unit' in mapped ? mapped.unit : undefined) ?? writing.durationUnit,
          dayFirst: ('day_first' in mapped ? mapped.day_first : undefined) ?? writing.dayFirst,
        },
      };
    });
  }
  if (options.mapping?.usual_names === false) return [];
  const found = usual.flatMap((alias) => fields.filter((field) => plainName(field) === alias));
  return [...new Set(found)].map((field) => ({ field, writing: writingOf(field, rows) }));
}

function checkSources(mapped: Mapping['columns'], fields: readonly string[]): void {
  const missing = Object.values(mapped)
    .flatMap((source) => ('from' in source ? source.from : []))
    .filter((field) => !fields.includes(field));
  if (missing.length === 0) return;
  throw new AppError(
    'mapping_invalid',
    `The file has no column ${missing.map((name) => `"${name}"`).join(', ')}`,
    {
      hint: `Available columns: ${fields.slice(0, 60).join(', ')}`,
    },
  );
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
