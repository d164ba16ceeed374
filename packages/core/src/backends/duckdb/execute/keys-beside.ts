import type { DuckDBConnection } from '@duckdb/node-api';
import { type FixedVector, type StringVector, stringAt, type VectorBatch } from '@sdq/encode/vectors';
import type { KeysBeside, KeysOfRows } from '../runnable-plan.ts';
import { batchesOf } from './batches-of.ts';
import { HeldValues } from './held-values.ts';
import { hasValue } from './stored-vectors.ts';

/** Bytes of keys that stay in memory, four for each, and eight for its time. */
const cacheBytesMax = 8 << 20;

/** The keys of one part. */
interface Held {
  /** Hashes of keys, ascending. */
  readonly hashes: Uint32Array;
  /** The latest time of the rows with each of these, in microseconds since 1970; undefined where keys have no times. */
  readonly latest: Float64Array | undefined;
}

/** A table of changed rows that may have one of some keys: now and then, none of its rows has one. */
export interface TableBeside {
  /** Its name, as SQL. */
  readonly table: string;
  /** No row with such a key is later, in microseconds since 1970; `Infinity` where that is not known. */
  readonly latest: number;
}

/** The keys of changed rows, read once and then kept as hashes. */
export class HeldKeys {
  readonly #known = new HeldValues<Held>(
    cacheBytesMax,
    ({ hashes, latest }) => hashes.byteLength + (latest?.byteLength ?? 0),
  );

  /** The tables of changed rows that may have any of these keys. Undefined where keys were not read yet. */
  find({ parts }: KeysBeside, keys: readonly (readonly string[])[]): TableBeside[] | undefined {
    const asked = keys.map((key) => hashOf(key.map((value) => Buffer.from(value))));
    const found: TableBeside[] = [];
    for (const { name, table } of parts) {
      const held = this.#known.get(name);
      if (held === undefined) return undefined;
      const places = asked.flatMap((hash) => placeOf(held.hashes, hash) ?? []);
      const times = places.map((at) => held.latest?.[at] ?? Number.POSITIVE_INFINITY);
      if (places.length > 0) found.push({ table, latest: Math.max(...times) });
    }
    return found;
  }

  /** Reads those of one part, if they were not read yet. */
  async read(connection: DuckDBConnection, { name, sql }: KeysOfRows): Promise<void> {
    if (this.#known.get(name) !== undefined) return;
    const found = new Map<number, number>();
    let haveTimes = false;
    for await (const batch of batchesOf(await connection.prepare(sql))) {
      haveTimes ||= batch.vectors.at(-1)?.kind === 'fixed';
      addKeys(found, batch);
      batch.free();
    }
    const hashes = Uint32Array.from(found.keys()).sort();
    const latest = Float64Array.from(haveTimes ? hashes : [], (hash) => found.get(hash) ?? Number.NaN);
    this.#known.set(name, { hashes, latest: haveTimes ? latest : undefined });
  }

  /** As {@link HeldValues.beginSnapshot}. */
  beginSnapshot(): void {
    this.#known.beginSnapshot();
  }
}

/** Adds the hash of the key in each row, with the latest time of its rows. A string of JavaScript for each would take several times as long. */
function addKeys(found: Map<number, number>, { rows, vectors }: VectorBatch): void {
  const texts = vectors.filter((vector): vector is StringVector => vector.kind === 'string');
  const times = vectors.find((vector): vector is FixedVector => vector.kind === 'fixed');
  if (texts.length + (times === undefined ? 0 : 1) < vectors.length) throw new Error('Keys are not texts');
  const timeAt = times && timesOf(times);
  for (let row = 0; row < rows; row++) {
    const hash = hashOf(texts.map(({ words, bytes, heaps }) => stringAt(words, bytes, heaps, row)));
    const time = timeAt?.(row) ?? Number.NEGATIVE_INFINITY;
    const known = found.get(hash);
    if (known === undefined || time > known) found.set(hash, time);
  }
}

/** Numbers are exact between these, in microseconds the years 1685 to 2255. */
const exactMax = 2 ** 53;

/** Reads times, as numbers that are exact or later; undefined for NULL. */
function timesOf({ bytes, rows, validity }: FixedVector): (row: number) => number | undefined {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, rows * 2);
  return (row) => {
    if (!hasValue(validity, row)) return undefined;
    const time = (words[row * 2 + 1] as number) * 2 ** 32 + ((words[row * 2] as number) >>> 0);
    return time > exactMax ? Number.POSITIVE_INFINITY : Math.max(time, -exactMax);
  };
}

/** FNV-1a over the UTF-8 of all values, each of which ends with a byte that no text has. */
function hashOf(key: readonly Uint8Array[]): number {
  let hash = 0x811c9dc5;
  for (const value of key) {
    for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ (value[at] as number), 0x01000193);
    hash = Math.imul(hash ^ 0xff, 0x01000193);
  }
  return hash >>> 0;
}

/** Where a hash is; undefined where it is not there. */
function placeOf(hashes: Uint32Array, hash: number): number | undefined {
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((hashes[middle] as number) < hash) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === hash ? from : undefined;
}
