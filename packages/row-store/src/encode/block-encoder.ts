import type { VectorData } from '@sdq/encode/vectors';
import { ByteWriter } from '../bytes/byte-writer.ts';
import type { RowColumn } from '../column-kind.ts';
import { blockBytesMax } from '../file-layout.ts';
import type { ColumnEncoder } from './column-encoder.ts';
import { createEncoder } from './create-encoder.ts';

/** Turns rows into uncompressed blocks. */
export class BlockEncoder {
  readonly #encoders: readonly ColumnEncoder<VectorData>[];
  readonly #blockRows: number;
  readonly #head = new ByteWriter();
  readonly #body = new ByteWriter();
  #rows = 0;

  constructor(columns: readonly RowColumn[], blockRows: number) {
    this.#blockRows = blockRows;
    this.#encoders = columns.map(({ type }) => createEncoder(type, blockRows));
  }

  /** Adds `count` rows, a vector for each column; returns the blocks that became full. */
  append(vectors: readonly VectorData[], count: number): Buffer[] {
    const blocks: Buffer[] = [];
    for (let start = 0; start < count; ) {
      const part = Math.min(this.#blockRows - this.#rows, count - start);
      for (const [index, encoder] of this.#encoders.entries()) {
        encoder.append(vectors[index] as VectorData, start, part);
      }
      this.#rows += part;
      start += part;
      if (this.#rows === this.#blockRows) blocks.push(this.#close());
    }
    return blocks;
  }

  /** The remaining rows, if any. */
  finish(): Buffer[] {
    return this.#rows > 0 ? [this.#close()] : [];
  }

  #close(): Buffer {
    const head = this.#head;
    const body = this.#body;
    head.length = 0;
    body.length = 0;
    for (const encoder of this.#encoders) {
      const before = body.length;
      encoder.flush(body);
      head.varint(body.length - before);
    }
    this.#rows = 0;
    if (head.length + body.length > blockBytesMax) {
      throw new Error(`${this.#blockRows} rows are larger than 256 MiB`);
    }
    return Buffer.concat([head.written(), body.written()]);
  }
}
