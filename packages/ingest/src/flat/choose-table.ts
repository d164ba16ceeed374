import { type Catalog, type CatalogTable, storedColumns, tableId, type UsualNames } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { Row } from '../containers/record-chunk.ts';
import type { FieldNames } from './field-names.ts';
import type { Mapping } from './mapping-file.ts';
import { samplePlatform } from './sample-platform.ts';
import { observedAtAliases, plainName } from './usual-names.ts';
import { fieldsByValue, idsTellTime } from './video-addresses.ts';

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
export interface KnownTable {
  table: CatalogTable;
  names: UsualNames;
}

/** The table with its first set of common names; the default is its own column names. */
export function knownAs(table: CatalogTable): KnownTable {
  const [names = { table: table.name, rank: 0, columns: {}, needs: [], needsOne: [] }] =
    table.usualNames ?? [];
  return { table, names };
}

/**
 * The table whose common names match the file; with a mapping that names no table, videos unless another one matches.
 * User-defined tables have only their own column names. Errors: `format_unknown` if several tables match.
 */
export function fitting(
  byName: FieldNames,
  rows: readonly Row[],
  options: FlatOptions,
): KnownTable | undefined {
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
