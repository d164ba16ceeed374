import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { openSnapshot, type Snapshot } from '@sdq/index';
import { type GenerateProfile, generateIndex } from '../src/index.ts';

/** A generated index under test, each table a view named `platform_table`. */
export interface GeneratedIndex extends AsyncDisposable {
  /**
   * A digest of all that the videos say. Benchmarks compare commits over the same rows, so a change to the generator
   * must leave them as they are; another version of DuckDB may draw other numbers.
   */
  videosDigest(): Promise<string | undefined>;
  snapshot: Snapshot;
  connection: DuckDBConnection;
  rows<Row = Record<string, string>>(sql: string): Promise<Row[]>;
  /** The first column of the first row, as a number. */
  number(sql: string): Promise<number>;
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sdq-data-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export async function openGenerated(
  rows: number,
  profile: GenerateProfile = 'videos',
): Promise<GeneratedIndex> {
  const folder = await temporaryFolder();
  await generateIndex({ out: folder.path, rows, profile });
  const snapshot = await openSnapshot(folder.path);
  const database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  for (const table of builtInCatalog.tables) {
    const paths = snapshot.files(table).map((file) => sqlString(snapshot.path(file)));
    const files = `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
    await connection.run(`CREATE VIEW ${tableId(table).replace('.', '_')} AS SELECT * FROM ${files}`);
  }
  const rowsOf = <Row>(sql: string) => allRows<Row>(connection, sql);
  return {
    snapshot,
    connection,
    videosDigest: async () =>
      (
        await rowsOf<{ digest: string }>(
          `SELECT md5(string_agg(md5(videos::VARCHAR), '' ORDER BY video_id)) AS digest
           FROM (SELECT * EXCLUDE (_older) FROM shortvideo_videos) AS videos`,
        )
      )[0]?.digest,
    rows: rowsOf,
    number: async (sql) =>
      Number(Object.values((await allRows<Record<string, string>>(connection, sql))[0] ?? {})[0]),
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
