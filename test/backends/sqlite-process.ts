/** A process that answers with SQLite: a SELECT over a file, a batch of rows for each message, until it is killed. */
import { DatabaseSync } from 'node:sqlite';

/** A SELECT to begin, or nothing for the next rows; they are none after the last. */
export type Call = { sql?: string; file?: string };
export type Reply = { rows: unknown[][] } | { error: string };

let rows: Iterator<unknown> | undefined;

process.on('message', ({ sql, file }: Call) => {
  try {
    if (sql !== undefined && file !== undefined) rows = begin(file, sql);
    const batch: unknown[][] = [];
    for (
      let next = rows?.next();
      next?.done === false;
      next = batch.length < 2_048 ? rows?.next() : undefined
    )
      batch.push(Object.values(next.value as object));
    process.send?.({ rows: batch });
  } catch (error) {
    process.send?.({ error: (error as Error).message });
  }
});

function begin(file: string, sql: string): Iterator<unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  // SQLite takes 'x' for 0: the language does not
  database.function('to_bigint', { useBigIntArguments: true }, (value, place) => {
    if (value === null || /^\s*[+-]?\d{1,18}\s*$/.test(String(value))) return value && BigInt(String(value));
    throw new Error(JSON.stringify({ value, place: Number(place) }));
  });
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement.iterate();
}
