import type { DuckDBConnection } from '@duckdb/node-api';
import type { MaskedOrdinals } from '../runnable-plan.ts';
import { batchesOf } from './batches-of.ts';
import { HeldValues } from './held-values.ts';

/** Bytes of ordinals that stay in memory, four for each masked row. */
const cacheBytesMax = 32 << 20;

/** Ordinals of masked rows, ascending. */
export type Masked = Int32Array;

/** Ordinals of masked rows, read once and then kept. */
export class MaskedRowNumbers {
  readonly #known = new HeldValues<Masked>(cacheBytesMax, ({ byteLength }) => byteLength);

  /** Undefined where they were not read yet. */
  known({ name }: MaskedOrdinals): Masked | undefined {
    return this.#known.get(name);
  }

  async of(connection: DuckDBConnection, masked: MaskedOrdinals): Promise<Masked> {
    const known = this.known(masked);
    if (known !== undefined) return known;
    const read: Int32Array[] = [];
    for await (const { rows, vectors, free } of batchesOf(await connection.prepare(masked.sql))) {
      const [column] = vectors;
      if (column?.kind !== 'fixed' || column.bytes.length !== 4 * rows)
        throw new Error('Ordinals are not INTEGER');
      read.push(new Int32Array(Uint8Array.from(column.bytes).buffer));
      free();
    }
    const ordinals = new Int32Array(read.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const part of read) {
      ordinals.set(part, filled);
      filled += part.length;
    }
    this.#known.set(masked.name, ordinals);
    return ordinals;
  }

  /** As {@link HeldValues.beginSnapshot}. */
  beginSnapshot(): void {
    this.#known.beginSnapshot();
  }
}

/** Whether a row is masked; found by bisection. */
export function isMasked(masked: Masked, ordinal: number): boolean {
  let from = 0;
  let to = masked.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((masked[middle] as number) < ordinal) from = middle + 1;
    else to = middle;
  }
  return masked[from] === ordinal;
}
