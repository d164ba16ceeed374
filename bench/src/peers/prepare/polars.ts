import { dirname, join } from 'node:path';
import { publicSelectList } from '@sdq/catalog';
import { peerPackageVersion } from './peer-package.ts';
import type { PrepareContext, PreparedPeer } from './prepared-peer.ts';

/** Polars over the raw Parquet files. */
export async function preparePolars(context: PrepareContext): Promise<PreparedPeer> {
  const { packages } = context;
  const version = await peerPackageVersion('nodejs-polars', packages);
  const tables = context.raw.filter(({ paths }) => paths.length > 0);
  return {
    description: `Polars (nodejs-polars ${version}), SQL over the raw Parquet files`,
    dialect: 'polars',
    specification: {
      kind: 'polars',
      packages,
      tables: tables.map(({ table, paths }) => ({
        name: table.name,
        files: join(dirname(paths[0] ?? ''), '*.parquet'),
        selectList: publicSelectList(table),
      })),
    },
    bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
  };
}
