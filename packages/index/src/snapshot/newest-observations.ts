import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import type { Snapshot } from './snapshot.ts';

const memoryBytesMax = 256 * 1024 ** 2;

/** How new the observations of tables are, by the footers of their files, each of which is read once. */
export class NewestObservations {
  /** By path of a file; null for one without rows that tell. */
  #known = new Map<string, number | null>();

  /** Time of the newest observation by id of table, UTC, of tables that have rows. */
  async of(snapshot: Snapshot, catalog: Catalog): Promise<Map<string, Date>> {
    const tables = catalog.tables.filter(({ derivedFrom }) => derivedFrom === undefined);
    await this.#read(snapshot, tables);
    const newest = new Map<string, Date>();
    for (const table of tables) {
      const times = snapshot.files(table).flatMap(({ path }) => this.#known.get(path) ?? []);
      if (times.length > 0) newest.set(tableId(table), new Date(Math.max(...times)));
    }
    return newest;
  }

  async #read(snapshot: Snapshot, tables: readonly CatalogTable[]): Promise<void> {
    const all = tables.flatMap((table) => snapshot.files(table).map(({ path }) => ({ path, table })));
    const known = new Map(all.flatMap(({ path }) => this.#entryOf(path)));
    const unread = all.filter(({ path }) => !known.has(path));
    if (unread.length > 0) {
      await using database = await Database.open({ threads: 1, memoryBytesMax });
      const connection = await database.connect();
      try {
        for (const table of tables) {
          const paths = unread.filter((each) => each.table === table).map(({ path }) => path);
          for (const path of paths) known.set(path, null);
          const files = paths.map((path) => snapshot.path({ path }));
          if (files.length === 0) continue;
          const rows = await allRows<{ file: string; last: string | null }>(
            connection,
            `SELECT file_name AS file, epoch_ms(max(stats_max_value::TIMESTAMPTZ))::VARCHAR AS last
             FROM parquet_metadata(${sqlStrings(files)})
             WHERE path_in_schema = ${sqlString(table.observedBy)} GROUP BY file_name`,
          );
          for (const { file, last } of rows) {
            const path = paths[files.indexOf(file)];
            if (path !== undefined && last !== null) known.set(path, Number(last));
          }
        }
      } finally {
        connection.closeSync();
      }
    }
    this.#known = known;
  }

  #entryOf(path: string): [[string, number | null]] | [] {
    const time = this.#known.get(path);
    return time === undefined ? [] : [[path, time]];
  }
}
