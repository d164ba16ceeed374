import { type Catalog, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { rowCounts } from './row-counts.ts';
import type { Snapshot } from './snapshot.ts';

/** What the manifest of a snapshot does not tell. */
export interface LivingStatus {
  /** Rows by id of table: those of a derived table are counted. */
  readonly rows: ReadonlyMap<string, number>;
  /** Time of the newest observation by id of table, UTC: as the footers of its files tell; of tables that have rows. */
  readonly observedLast: ReadonlyMap<string, Date>;
}

const memoryBytesMax = 512 * 1024 ** 2;

/** Reads the row counts of derived tables, and how new the observations of each table are. */
export async function livingStatus(snapshot: Snapshot, catalog: Catalog): Promise<LivingStatus> {
  await using database = await Database.open({ memoryBytesMax });
  const connection = await database.connect();
  try {
    const observedLast = new Map<string, Date>();
    for (const table of catalog.tables) {
      const files = snapshot.files(table);
      if (files.length === 0 || table.derivedFrom !== undefined) continue;
      const [row] = await allRows<{ last: string | null }>(
        connection,
        `SELECT epoch_ms(max(stats_max_value::TIMESTAMPTZ))::VARCHAR AS last
         FROM parquet_metadata(${sqlStrings(files.map((file) => snapshot.path(file)))})
         WHERE path_in_schema = ${sqlString(table.observedBy)}`,
      );
      if (row?.last != null) observedLast.set(tableId(table), new Date(Number(row.last)));
    }
    return { rows: await rowCounts(connection, snapshot, catalog), observedLast };
  } finally {
    connection.closeSync();
  }
}
