import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogTable } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import type { DataFacts } from './data-facts.ts';
import { gatherFacts } from './gather-facts.ts';

/** Incremented when statistics are added or gathered differently: cached ones are then gathered again. */
const factsVersion = 1;

/** The statistics of these rows: cached in `directory`, or gathered now, which reads all rows several times. */
export async function ensureFacts(
  directory: string,
  views: readonly string[],
  tables: readonly CatalogTable[],
  onProgress: (text: string) => void = () => {},
): Promise<DataFacts> {
  const path = join(directory, `random-facts-${factsVersion}.json`);
  try {
    return JSON.parse(await readFile(path, 'utf8')) as DataFacts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(directory, { recursive: true });
  const spill = join(directory, 'spill-facts');
  const facts = await factsOf(views, tables, spill, onProgress);
  await rm(spill, { recursive: true, force: true });
  await writeFile(`${path}.building`, JSON.stringify(facts));
  await rename(`${path}.building`, path);
  return facts;
}

/** The statistics of the tables that the views show. */
async function factsOf(
  views: readonly string[],
  tables: readonly CatalogTable[],
  spill: string,
  onProgress: (text: string) => void,
): Promise<DataFacts> {
  await using database = await Database.open({ memoryBytesMax: 4 * 2 ** 30, temporaryDirectory: spill });
  const connection = await database.connect();
  try {
    // Each statement would read the footers of all files again.
    await connection.run('SET GLOBAL parquet_metadata_cache = true');
    for (const view of views) await connection.run(view);
    return await gatherFacts(connection, tables, onProgress);
  } finally {
    connection.closeSync();
  }
}
