import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CatalogTable, publicSelectList, storedColumns } from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { folderBytes } from '../../data/folder-bytes.ts';
import { lackOfDisk } from '../../data/free-disk.ts';
import { loadClickhouse } from './load-clickhouse.ts';
import { peerPackageVersion } from './peer-package.ts';
import type { PrepareContext, PreparedPeer } from './prepared-peer.ts';

const types: Readonly<Record<string, string>> = {
  VARCHAR: 'String',
  'VARCHAR[]': 'Array(String)',
  BIGINT: 'Int64',
  INTEGER: 'Int32',
  DOUBLE: 'Float64',
  BOOLEAN: 'Bool',
  DATE: 'Date32',
  'TIMESTAMP WITH TIME ZONE': "DateTime64(6, 'UTC')",
};

/** Columns that a ClickHouse user would declare as LowCardinality. */
const fewValued = new Set(['region', 'language']);

/** ClickHouse over the raw Parquet files. */
export async function prepareClickhouse(context: PrepareContext): Promise<PreparedPeer> {
  const { packages } = context;
  const version = await peerPackageVersion('chdb', packages);
  const session = join(context.directory, 'clickhouse-parquet');
  // Views are cheap, so they are always created again for the files of this run.
  await rm(session, { recursive: true, force: true });
  const tables = context.raw.filter(({ paths }) => paths.length > 0);
  return {
    description: `ClickHouse (chdb ${version}), the raw Parquet files`,
    dialect: 'clickhouse',
    specification: {
      kind: 'clickhouse',
      packages,
      session,
      setUp: [
        'CREATE DATABASE IF NOT EXISTS bench',
        ...tables.map(
          ({ table, paths }) =>
            `CREATE OR REPLACE VIEW bench.${sqlName(table.name)} AS SELECT ${publicSelectList(table)}
             FROM file(${sqlString(globOf(paths))}, Parquet)`,
        ),
        'USE bench',
      ],
      memoryBytesMax: context.memoryBytesMax,
    },
    bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
  };
}

/** ClickHouse's native tables, sorted by video if they have its ID. */
export async function prepareMergeTree(context: PrepareContext): Promise<PreparedPeer> {
  const { packages } = context;
  const version = await peerPackageVersion('chdb', packages);
  const names = context.raw.map(({ table }) => table.name).join('-');
  const session = join(context.directory, `clickhouse-mergetree-${names}`);
  const built = await stat(session).then(
    () => true,
    () => false,
  );
  const buildSeconds = built ? undefined : await buildMergeTree(session, context);
  return {
    description: `ClickHouse (chdb ${version}), MergeTree tables ordered by video_id`,
    dialect: 'clickhouse',
    specification: {
      kind: 'clickhouse',
      packages,
      session,
      setUp: ['USE bench', 'SYSTEM STOP MERGES'],
      memoryBytesMax: context.memoryBytesMax,
    },
    bytes: folderBytes(session),
    ...(buildSeconds !== undefined && { buildSeconds }),
  };
}

async function buildMergeTree(session: string, context: PrepareContext): Promise<number> {
  const { raw, directory, onProgress } = context;
  await mkdir(directory, { recursive: true });
  // Merges write new parts before the old ones are deleted.
  const lack = await lackOfDisk(directory, raw.reduce((sum, table) => sum + table.bytes, 0) * 2);
  if (lack !== undefined) throw new Error(lack);
  return await loadClickhouse(session, 'ClickHouse MergeTree', context, async (process) => {
    for (const { table, paths } of raw) {
      onProgress(`loading ClickHouse MergeTree ${table.name}`);
      for (const statement of createTable(table)) await process.measure(statement);
      if (paths.length > 0) await process.measure(insertInto(table, paths));
    }
  });
}

/** A table with the stored columns, and a view over it that adds the computed ones at their positions. */
function createTable(table: CatalogTable): string[] {
  const columns = storedColumns(table).map((column) => {
    const type = types[column.type];
    if (type === undefined) throw new Error(`ClickHouse’s name for ${column.type} is not known here`);
    const inner = column.nullable ? `Nullable(${type})` : type;
    return `${sqlName(column.name)} ${fewValued.has(column.name) ? `LowCardinality(${inner})` : inner}`;
  });
  const hasVideo = table.columns.some((column) => column.name === 'video_id');
  const order = [...new Set([...(hasVideo ? ['video_id'] : []), ...table.key])];
  return [
    `CREATE TABLE ${storedName(table)} (${columns.join(', ')})
     ENGINE = MergeTree ORDER BY (${order.map(sqlName).join(', ')})`,
    `CREATE VIEW ${sqlName(table.name)} AS SELECT ${publicSelectList(table)} FROM ${storedName(table)}`,
  ];
}

function storedName(table: CatalogTable): string {
  return sqlName(`stored_${table.name}`);
}

function insertInto(table: CatalogTable, paths: readonly string[]): string {
  const columns = storedColumns(table).map((column) => sqlName(column.name));
  return `INSERT INTO ${storedName(table)} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM file(${sqlString(globOf(paths))}, Parquet)`;
}

function globOf(paths: readonly string[]): string {
  return join(dirname(paths[0] ?? ''), '*.parquet');
}
