import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInCatalog, type CatalogTable, olderColumn, storedColumns } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { writeSortedFiles } from '../../src/index.ts';

const second = '(1300000000 + hash(i) % 400000000)::BIGINT';

test.each([
  [
    'videos',
    `hash(i * 7)::VARCHAR AS video_id, make_timestamptz(${second} * 1000000) AS create_time`,
    'video_id',
  ],
  [
    'comments',
    `i::VARCHAR AS comment_id, (hash(i) % 50)::VARCHAR AS video_id, CASE WHEN i % 9 > 0 THEN make_timestamptz((${second} % 500) * 1000000) END AS create_time`,
    'video_id, create_time DESC NULLS LAST, comment_id',
  ],
])('files of %s are in the order of the table, in each of many months', async (name, columns, order) => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-sorted-'));
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  try {
    const table = builtInCatalog.find('shortvideo', name) as CatalogTable;
    const has = [...columns.matchAll(/AS (\w+)(?:,|$)/g)].map(([, column]) => column as string);
    const lacking = new Set([...storedColumns(table).map((column) => column.name), olderColumn.name]);
    for (const column of [...has, table.observedBy]) lacking.delete(column);
    const relation = `(SELECT ${columns}, make_timestamptz(0) AS ${table.observedBy} FROM range(60000) AS range(i))`;
    const files = await writeSortedFiles(connection, join(folder, 'out'), table, relation, lacking);
    expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(60_000);
    expect(files.length).toBeGreaterThan(table.partitionBy === undefined ? 0 : 140);
    for (const file of files) {
      const path = join(folder, 'out', file.name);
      const [found] = await allRows<{ odd: string }>(
        connection,
        `SELECT count_if(place <> file_row_number + 1) AS odd FROM (SELECT file_row_number, row_number() OVER (ORDER BY ${order}) AS place
           FROM read_parquet('${path}', file_row_number = true, hive_partitioning = false))`,
      );
      expect(found?.odd).toBe('0');
    }
  } finally {
    connection.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
});
