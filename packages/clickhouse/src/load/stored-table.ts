import { type CatalogColumn, type CatalogTable, storedColumns, type TextPart } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import { clickhouseName, clickhouseString } from '../client/sql.ts';
import { type ClusterColumn, storageType } from '../emit/index.ts';
import { qualified, readName, storedName } from '../snapshots/names.ts';

/** What the rows of a table have that its description does not promise: NULLs in a column, or in its lists. */
export interface ColumnFacts {
  readonly nullable: ReadonlySet<string>;
  readonly elementsNullable: ReadonlySet<string>;
}

/** A table as the nodes of a cluster store it. */
export interface StoredTable {
  readonly table: CatalogTable;
  readonly columns: readonly ClusterColumn[];
  readonly sharding: readonly string[];
}

export function storedTable(table: CatalogTable, { nullable, elementsNullable }: ColumnFacts): StoredTable {
  const columns = table.columns.map(({ name, type, nullable: isNullable, parts }) => ({
    name,
    type,
    nullable: nullable.has(name) || (isNullable && !type.endsWith('[]')) || hasNull(parts, table, nullable),
    ...(type.endsWith('[]') && { elementsNullable: elementsNullable.has(name) }),
    ...(type.endsWith('[]') && nullable.has(name) && { isBoxed: true }),
  }));
  return { table, columns, sharding: [shardingColumn(table).name] };
}

/** Whether a concatenation may be NULL. */
function hasNull(
  parts: readonly TextPart[] | undefined,
  table: CatalogTable,
  nullable: ReadonlySet<string>,
): boolean {
  return (parts ?? []).some(
    (part) =>
      typeof part !== 'string' &&
      part.whenNull === undefined &&
      (nullable.has(part.column) ||
        table.columns.find(({ name }) => name === part.column)?.nullable === true),
  );
}

/** Columns whose values are written: all but those that ClickHouse concatenates itself when it reads. */
export function writtenColumns(table: CatalogTable): CatalogColumn[] {
  return table.columns.filter(({ parts }) => parts === undefined);
}

/** The column by whose hash rows are spread: the first one of the key that has a text of its own. */
function shardingColumn({ key, columns, platform, name }: CatalogTable): CatalogColumn {
  const ofKey = key.flatMap((each) => columns.filter((column) => column.name === each));
  const found = ofKey.find(({ type }) => /^(VARCHAR|U?(TINY|SMALL|BIG)?INT(EGER)?|DATE|BOOLEAN)$/.test(type));
  if (found !== undefined) return found;
  throw new AppError(
    'not_supported_by_backend',
    `The key of ${platform}.${name} cannot be spread over nodes`,
    {
      hint: 'Give the table a key with a column of texts, whole numbers or dates',
    },
  );
}

/** For a SELECT of all columns in DuckDB: lists that may be NULL, as they are stored. */
export function boxesOf({ columns }: { readonly columns: readonly ClusterColumn[] }): string {
  const boxed = columns.filter(({ isBoxed }) => isBoxed).map(({ name }) => sqlName(name));
  const values = boxed.map((name) => `CASE WHEN ${name} IS NULL THEN [] ELSE [${name}] END AS ${name}`);
  return values.length === 0 ? '' : ` REPLACE (${values.join(', ')})`;
}

/** The shard of a row, from 0, as DuckDB computes it. */
export function duckdbShard(column: string, shards: number): string {
  return `(md5_number_upper(coalesce(${sqlName(column)}::VARCHAR, '')) % ${shards})::INTEGER`;
}

/** The same hash in ClickHouse. */
export function clickhouseHash(column: string): string {
  return `reinterpretAsUInt64(MD5(ifNull(toString(${clickhouseName(column)}), '')))`;
}

/** Statements that create a table in the database of a snapshot: where rows are stored, and where they are read. */
export function createStatements(
  { table, columns, sharding }: StoredTable,
  database: string,
  cluster: string | undefined,
): string[] {
  const isDistributed = cluster !== undefined;
  const stored = qualified(database, storedName(table, isDistributed));
  const list = columns.map((column) => columnSql(column, table)).join(', ');
  const partition =
    table.partitionBy === undefined ? '' : ` PARTITION BY toYYYYMM(${clickhouseName(table.partitionBy)})`;
  const create = `CREATE TABLE IF NOT EXISTS ${stored} (${[list, ...indexes(table, columns)].join(', ')}) ENGINE = MergeTree${partition}
    ORDER BY (${table.key.map(clickhouseName).join(', ')}) SETTINGS allow_nullable_key = 1`;
  if (!isDistributed) return [create];
  const read = qualified(database, readName(table));
  const hash = clickhouseHash(sharding[0] as string);
  return [
    create,
    `CREATE TABLE IF NOT EXISTS ${read} (${list}) ENGINE = Distributed(${clickhouseName(cluster)}, ${clickhouseName(database)}, ${clickhouseString(storedName(table, true))}, ${hash})`,
  ];
}

function columnSql(column: ClusterColumn, table: CatalogTable): string {
  const type = storageType(column);
  if (type === undefined)
    throw new AppError(
      'not_supported_by_backend',
      `ClickHouse does not store ${table.name}.${column.name}: ${column.type}`,
      {
        hint: 'Give the column another type in the description of the table',
      },
    );
  const parts = table.columns.find(({ name }) => name === column.name)?.parts;
  const alias = parts === undefined ? '' : ` ALIAS concat(${['', ...parts].map(partSql).join(', ')})`;
  return `${clickhouseName(column.name)} ${type}${alias}`;
}

function partSql(part: TextPart): string {
  if (typeof part === 'string') return clickhouseString(part);
  const name = clickhouseName(part.column);
  return part.whenNull === undefined ? name : `ifNull(${name}, ${clickhouseString(part.whenNull)})`;
}

/** Skip indexes by roles: which granules may hold an owner, a tag, or numbers and times of a span. */
function indexes(table: CatalogTable, columns: readonly ClusterColumn[]): string[] {
  const ofRole = (column: CatalogColumn): string | undefined => {
    if (table.key[0] === column.name) return undefined;
    switch (column.role) {
      case 'tags': {
        // such an index takes no lists whose elements may be NULL, nor lists of lists
        const stored = columns.find(({ name }) => name === column.name);
        return stored?.elementsNullable === true || stored?.isBoxed === true
          ? undefined
          : 'bloom_filter(0.01) GRANULARITY 1';
      }
      case 'owner':
      case 'owner-name':
      case 'parent':
        return 'bloom_filter(0.01) GRANULARITY 1';
      case 'measure':
      case 'time':
        return 'minmax GRANULARITY 1';
      default:
        return undefined;
    }
  };
  return storedColumns(table).flatMap((column) => {
    const kind = ofRole(column);
    const name = clickhouseName(column.name);
    return kind === undefined ? [] : [`INDEX ${clickhouseName(`by_${column.name}`)} ${name} TYPE ${kind}`];
  });
}
