import type { DuckDBConnection } from '@duckdb/node-api';
import { videos } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { openSnapshot, type SegmentEntry } from '@sdq/index';

export interface ReadSegment extends AsyncDisposable {
  readonly segment: SegmentEntry;
  readonly connection: DuckDBConnection;
  /** All rows of a query over the segment's structures and `base`, the current base files. */
  rows(sql: string): Promise<unknown[][]>;
}

/** Attaches one segment of the current snapshot, the newest unless said otherwise, as a reader would. */
export async function readSegment(index: string, number = -1): Promise<ReadSegment> {
  const snapshot = await openSnapshot(index);
  const segment = snapshot.segments(videos).at(number);
  if (segment === undefined) throw new Error('nothing is built');
  const database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  const paths = snapshot.files(videos).map((file) => snapshot.path(file));
  await connection.run(`ATTACH ${sqlString(snapshot.path(segment))} AS segment (READ_ONLY)`);
  await connection.run(
    `CREATE TEMP VIEW base AS FROM read_parquet(${sqlStrings(paths)}, hive_partitioning = false)`,
  );
  await connection.run('USE segment');
  return {
    segment,
    connection,
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    [Symbol.asyncDispose]: async () => {
      connection.closeSync();
      database.close();
    },
  };
}
