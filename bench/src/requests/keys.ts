import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import type { Snapshot } from '@sdq/index';
import { snapshotViews } from '../data/table-views.ts';

/** Values that exist in an index, in an order that is the same each time. */
export interface ExistingKeys {
  readonly videoIds: readonly string[];
  readonly authors: readonly string[];
  readonly hashtags: readonly string[];
  /** Ids of videos with comments. */
  readonly commented: readonly string[];
  /** Authors of posts of the platform `micro`. */
  readonly posters: readonly string[];
}

const keysMax = 20_000;

export async function existingKeys(snapshot: Snapshot): Promise<ExistingKeys> {
  await using database = await Database.open({ memoryBytesMax: 4 * 2 ** 30 });
  const connection = await database.connect();
  try {
    const views = (tables?: readonly CatalogTable[]) => snapshotViews(snapshot, tables);
    for (const view of views()) await connection.run(view);
    const distinct = async (sql: string) =>
      (
        await allRows<{ value: string }>(
          connection,
          `SELECT DISTINCT value FROM (${sql}) AS t(value) WHERE value <> '' ORDER BY hash(value), value LIMIT ${keysMax}`,
        )
      ).map(({ value }) => value);
    const videos = {
      videoIds: await distinct('SELECT video_id FROM videos'),
      authors: await distinct('SELECT author FROM videos'),
      hashtags: await distinct('SELECT unnest(hashtags) FROM videos'),
      commented: await distinct('SELECT video_id FROM comments'),
    };
    for (const view of views(builtInCatalog.tablesOf('micro'))) await connection.run(view);
    return { ...videos, posters: await distinct('SELECT username FROM tweets') };
  } finally {
    connection.closeSync();
  }
}
