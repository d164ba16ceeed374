import { Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { meanOf, planMacros } from '../../../../src/backends/duckdb/plan-macros.ts';

/** Values as SQL over `i`, and whether a sum of them is more than a DOUBLE holds. */
const values = [
  { type: 'BIGINT', sql: 'hash(i) % 1_000', isLarge: false },
  { type: 'BIGINT', sql: '(hash(i) % 100_000_000)::BIGINT - 50_000_000', isLarge: false },
  { type: 'BIGINT', sql: 'hash(i) % 900_000_000_000_000', isLarge: true },
  { type: 'BIGINT', sql: '-(hash(i) % 900_000_000_000_000)::BIGINT', isLarge: true },
  { type: 'UBIGINT', sql: 'hash(i) % 8_000_000_000_000_000', isLarge: true },
  { type: 'INTEGER', sql: '(hash(i) % 4_000_000_000)::BIGINT - 2_000_000_000', isLarge: false },
  { type: 'SMALLINT', sql: '(hash(i) % 60_000)::BIGINT - 30_000', isLarge: false },
];

test.each(values)(
  'a mean made of sums of $type is that of the rows: $sql',
  async ({ type, sql, isLarge }) => {
    await using database = await Database.open({ threads: 2 });
    const connection = await database.connect();
    for (const macro of planMacros) await connection.run(macro);
    // Groups of few rows and of thousands, each in five parts.
    await connection.run(
      `CREATE TABLE numbers AS SELECT (sqrt(hash(i, 2) % 90_000))::INTEGER AS g, hash(i, 1) % 5 AS part,
       CASE WHEN hash(i, 3) % 9 > 0 THEN (${sql})::${type} END AS value FROM range(200_000) AS numbered(i)`,
    );
    const reader = await connection.runAndReadAll(
      `SELECT count(*) > 200, count(*) FILTER (of_rows IS DISTINCT FROM of_sums), max(abs(total)) > 9007199254740992
     FROM (SELECT g, avg(value) AS of_rows FROM numbers GROUP BY g) JOIN
       (SELECT g, sum(sums) AS total, ${meanOf('sum(sums)', 'sum(known)')} AS of_sums
        FROM (SELECT g, part, sum(value) AS sums, count(value) AS known FROM numbers GROUP BY g, part) GROUP BY g)
       USING (g)`,
    );
    connection.closeSync();
    expect(reader.getRowsJson()).toEqual([[true, '0', isLarge]]);
  },
);
