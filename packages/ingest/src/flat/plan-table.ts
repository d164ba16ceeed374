import { type Catalog, type CatalogColumn, type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Row, Sample } from '../media/medium.ts';
import { isObject } from '../values/json-object.ts';
import { type AliasTable, aliasTables, observedAtAliases, plainName } from './aliases.ts';
import { checkColumns, type Mapping } from './mapping-file.ts';
import { columnReader, type Writing } from './read-column.ts';
import { pathsIn, valueAt, writingOf } from './source-columns.ts';

export interface FlatOptions {
  /** Where tables are looked for. */
  catalog: Catalog;
  table?: string | undefined;
  mapping?: Mapping | undefined;
  constants?: Readonly<Record<string, string>> | undefined;
}

/** Where the values of one catalogue column come from, in a file's own names. */
export interface PlannedColumn {
  readonly name: string;
  readonly sources: readonly { readonly field: string; readonly writing: Writing }[];
  readonly constant: unknown;
  readonly read: ReturnType<typeof columnReader>;
}

/** How the rows of one flat file become rows of one table. */
export interface FlatTable {
  readonly table: CatalogTable;
  readonly columns: readonly PlannedColumn[];
  readonly observedAt: readonly { readonly field: string; readonly writing: Writing }[];
}

/**
 * Settles which table a flat file's rows belong to, and which of its columns feed which of the table's: by the
 * mapping, else by usual names. Undefined when no table fits. Errors: `mapping_invalid`.
 */
export function planFlatTable(sample: Sample, options: FlatOptions): FlatTable | undefined {
  const rows = sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
  const fields = sample.kind === 'json' ? pathsIn(rows) : sample.columns;
  const named = options.table ?? options.mapping?.table;
  const aliases =
    named === undefined ? fitting(fields, options) : aliasTableOf(findTable(options.catalog, named));
  if (aliases === undefined) return undefined;
  const table = findTable(options.catalog, aliases.table);
  const mapped = options.mapping?.columns ?? {};
  checkColumns(table, [...Object.keys(mapped), ...Object.keys(options.constants ?? {})]);
  if (sample.kind !== 'json') checkSources(mapped, fields);
  const columns = storedColumns(table)
    .filter((column) => column.name !== table.observedBy || table.key.includes(column.name))
    .map((column) => planColumn(table, column, { aliases, fields, rows, options }))
    .filter((column) => column.sources.length > 0 || column.constant !== undefined);
  const observedNames = mapped[table.observedBy] ? table.observedBy : 'observed_at';
  const observedAt = sourcesOf(observedNames, observedAtAliases, { fields, rows, options });
  if (columns.length === 0) return undefined;
  return { table, columns, observedAt };
}

/** The table of a name, `videos` or `micro.tweets`. Errors: `mapping_invalid`. */
export function findTable(catalog: Catalog, name: string): CatalogTable {
  const id = name.includes('.') ? name : `shortvideo.${name}`;
  const found = catalog.byId(id);
  if (found !== undefined && found.derivedFrom === undefined) return found;
  const known = catalog.tables.filter((table) => table.derivedFrom === undefined);
  throw new AppError('mapping_invalid', `there is no table "${name}" to add to`, {
    param: 'table',
    hint: `there are ${known.map((table) => (table.platform === 'shortvideo' ? table.name : tableId(table))).join(', ')}`,
  });
}

/** Its usual names; a table without any is known by its own. */
function aliasTableOf(table: CatalogTable): AliasTable {
  const found = aliasTables.find((candidate) => candidate.table === tableId(table));
  return found ?? { table: tableId(table), columns: {}, needs: [], needsOne: [] };
}

/** The table whose usual names the file has; with a mapping that names none, it is videos unless another fits. */
function fitting(fields: readonly string[], options: FlatOptions): AliasTable | undefined {
  const found = aliasTables.find((table) => fits(table, fields));
  return (
    found ?? (options.mapping === undefined ? undefined : aliasTableOf(findTable(options.catalog, 'videos')))
  );
}

function fits(candidate: AliasTable, fields: readonly string[]): boolean {
  const plain = new Set(fields.map(plainName));
  const has = (column: string) => {
    const own =
      column === 'observed_at' ? observedAtAliases : (candidate.columns[column] ?? createTimeOnly(column));
    return own.some((alias) => plain.has(alias) && candidate.vague?.includes(alias) !== true);
  };
  return candidate.needs.every(has) && candidate.needsOne.some(has) && !(candidate.excludes ?? []).some(has);
}

/** Names by which a table that lacks the column recognises that the file is another's. */
function createTimeOnly(column: string): readonly string[] {
  const videos = aliasTables.find((table) => table.table === 'shortvideo.videos')?.columns ?? {};
  if (column === 'video_id') return ['videoid', 'awemeid'];
  return videos[column] ?? [];
}

interface Planning {
  fields: readonly string[];
  rows: readonly Row[];
  options: FlatOptions;
}

function planColumn(
  table: CatalogTable,
  column: CatalogColumn,
  planning: Planning & { aliases: AliasTable },
): PlannedColumn {
  const isObservedBy = column.name === table.observedBy;
  const usual = [plainName(column.name), ...(planning.aliases.columns[column.name] ?? [])];
  const names = isObservedBy ? [...usual, ...observedAtAliases] : usual;
  const mapped = planning.options.mapping?.columns[column.name];
  return {
    name: column.name,
    sources: sourcesOf(column.name, names, planning),
    constant:
      planning.options.constants?.[column.name] ?? (mapped && 'value' in mapped ? mapped.value : undefined),
    read: columnReader(table, column),
  };
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
    `the file has no column ${missing.map((name) => `"${name}"`).join(', ')}`,
    {
      hint: `it has ${fields.slice(0, 60).join(', ')}`,
    },
  );
}

/** The first value of these sources that says something, and where it stood. */
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
