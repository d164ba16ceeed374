import { resolve } from 'node:path';
import { type Catalog, type CatalogTable, publicSelectList } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { derivedRows } from '../files/derived-rows.ts';
import { livingRows } from '../files/living-rows.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * A script that lets plain DuckDB see one snapshot as the engine does: a schema per platform, a view per table, over
 * the snapshot's own files by absolute path. A view reads base files and delta files without the rows that masks
 * hide. It works as long as the snapshot is retained.
 */
export function duckdbViews(snapshot: Snapshot, catalog: Catalog): string {
  const lines = [
    `-- snapshot ${snapshot.id}`,
    `SET TimeZone = 'UTC';`,
    ...catalog.platforms.map((platform) => `CREATE SCHEMA IF NOT EXISTS ${sqlName(platform)};`),
    ...catalog.tables.map((table) => viewOf(table, snapshot, catalog)),
  ];
  return `${lines.join('\n')}\n`;
}

function viewOf(table: CatalogTable, snapshot: Snapshot, catalog: Catalog): string {
  return [
    `CREATE OR REPLACE VIEW ${sqlName(table.platform)}.${sqlName(table.name)} AS`,
    `SELECT ${publicSelectList(table)}`,
    `FROM ${source(table, snapshot, catalog)};`,
  ].join('\n');
}

function source(table: CatalogTable, snapshot: Snapshot, catalog: Catalog): string {
  const root = resolve(snapshot.root);
  const stateOf = (of: CatalogTable) => ({ files: snapshot.files(of), masks: snapshot.masks(of) });
  const from = table.derivedFrom && catalog.find(table.platform, table.derivedFrom.table);
  return from === undefined
    ? livingRows(root, table, stateOf(table))
    : derivedRows(root, table, stateOf(table), from, stateOf(from));
}
