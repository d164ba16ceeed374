import { constants, copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type FileEntry, type GroupStatistics, type SegmentEntry, sha256OfFile } from '@sdq/index';
import type { Structure } from '../candidates/structure.ts';
import type { BuildFolder } from './build-folder.ts';
import { currentStructures, hasAllColumns } from './current-structures.ts';
import { SegmentFile } from './segment-file.ts';
import { groupStatistics } from './structure-statistics.ts';

/**
 * Starts a build with the structures of a published segment over exactly the same files, if they would be built the
 * same way today; new or changed structures remain to be built. Does nothing if there is no such segment, or its file
 * is damaged.
 */
export async function takeOver(
  root: string,
  table: CatalogTable,
  structures: readonly Structure[],
  folder: BuildFolder,
  files: readonly FileEntry[],
  { published, memoryBytesMax }: { published: readonly SegmentEntry[]; memoryBytesMax: number },
): Promise<void> {
  const segment = published.find((each) => isOver(each, files));
  const kept = segment === undefined ? [] : currentStructures(structures, segment);
  if (segment === undefined || kept.length === 0) return;
  const copy = join(folder.path, 'taken-over.duckdb');
  await rm(copy, { force: true });
  await rm(`${copy}.wal`, { force: true });
  await copyFile(join(root, segment.path), copy, constants.COPYFILE_FICLONE);
  if ((await sha256OfFile(copy)) !== segment.sha256) {
    await rm(copy);
    return;
  }
  const temporaryDirectory = SegmentFile.spill(folder.path);
  await using database = await Database.open({ memoryBytesMax, temporaryDirectory });
  const noted = await keepOnly(database, copy, kept);
  for (const { name } of kept) {
    const { rows = 0, floor } = segment.structures[name] ?? {};
    const built = { rows, ...(floor === undefined ? {} : { floor }), bytes: 0, ...noted.get(name) };
    await folder.noteStructure(name, { ...built, seconds: 0, cpuSeconds: 0, checkSeconds: 0 });
  }
  if (hasAllColumns(table, segment)) await folder.noteColumns(segment.statistics?.columns ?? {});
  await rename(copy, SegmentFile.path(folder.path));
}

/** Whether a segment covers exactly these files, in their order. */
export function isOver({ covers }: SegmentEntry, files: readonly FileEntry[]): boolean {
  return (
    covers.length === files.length &&
    covers.every(({ path, rows }, at) => path === files[at]?.path && rows === files[at]?.rows)
  );
}

/** Drops all other structures. Returns the group sizes of the remaining ones, because those of the segment may be older. */
async function keepOnly(
  database: Database,
  path: string,
  kept: readonly Structure[],
): Promise<Map<string, { groups?: GroupStatistics }>> {
  const names = kept.map(({ name }) => name);
  const connection = await database.connect();
  await connection.run(`ATTACH ${sqlString(path)} AS segment`);
  const tables = await allRows<{ table_name: string }>(
    connection,
    "SELECT table_name FROM duckdb_tables() WHERE database_name = 'segment'",
  );
  for (const { table_name: name } of tables)
    if (!names.includes(name)) await connection.run(`DROP TABLE segment.main.${sqlName(name)}`);
  await connection.run('CHECKPOINT segment');
  await connection.run('USE segment');
  const noted = new Map<string, { groups?: GroupStatistics }>();
  for (const structure of kept) noted.set(structure.name, await groupStatistics(connection, structure));
  await connection.run('USE memory');
  await connection.run('DETACH segment');
  connection.closeSync();
  return noted;
}
