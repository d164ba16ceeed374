import { AppError } from '@sdq/contract';
import type { Encoder } from '../encoder.ts';
import type { Member } from '../types/data-type.ts';
import { rowBytes } from '../vectors/row-bytes.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import type { ArrowColumn } from './columns/column.ts';
import { createColumn } from './columns/create-column.ts';
import { stringDictionary } from './dictionary.ts';
import { schemaMetadata } from './flatbuffer.ts';
import { BatchBuilder, bodilessMessage, endOfStream, joinMessages } from './message.ts';
import { type ArrowDictionary, type ArrowField, arrowFields } from './schema.ts';

export interface ArrowBatchLimits {
  /** Maximum rows of a record batch. */
  readonly rowsMax: number;
  /** Maximum bytes of a record batch; a larger row becomes a record batch with one row. */
  readonly bytesMax: number;
}

export const arrowBatchDefaults: ArrowBatchLimits = { rowsMax: 65_536, bytesMax: 2 << 20 };

/** Limit of Arrow's 32-bit offsets; only a single row could exceed it. */
const offsetMax = 2 ** 31 - 1;

/**
 * An Arrow IPC stream: schema, dictionaries of ENUMs, record batches, end of stream. Little endian, metadata V5,
 * buffers aligned to 8 bytes, no compression. For the representation of types see `arrowFields` and
 * `conversionInArrow`. Infinite dates and timestamps are the extreme integers that DuckDB uses for them.
 */
export class ArrowEncoder implements Encoder {
  readonly #fields: readonly ArrowField[];
  readonly #columns: readonly ArrowColumn[];
  readonly #limits: ArrowBatchLimits;
  /** Batches whose last row is in the pending record batch. */
  #taken: VectorBatch[] = [];
  #rows = 0;
  #bytes = 0;
  /**
   * Rows of the next record batch. It begins with what there is first, so that a reader need not wait for more, and
   * doubles: who stops after few rows has received few, and large results have large batches.
   */
  #rowsMax = 1;
  #rowsFlushed = 0;
  rowsOut: number[] = [];

  constructor(columns: readonly Member[], limits: ArrowBatchLimits = arrowBatchDefaults) {
    this.#fields = arrowFields(columns);
    this.#columns = columns.map(({ type }) => createColumn(type));
    this.#limits = limits;
  }

  start(): Uint8Array[] {
    const dictionaries = this.#fields.flatMap(dictionariesOf).map(stringDictionary);
    return [joinMessages([bodilessMessage(schemaMetadata(this.#fields)), ...dictionaries])];
  }

  encode(batch: VectorBatch): Uint8Array[] {
    const { vectors, rows: rowCount } = batch;
    const weightBytes = vectors.reduce((sum, vector) => sum + vector.weightBytes, 0);
    const batches: Uint8Array[] = [];
    this.rowsOut = [];
    if (weightBytes <= this.#limits.bytesMax && rowCount <= this.#limits.rowsMax) {
      if (!this.#fits(rowCount, weightBytes)) batches.push(this.#flush());
      this.#append(vectors, 0, rowCount, weightBytes);
    } else {
      this.#appendByRow(vectors, rowCount, batches);
    }
    this.#taken.push(batch);
    if (this.#rows >= this.#rowsMax) batches.push(this.#flush());
    return batches;
  }

  finish(): Uint8Array[] {
    return this.#rows === 0 ? [endOfStream()] : [joinMessages([this.#flush(), endOfStream()])];
  }

  #fits(rows: number, bytes: number): boolean {
    if (this.#rows === 0) return true;
    return this.#rows + rows <= this.#limits.rowsMax && this.#bytes + bytes <= this.#limits.bytesMax;
  }

  #append(vectors: readonly VectorData[], start: number, count: number, bytes: number): void {
    if (count === 0) return;
    this.#columns.forEach((column, index) => {
      column.append(vectors[index] as VectorData, start, count);
    });
    this.#rows += count;
    this.#bytes += bytes;
  }

  #appendByRow(vectors: readonly VectorData[], rowCount: number, batches: Uint8Array[]): void {
    let start = 0;
    let pendingBytes = 0;
    for (let row = 0; row < rowCount; row++) {
      const bytes = vectors.reduce((sum, vector) => sum + rowBytes(vector, row), 0);
      if (bytes > offsetMax) throw new AppError('result_too_large', 'A single row is larger than 2 GiB');
      const pendingRows = row - start;
      if (this.#rows + pendingRows > 0 && !this.#fitsAfter(pendingRows + 1, pendingBytes + bytes)) {
        this.#append(vectors, start, pendingRows, pendingBytes);
        batches.push(this.#flush());
        start = row;
        pendingBytes = 0;
      }
      pendingBytes += bytes;
    }
    this.#append(vectors, start, rowCount - start, pendingBytes);
  }

  #fitsAfter(rows: number, bytes: number): boolean {
    return this.#rows + rows <= this.#limits.rowsMax && this.#bytes + bytes <= this.#limits.bytesMax;
  }

  #flush(): Uint8Array {
    const batch = new BatchBuilder(this.#rows);
    for (const column of this.#columns) column.emit(batch);
    const message = batch.recordBatch();
    for (const column of this.#columns) column.reset();
    for (const taken of this.#taken) taken.free();
    this.#taken = [];
    this.#rowsFlushed += this.#rows;
    this.rowsOut.push(this.#rowsFlushed);
    this.#rowsMax = Math.min(2 * Math.max(this.#rows, this.#rowsMax), this.#limits.rowsMax);
    this.#rows = 0;
    this.#bytes = 0;
    return message;
  }
}

function dictionariesOf(field: ArrowField): ArrowDictionary[] {
  const own = field.dictionary === null ? [] : [field.dictionary];
  return [...own, ...field.children.flatMap(dictionariesOf)];
}
