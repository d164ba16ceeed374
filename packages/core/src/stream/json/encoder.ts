import ddb, { type DataChunk } from '@duckdb/node-bindings';
import type { Encoder } from '../encoder.ts';
import { ByteSink } from '../text/byte-sink.ts';
import { createWriter } from '../text/create-writer.ts';
import { punctuationRoom, type ValueWriter, valueRoom } from '../text/value-writer.ts';
import type { DataType, Member } from '../types/data-type.ts';
import { readVector } from '../vectors/read-vector.ts';
import { VectorMemory } from '../vectors/vector-memory.ts';

export interface JsonShape {
  /** `array`: one array of all rows; `lines`: a row per line, each ended by a line feed. */
  readonly framing: 'array' | 'lines';
  /** A row as an object by column name, or as an array of its values. */
  readonly rows: 'objects' | 'arrays';
}

/** Bytes gathered before they are handed out: a chunk of few rows is not worth a batch of its own. */
const batchBytesMin = 1 << 16;

/** Rows as JSON. Values: see `createWriter` and the writers it chooses. */
export class JsonEncoder implements Encoder {
  readonly #types: readonly DataType[];
  readonly #writers: readonly ValueWriter[];
  /** What precedes the value of each column: `{"a":`, `,"b":`. */
  readonly #openings: readonly Uint8Array[];
  readonly #rowEnd: number;
  readonly #framing: JsonShape['framing'];
  readonly #memory = new VectorMemory();
  readonly #sink = new ByteSink(1 << 20);
  #rowsWritten = 0;

  constructor(columns: readonly Member[], shape: JsonShape) {
    this.#types = columns.map(({ type }) => type);
    this.#writers = this.#types.map((type) => createWriter(type, 'json'));
    this.#openings = columns.map(({ name }, index) => {
      const separator = index > 0 ? ',' : shape.rows === 'objects' ? '{' : '[';
      return Buffer.from(
        shape.rows === 'objects' ? `${separator}${JSON.stringify(name)}:` : separator,
        'utf8',
      );
    });
    this.#rowEnd = shape.rows === 'objects' ? 125 : 93;
    this.#framing = shape.framing;
  }

  start(): Uint8Array | null {
    return this.#framing === 'array' ? Uint8Array.of(91) : null;
  }

  encode(chunk: DataChunk, rowCount: number): Uint8Array | null {
    this.#writers.forEach((writer, index) => {
      const vector = ddb.data_chunk_get_vector(chunk, index);
      writer.bind(readVector(this.#memory, this.#types[index] as DataType, vector, rowCount));
    });
    // Keeps the chunk, whose memory was followed, out of the collector's hands until here.
    ddb.data_chunk_get_size(chunk);
    for (let row = 0; row < rowCount; row++) this.#writeRow(row);
    this.#memory.free();
    return this.#sink.length >= batchBytesMin ? this.#sink.take() : null;
  }

  finish(): Uint8Array | null {
    if (this.#framing === 'array') this.#sink.append(arrayEnd);
    return this.#sink.take();
  }

  #writeRow(row: number): void {
    const sink = this.#sink;
    if (this.#framing === 'array' && this.#rowsWritten > 0) sink.append(separator);
    this.#rowsWritten++;
    for (let index = 0; index < this.#writers.length; index++) {
      const opening = this.#openings[index] as Uint8Array;
      sink.reserve(opening.length + valueRoom);
      writeShort(sink, opening);
      const writer = this.#writers[index] as ValueWriter;
      const { validity } = writer;
      if (validity === null || (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1) {
        writer.write(sink, row);
      } else writeShort(sink, nullText);
    }
    sink.bytes[sink.length++] = this.#rowEnd;
    if (this.#framing === 'lines') sink.bytes[sink.length++] = 10;
    sink.reserve(punctuationRoom);
  }
}

const separator = Buffer.from(',');
const nullText = Buffer.from('null');
const arrayEnd = Buffer.from(']');

/** A loop is faster than `set` up to some 50 bytes. */
function writeShort(sink: ByteSink, source: Uint8Array): void {
  const { bytes, length } = sink;
  for (let index = 0; index < source.length; index++) bytes[length + index] = source[index] as number;
  sink.length = length + source.length;
}
