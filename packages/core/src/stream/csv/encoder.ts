import ddb, { type DataChunk } from '@duckdb/node-bindings';
import type { Encoder } from '../encoder.ts';
import { ByteSink } from '../text/byte-sink.ts';
import { createWriter } from '../text/create-writer.ts';
import { punctuationRoom, type ValueWriter, valueRoom } from '../text/value-writer.ts';
import type { DataType, Member } from '../types/data-type.ts';
import { readVector } from '../vectors/read-vector.ts';
import { isValid } from '../vectors/validity.ts';
import { VectorMemory } from '../vectors/vector-memory.ts';
import { writeField } from './field.ts';

const batchBytesMin = 1 << 16;
const comma = 44;

/**
 * CSV after RFC 4180: a header, lines ended by CRLF, quotes around what needs them. NULL is an empty field, the empty
 * string `""`; NaN and the infinities of floats are NULL. Values read as in JSON results, without their quotes:
 * integers of any size as digits, nested values as JSON.
 */
export class CsvEncoder implements Encoder {
  readonly #columns: readonly Member[];
  readonly #writers: readonly ValueWriter[];
  /** Whether a column's text may hold what must be quoted. */
  readonly #needQuotes: readonly boolean[];
  readonly #memory = new VectorMemory();
  readonly #sink = new ByteSink(1 << 20);
  readonly #field = new ByteSink(1 << 12);

  constructor(columns: readonly Member[]) {
    this.#columns = columns;
    this.#writers = columns.map(({ type }) => createWriter(type, 'field'));
    this.#needQuotes = columns.map(({ type }) => mayNeedQuotes(type));
  }

  start(): Uint8Array | null {
    this.#columns.forEach(({ name }, index) => {
      this.#sink.reserve(valueRoom);
      if (index > 0) this.#sink.bytes[this.#sink.length++] = comma;
      const text = Buffer.from(name, 'utf8');
      writeField(this.#sink, text, 0, text.length);
    });
    this.#endLine();
    return this.#sink.take();
  }

  encode(chunk: DataChunk, rowCount: number): Uint8Array | null {
    this.#writers.forEach((writer, index) => {
      const vector = ddb.data_chunk_get_vector(chunk, index);
      writer.bind(readVector(this.#memory, (this.#columns[index] as Member).type, vector, rowCount));
    });
    // Keeps the chunk, whose memory was followed, out of the collector's hands until here.
    ddb.data_chunk_get_size(chunk);
    for (let row = 0; row < rowCount; row++) this.#writeRow(row);
    this.#memory.free();
    return this.#sink.length >= batchBytesMin ? this.#sink.take() : null;
  }

  finish(): Uint8Array | null {
    return this.#sink.take();
  }

  #writeRow(row: number): void {
    const sink = this.#sink;
    for (let index = 0; index < this.#writers.length; index++) {
      sink.reserve(valueRoom + punctuationRoom);
      if (index > 0) sink.bytes[sink.length++] = comma;
      const writer = this.#writers[index] as ValueWriter;
      if (!isValid(writer.validity, row)) continue;
      if (this.#needQuotes[index]) this.#writeQuoted(writer, row);
      else writer.write(sink, row);
    }
    this.#endLine();
  }

  #writeQuoted(writer: ValueWriter, row: number): void {
    const field = this.#field;
    field.length = 0;
    field.reserve(valueRoom);
    writer.write(field, row);
    writeField(this.#sink, field.bytes, 0, field.length);
  }

  #endLine(): void {
    this.#sink.reserve(punctuationRoom);
    this.#sink.bytes[this.#sink.length++] = 13;
    this.#sink.bytes[this.#sink.length++] = 10;
  }
}

function mayNeedQuotes(type: DataType): boolean {
  switch (type.name) {
    case 'VARCHAR':
    case 'ENUM':
    case 'LIST':
    case 'ARRAY':
    case 'STRUCT':
    case 'MAP':
    case 'UNION':
    case 'VARIANT':
    case 'BLOB':
    case 'GEOMETRY':
    case 'BIT':
      return true;
    default:
      return false;
  }
}
