import type { DuckDBConnection } from '@duckdb/node-api';
import type { NumbersByKey } from '../runnable-plan.ts';
import { HeldValues } from './held-values.ts';

/** Of more keys than these, the numbers are not held. */
const keysMax = 20_000;
/** Keys of all tables that stay in memory: some hundred bytes each. */
const keysHeldMax = 100_000;

/** Numbers by the JSON of their keys. */
type Numbers = ReadonlyMap<string, number>;

/** By how many rows more or less than before have each key: read once and then kept. */
export class HeldNumbers {
  readonly #known = new HeldValues<Numbers | 'too many'>(keysHeldMax, (numbers) =>
    numbers === 'too many' ? 1 : numbers.size,
  );

  /** The sum for some keys. Undefined where they were not read yet; `too many` where they are not held. */
  sum({ name }: NumbersByKey, keys: readonly (readonly string[])[]): number | 'too many' | undefined {
    const numbers = this.#known.get(name);
    if (numbers === undefined || numbers === 'too many') return numbers;
    return keys.reduce((sum, key) => sum + (numbers.get(JSON.stringify(key)) ?? 0), 0);
  }

  /** Reads them, if they were not read yet. */
  async read(connection: DuckDBConnection, { name, sql }: NumbersByKey): Promise<void> {
    if (this.#known.get(name) !== undefined) return;
    const rows = (await connection.runAndReadAll(`${sql} LIMIT ${keysMax + 1}`)).getRows();
    const entries = rows.map((row): [string, number] => [
      JSON.stringify(row.slice(0, -1)),
      Number(row.at(-1)),
    ]);
    this.#known.set(name, rows.length > keysMax ? 'too many' : new Map(entries));
  }

  /** As {@link HeldValues.beginSnapshot}. */
  beginSnapshot(): void {
    this.#known.beginSnapshot();
  }
}
