import { resolve } from 'node:path';
import { type Catalog, type CatalogTable, publicSelectList } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { tableFiles } from '../files/table-files.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A script that lets plain DuckDB see one snapshot as the engine does: a schema per platform, a view per table, over
 * the snapshot's own files by absolute path. It works as long as the snapshot is retained.
 */
export function duckdbViews(snapshot: Snapshot, catalog: Catalog): string {
  const lines = [
    `-- snapshot ${snapshot.id}`,
    `SET TimeZone = 'UTC';`,
    ...catalog.platforms.map((platform) => `CREATE SCHEMA IF NOT EXISTS ${sqlName(platform)};`),
    ...catalog.tables.map((table) => viewOf(table, snapshot)),
  ];
  return `${lines.join('\n')}\n`;
}

function viewOf(table: CatalogTable, snapshot: Snapshot): string {
  return [
    `CREATE OR REPLACE VIEW ${sqlName(table.platform)}.${sqlName(table.name)} AS`,
    `SELECT ${publicSelectList(table)}`,
    `FROM ${source(table, snapshot)};`,
  ].join('\n');
}

function source(table: CatalogTable, snapshot: Snapshot): string {
  return tableFiles(
    table,
    snapshot.files(table).map((file) => ({ path: resolve(snapshot.path(file)), schema: file.schema })),
  );
}
