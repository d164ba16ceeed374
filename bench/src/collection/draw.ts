import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';

/** A value that many rows of a sample have, and one that a single row has. */
export interface Drawn {
  readonly frequent: string;
  readonly rare: string;
}

const rowsOfSample = 8_000;

/** Rows of a Parquet file, whose keys have the smallest hashes: any part of the file has some of them. */
export async function sampleRows<Row>(
  source: string,
  { key, list, seed }: { key: string; list: string; seed: number },
): Promise<Row[]> {
  await using database = await Database.open({ memoryBytesMax: 2 ** 31 });
  const connection = await database.connect();
  const rows = `read_parquet(${sqlString(source)})`;
  const order = `hash(${sqlName(key)} + ${seed}), ${sqlName(key)}`;
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return await allRows<Row>(
      connection,
      `SELECT ${list} FROM ${rows} WHERE ${sqlName(key)} IN (
         SELECT ${sqlName(key)} FROM ${rows} ORDER BY ${order} LIMIT ${rowsOfSample}) ORDER BY ${order}`,
    );
  } finally {
    connection.closeSync();
  }
}

/** Values in the order of their frequency, ties by text. */
export function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
}

/** Of values by frequency, another pair for each set. */
export function drawnOf(values: readonly string[], set: number): Drawn {
  return { frequent: at(values, set), rare: at(values, values.length - 1 - 7 * set) };
}

/** Words of four or more ASCII letters in lower case, which all contestants compare alike. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /^[a-z]{4,}$/.test(word));
}

/** The member at a place, from the start again after the last. */
export function at<Value>(values: readonly Value[], place: number): Value {
  if (values.length === 0) throw new Error('the file has no rows from which constants can be drawn');
  return values[place % values.length] as Value;
}
