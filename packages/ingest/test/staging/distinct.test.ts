import { allRows, Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { countDistinct, findRepeated } from '../../src/staging/distinct.ts';

/** 900 rows of 600 values: the first 300 are repeated. */
const rows = "(SELECT i AS number, 'id' || (i % 600) AS id FROM range(900) AS rows(i))";

test.each([
  ['one part', 900],
  ['several parts', 35_000_000],
])('repeated and different values are found in %s', async (_, about) => {
  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  try {
    expect(await countDistinct(connection, rows, about, 'id')).toBe(600);
    expect(await countDistinct(connection, rows, about, 'id, number')).toBe(900);
    {
      await using repeated = await findRepeated(connection, rows, about, 'id');
      expect(repeated.count).toBe(600);
      const found = await allRows<{ id: string; count: string }>(
        connection,
        `SELECT id, count(*) AS count FROM ${repeated.from} GROUP BY id`,
      );
      expect(found.map(({ id }) => id).sort()).toEqual(
        Array.from({ length: 300 }, (_each, i) => `id${i}`).sort(),
      );
      expect(found.every(({ count }) => Number(count) === 2)).toBe(true);
    }
    // nothing stays behind
    expect(await allRows(connection, 'FROM duckdb_tables()')).toEqual([]);
  } finally {
    connection.closeSync();
  }
});
