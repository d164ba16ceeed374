import type { VectorData } from '@sdq/encode/vectors';
import type { ByteWriter } from '../bytes/byte-writer.ts';

/** Which rows of a block have a value; the first byte of a column. */
export const presence = { all: 0, none: 1, some: 2 } as const;

/** Collects one column of a block, then writes it. NULL rows take no space. */
export abstract class ColumnEncoder<Vector extends VectorData> {
  #bits: Uint8Array;
  #rows = 0;
  #present = 0;

  constructor(blockRows: number) {
    this.#bits = new Uint8Array(Math.ceil(blockRows / 8));
  }

  append(vector: Vector, start: number, count: number): void {
    const { validity } = vector;
    if (this.#rows + count > this.#bits.length * 8) this.#grow(this.#rows + count);
    for (let row = start; row < start + count; row++, this.#rows++) {
      if (validity !== null && (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0) continue;
      this.#bits[this.#rows >> 3] = (this.#bits[this.#rows >> 3] as number) | (1 << (this.#rows & 7));
      this.add(vector, row, this.#present++);
    }
  }

  /** Writes the collected values and clears them. */
  flush(writer: ByteWriter): void {
    if (this.#present === 0) writer.byte(presence.none);
    else if (this.#present === this.#rows) writer.byte(presence.all);
    else {
      writer.byte(presence.some);
      writer.put(this.#bits.subarray(0, Math.ceil(this.#rows / 8)));
    }
    if (this.#present > 0) this.write(writer, this.#present);
    this.#bits.fill(0);
    this.#rows = 0;
    this.#present = 0;
  }

  #grow(rows: number): void {
    const grown = new Uint8Array(Math.max(this.#bits.length * 2, Math.ceil(rows / 8)));
    grown.set(this.#bits);
    this.#bits = grown;
  }

  /** Adds the value of a non-NULL row, the `index`-th of the block. */
  protected abstract add(vector: Vector, row: number, index: number): void;
  protected abstract write(writer: ByteWriter, count: number): void;
}
