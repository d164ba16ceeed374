import type { Catalog } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { NewestObservations } from './newest-observations.ts';
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
  const observedLast = await new NewestObservations().of(snapshot, catalog);
  await using database = await Database.open({ memoryBytesMax });
  const connection = await database.connect();
  try {
    return { rows: await rowCounts(connection, snapshot, catalog), observedLast };
  } finally {
    connection.closeSync();
  }
}
