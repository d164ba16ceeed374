import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows, createTemporary, dropTables } from '@sdq/duckdb';

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
  await using hashes = await hashesOf(connection, { from, rows, values });
  for (const part of hashes.parts) {
    const [found] = await allRows<{ count: string }>(
      connection,
      `SELECT count(DISTINCT hash) AS count FROM ${part}`,
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
  {
    await using hashes = await hashesOf(connection, { from, rows, values });
    for (const part of hashes.parts)
      await connection.run(
        `INSERT INTO ${table} SELECT hash, count(*) FROM ${part} GROUP BY hash HAVING count(*) > 1`,
      );
  }
  const [found] = await allRows<{ count: string }>(
    connection,
    `SELECT coalesce(sum(count), 0)::BIGINT AS count FROM ${table}`,
  );
  return {
    count: Number(found?.count),
    from: `(SELECT * FROM ${from} WHERE hash(${values}) IN (SELECT hash FROM ${table}))`,
    async [Symbol.asyncDispose]() {
      await dropTables(connection, [table]);
    },
  };
}

/** The hashes of rows, in parts of about `hashesMax`, in each of which no hash of another part is. */
interface Hashes extends AsyncDisposable {
  /** SQL for FROM, with the column `hash`. */
  readonly parts: readonly string[];
}

/** Where there are several parts, the rows are read once: their hashes become a temporary table, of 8 bytes a row. */
async function hashesOf(
  connection: DuckDBConnection,
  { from, rows, values }: { readonly from: string; readonly rows: number; readonly values: string },
): Promise<Hashes> {
  const select = `SELECT hash(${values}) AS hash FROM ${from}`;
  const count = Math.ceil(rows / hashesMax);
  if (count <= 1) return { parts: [`(${select})`], async [Symbol.asyncDispose]() {} };
  const table = 'hashes';
  await createTemporary(connection, table, select);
  return {
    parts: Array.from(
      { length: count },
      (_, part) => `(SELECT hash FROM ${table} WHERE hash % ${count} = ${part})`,
    ),
    async [Symbol.asyncDispose]() {
      await dropTables(connection, [table]);
    },
  };
}
