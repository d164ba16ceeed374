import type { DuckDBConnection } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import type { KeysBeside } from '../runnable-plan.ts';

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
  hasAny({ name }: KeysBeside, keys: readonly (readonly string[])[]): boolean | undefined {
    const hashes = this.#known.get(name);
    return hashes && keys.some((key) => has(hashes, hashOf(key)));
  }

  /** Reads them, if they were not read yet. */
  async read(connection: DuckDBConnection, { name, sql }: KeysBeside): Promise<void> {
    if (this.#known.has(name)) return;
    const rows = (await connection.runAndReadAll(sql)).getRows() as string[][];
    this.#known.set(name, Uint32Array.from(rows, hashOf).sort());
  }
}

/** FNV-1a over the code units of all values, each of which ends with one that no text has. */
function hashOf(key: readonly string[]): number {
  let hash = 0x811c9dc5;
  const add = (unit: number) => {
    hash = Math.imul(hash ^ unit, 0x01000193);
  };
  for (const value of key) {
    for (let at = 0; at < value.length; at++) add(value.charCodeAt(at));
    add(0x10000);
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
