import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '@sdq/duckdb';

/** Hashes that are counted at a time, of some 50 bytes each. */
const hashesMax = 4_000_000;

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
  const buckets = Math.max(1, Math.ceil(rows / hashesMax));
  let distinct = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const where = buckets === 1 ? '' : ` WHERE hash % ${buckets} = ${bucket}`;
    const [found] = await allRows<{ count: string }>(
      connection,
      `SELECT count(DISTINCT hash) AS count FROM (SELECT hash(${values}) AS hash FROM ${from})${where}`,
    );
    distinct += Number(found?.count ?? 0);
  }
  return distinct;
}
