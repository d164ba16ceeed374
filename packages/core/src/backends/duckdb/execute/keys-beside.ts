import type { DuckDBConnection } from '@duckdb/node-api';
import { type StringVector, stringAt, type VectorBatch } from '@sdq/encode/vectors';
import { LRUCache } from 'lru-cache';
import type { KeysBeside, KeysOfRows } from '../runnable-plan.ts';
import { batchesOf } from './batches-of.ts';

/** Bytes of keys that stay in memory, four for each. */
const cacheBytesMax = 8 << 20;

/** Hashes of keys, ascending. */
type Hashes = Uint32Array;

/** The keys of changed rows, read once and then kept as hashes; an LRU cache. */
export class HeldKeys {
  readonly #known = new LRUCache<string, Hashes>({
    maxSize: cacheBytesMax,
    sizeCalculation: (hashes) => Math.max(1, hashes.byteLength),
  });

  /**
   * Whether any of these keys is among them; where none is, no changed row has one. Now and then, true for keys that are not
   * among them. Undefined where they were not read yet.
   */
  hasAny({ parts }: KeysBeside, keys: readonly (readonly string[])[]): boolean | undefined {
    const all = parts.map(({ name }) => this.#known.get(name));
    const asked = keys.map((key) => hashOf(key.map((value) => Buffer.from(value))));
    let isAny = false;
    for (const hashes of all) {
      if (hashes === undefined) return undefined;
      isAny ||= asked.some((hash) => has(hashes, hash));
    }
    return isAny;
  }

  /** Reads those of one part, if they were not read yet. */
  async read(connection: DuckDBConnection, { name, sql }: KeysOfRows): Promise<void> {
    if (this.#known.has(name)) return;
    const all: number[] = [];
    for await (const batch of batchesOf(await connection.prepare(sql))) {
      addHashes(all, batch);
      batch.free();
    }
    const sorted = Uint32Array.from(all).sort();
    this.#known.set(
      name,
      sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]),
    );
  }
}

/** The hash of the key in each row. A string of JavaScript for each would take several times as long. */
function addHashes(all: number[], { rows, vectors }: VectorBatch): void {
  const texts = vectors.filter((vector): vector is StringVector => vector.kind === 'string');
  if (texts.length < vectors.length) throw new Error('Keys are not texts');
  for (let row = 0; row < rows; row++)
    all.push(hashOf(texts.map(({ words, bytes, heaps }) => stringAt(words, bytes, heaps, row))));
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

function has(hashes: Hashes, hash: number): boolean {
  let from = 0;
  let to = hashes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((hashes[middle] as number) < hash) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === hash;
}
