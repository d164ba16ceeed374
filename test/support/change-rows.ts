import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { type FileEntry, makeManifest, openSnapshot, publish, type Snapshot } from '@sdq/index';
import { writeDeltaFile, writeMaskFile } from '../../packages/index/src/files/write-table-file.ts';

/** What becomes of rows, as SQL over `living`, the rows of the table as they are. */
export interface RowChanges {
  /** A SELECT of whole rows: they replace those with the same keys, and others are new. */
  readonly written: string;
  /** The condition on rows that are removed. */
  readonly removed?: string;
}

/**
 * Publishes a delta file and a mask over the rows of a table: found by reading all files, so that it is slow, and right
 * without any of what makes readers fast.
 */
export async function changeRows(root: string, table: CatalogTable, changes: RowChanges): Promise<void> {
  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  const snapshot = await openSnapshot(root);
  const { manifest } = snapshot;
  const { written, removed = 'false' } = changes;
  await connection.run(`CREATE TEMP TABLE living AS ${trueRows(snapshot, table)}`);
  await connection.run(`CREATE TEMP TABLE written AS ${written}`);
  const isSame = table.key.map((name) => `new.${sqlName(name)} = old.${sqlName(name)}`).join(' AND ');
  await connection.run(
    `CREATE TEMP TABLE masked AS SELECT old.* FROM living AS old SEMI JOIN written AS new ON ${isSame}
     UNION SELECT * FROM living WHERE ${removed}`,
  );
  const list = storedColumns(table).map(({ name }) => sqlName(name));
  const whole = `(SELECT ${list.join(', ')}, NULL AS _older FROM written)`;
  const delta = await writeDeltaFile(connection, root, table, whole);
  const mask = await writeMaskFile(connection, root, table, 'masked');
  connection.closeSync();
  const id = tableId(table);
  const all = Object.entries(manifest.tables);
  const tables: Record<string, FileEntry[]> = Object.fromEntries(
    all.map(([name, { files }]) => [name, files]),
  );
  tables[id] = [...(tables[id] ?? []), ...(delta === null ? [] : [delta])];
  const masks = Object.fromEntries(all.map(([name, entry]) => [name, entry.masks ?? []]));
  masks[id] = [...(masks[id] ?? []), ...(mask === null ? [] : [mask])];
  const { sources, segments, snapshot_id: parent } = manifest;
  await publish(root, makeManifest({ parent, tables, masks, sources, segments }));
}

/**
 * The rows of a table with the file and the number of each, as a SELECT over all files and all masks; of a derived table,
 * what `source` gives.
 */
export function trueRows(snapshot: Snapshot, table: CatalogTable, source?: CatalogTable): string {
  if (table.derivedFrom !== undefined && source !== undefined)
    return `WITH source AS (${trueRows(snapshot, source)}) ${table.derivedFrom.sql}`;
  const list = storedColumns(table).map(({ name }) => sqlName(name));
  const paths = snapshot.files(table).map((file) => snapshot.path(file));
  const masks = snapshot.masks(table).map((mask) => snapshot.path(mask));
  const all = `SELECT replace(filename, ${sqlString(`${snapshot.root}/`)}, '') AS file_path, file_row_number AS pos, ${list.join(', ')}
    FROM read_parquet(${sqlStrings(paths)}, hive_partitioning = false, filename = true, file_row_number = true)`;
  if (masks.length === 0) return all;
  return `SELECT * FROM (${all}) WHERE (file_path, pos) NOT IN (SELECT (file_path, pos) FROM read_parquet(${sqlStrings(masks)}))`;
}
