import type { ResultColumn } from '@sdq/contract';
import type { PostgresType } from '@sdq/core';
import type { RecordBatch } from 'apache-arrow';
import type { ReplyColumn } from '../protocol/replies.ts';
import { readerOf, type Value } from './arrow-values.ts';
import { binaryFormat } from './binary-format.ts';
import { sentType } from './column-type.ts';
import { textFormat } from './text-format.ts';

const nullLength = -1;

/** Bytes to send, and how many rows they have. */
export interface RowPart {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

interface SentColumn {
  readonly name: string;
  readonly type: string;
  readonly sent: PostgresType;
  readonly format: number;
}

/** Writes the rows of a result as messages. `formats`: none for text, one for all columns, or one for each. */
export class RowWriter {
  readonly #columns: readonly SentColumn[];

  constructor(columns: readonly ResultColumn[], formats: readonly number[]) {
    this.#columns = columns.map(({ name, type }, index) => ({
      name,
      type,
      sent: sentType(type),
      format: (formats.length === 1 ? formats[0] : formats[index]) ?? 0,
    }));
  }

  get description(): ReplyColumn[] {
    return this.#columns.map(({ name, sent, format }) => ({
      name,
      oid: sent.oid,
      length: sent.length,
      modifier: sent.modifier,
      format,
    }));
  }

  /** DataRow messages, in parts of at least `partBytes`. */
  *messages(batch: RecordBatch, partBytes: number): Generator<RowPart> {
    const bytes = new GrowingBuffer(partBytes);
    let rows = 0;
    const take = () => {
      const part = { bytes: bytes.take(), rows };
      rows = 0;
      return part;
    };
    for (const fields of this.fields(batch)) {
      const start = bytes.begin('D');
      bytes.int16(fields.length);
      for (const field of fields) {
        if (field === null) bytes.int32(nullLength);
        else if (typeof field === 'string') bytes.text(field);
        else bytes.bytes(field);
      }
      bytes.end(start);
      rows++;
      if (bytes.length >= partBytes) yield take();
    }
    if (rows > 0) yield take();
  }

  /** The fields of each row, formatted. */
  *fields(batch: RecordBatch): Generator<(string | Uint8Array | null)[]> {
    const readers = batch.data.children.map(readerOf);
    for (let row = 0; row < batch.numRows; row++) {
      yield readers.map((read, index) => formatted(read(row), this.#columns[index] as SentColumn));
    }
  }
}

function formatted(value: Value, { type, sent, format }: SentColumn): string | Uint8Array | null {
  if (value === null) return null;
  return format === 1 ? binaryFormat(value, type, sent) : textFormat(value, type, sent);
}

/** A buffer that grows by doubling. */
class GrowingBuffer {
  #bytes: Buffer;
  length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size * 2);
  }

  /** Begins a message; returns where, for `end`. */
  begin(letter: string): number {
    const start = this.length;
    this.#reserve(5);
    this.#bytes.write(letter, start, 'latin1');
    this.length += 5;
    return start;
  }

  end(start: number): void {
    this.#bytes.writeInt32BE(this.length - start - 1, start + 1);
  }

  int16(value: number): void {
    this.#reserve(2);
    this.length = this.#bytes.writeInt16BE(value, this.length);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.length = this.#bytes.writeInt32BE(value, this.length);
  }

  /** With its length before it. */
  text(value: string): void {
    this.#reserve(4 + value.length * 3);
    const size = this.#bytes.write(value, this.length + 4);
    this.int32(size);
    this.length += size;
  }

  /** With their length before them. */
  bytes(value: Uint8Array): void {
    this.#reserve(4 + value.length);
    this.int32(value.length);
    this.#bytes.set(value, this.length);
    this.length += value.length;
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.length = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + count));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}
