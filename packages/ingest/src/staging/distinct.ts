import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';

/** Hashes that are counted at a time, of some 50 bytes each. */
const hashesMax = 10_000_000;

/**
 * The number of different values (SQL, a list) in a relation of about `rows` rows, in bounded memory; rarely less, where two
 * have the same hash.
 */
export async function countDistinct(
  connection: DuckDBConnection,
  from: string,
  rows: number,
  values: string,
): Promise<number> {
  let distinct = 0;
  for (const where of buckets(rows)) {
    const [found] = await allRows<{ count: string }>(
      connection,
      `SELECT count(DISTINCT hash) AS count FROM (SELECT hash(${values}) AS hash FROM ${from}) WHERE ${where}`,
    );
    distinct += Number(found?.count ?? 0);
  }
  return distinct;
}

/** Rows whose values (a list) other rows have too, and rarely some with the same hash. */
export interface RepeatedRows extends AsyncDisposable {
  readonly count: number;
  /** SQL for FROM: all columns of these rows. */
  readonly from: string;
}

/** Finds the rows of a relation of about `rows` rows whose values (SQL, a list) are not theirs alone, in bounded memory. */
export async function findRepeated(
  connection: DuckDBConnection,
  from: string,
  rows: number,
  values: string,
): Promise<RepeatedRows> {
  const table = 'repeated_hashes';
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (hash UBIGINT, count BIGINT)`);
  for (const where of buckets(rows))
    await connection.run(
      `INSERT INTO ${table} SELECT hash, count(*) FROM (SELECT hash(${values}) AS hash FROM ${from})
       WHERE ${where} GROUP BY hash HAVING count(*) > 1`,
    );
  const [found] = await allRows<{ count: string }>(
    connection,
    `SELECT coalesce(sum(count), 0)::BIGINT AS count FROM ${table}`,
  );
  return {
    count: Number(found?.count),
    from: `(SELECT * FROM ${from} WHERE hash(${values}) IN (SELECT hash FROM ${table}))`,
    async [Symbol.asyncDispose]() {
      await connection.run(`DROP TABLE IF EXISTS ${table}`);
    },
  };
}

/** Conditions on `hash` that split the rows into parts of about `hashesMax`. */
function buckets(rows: number): string[] {
  const count = Math.max(1, Math.ceil(rows / hashesMax));
  if (count === 1) return ['true'];
  return Array.from({ length: count }, (_, bucket) => `hash % ${count} = ${bucket}`);
}
