import type { CatalogTable } from '@sdq/catalog';
import { tableId } from '@sdq/catalog';
import { clickhouseName } from '../client/sql.ts';

/** The database that tells which snapshot is the current one. */
export const homeDatabase = 'sdq';

/** The database with the tables of one snapshot; its id has 32 hex digits. */
export function snapshotDatabase(id: string): string {
  return `${homeDatabase}_${id}`;
}

/** The id of the snapshot whose tables a database has; undefined for any other database. */
export function snapshotOf(database: string): string | undefined {
  return /^sdq_([0-9a-f]{32})$/.exec(database)?.[1];
}

/** The table that queries read. */
export function readName(table: Pick<CatalogTable, 'platform' | 'name'>): string {
  return tableId(table);
}

/** The table with the rows of one node: the same on a single node. */
export function storedName(table: Pick<CatalogTable, 'platform' | 'name'>, isDistributed: boolean): string {
  return isDistributed ? `${tableId(table)}.local` : tableId(table);
}

/** A table in a database, quoted. */
export function qualified(database: string, table: string): string {
  return `${clickhouseName(database)}.${clickhouseName(table)}`;
}
