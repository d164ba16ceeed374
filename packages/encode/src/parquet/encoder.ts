import ddb, { type DataChunk } from '@duckdb/node-bindings';
import { AppError } from '@sdq/contract';
import type { Encoder } from '../encoder.ts';
import type { DataType, Member } from '../types/data-type.ts';
import { readVector, type VectorData } from '../vectors/read-vector.ts';
import { rowBytes } from '../vectors/row-bytes.ts';
import { VectorMemory } from '../vectors/vector-memory.ts';
import { LeafColumn } from './leaf-column.ts';
import { leavesOf, type ParquetNode, parquetNodes, schemaElements } from './schema.ts';
import { shred } from './shred.ts';
import { ThriftStruct } from './thrift.ts';

/** A row group is held until it is whole: so many rows, or so many bytes before compression. */
const groupRowsMax = 122_880;
const groupBytesMax = 16 << 20;
/** Rows are taken apart in stretches of about so many bytes. */
const stretchBytesMax = 8 << 20;
/** Bytes handed out at once, at least. */
const partBytesMin = 1 << 20;

const magic = 'PAR1';
const formatVersion = 2;

/**
 * A Parquet file, written as it is read: row groups one by one, the footer at the end, without which no reader takes it
 * for a file. Plain values, compressed page by page. How types are carried: `storageOf`.
 */
export class ParquetEncoder implements Encoder {
  readonly #types: readonly DataType[];
  readonly #nodes: readonly ParquetNode[];
  /** Of each column its leaves. */
  readonly #leaves: readonly (readonly LeafColumn[])[];
  readonly #memory = new VectorMemory();
  readonly #groups: ThriftStruct[] = [];
  #offset = 0;
  #rows = 0;
  #groupRows = 0;
  #groupBytes = 0;

  constructor(columns: readonly Member[]) {
    this.#types = columns.map(({ type }) => type);
    this.#nodes = parquetNodes(columns);
    this.#leaves = this.#nodes.map((node) =>
      leavesOf(node).map((leaf) => new LeafColumn(leaf.node, leaf.path)),
    );
  }

  start(): Uint8Array[] {
    return this.#counted([Uint8Array.from(Buffer.from(magic, 'latin1'))]);
  }

  encode(chunk: DataChunk, rowCount: number): Uint8Array[] {
    const vectors = this.#types.map((type, index) =>
      readVector(this.#memory, type, ddb.data_chunk_get_vector(chunk, index), rowCount),
    );
    // Keeps the chunk, whose memory was followed, out of the collector's hands until here.
    ddb.data_chunk_get_size(chunk);
    const parts: Uint8Array[] = [];
    for (const { start, count } of stretches(vectors, rowCount)) {
      this.#append(vectors, start, count);
      if (this.#groupRows + count > groupRowsMax || this.#groupBytes >= groupBytesMax)
        parts.push(...this.#closeGroup());
    }
    this.#memory.free();
    return parts;
  }

  finish(): Uint8Array[] {
    const parts = this.#groupRows > 0 ? this.#closeGroup() : [];
    const footer = new ThriftStruct()
      .i32(1, formatVersion)
      .structs(2, schemaElements(this.#nodes))
      .i64(3, this.#rows)
      .structs(4, this.#groups)
      .text(6, 'sdq')
      .toBytes();
    const end = Buffer.alloc(8, `0000${magic}`, 'latin1');
    end.writeUInt32LE(footer.length, 0);
    return [...parts, joined([footer, end])];
  }

  #append(vectors: readonly VectorData[], start: number, count: number): void {
    this.#leaves.forEach((leaves, index) => {
      const shreds = shred(this.#nodes[index] as ParquetNode, vectors[index] as VectorData, start, count);
      leaves.forEach((leaf, place) => {
        this.#groupBytes += leaf.append(shreds[place] as (typeof shreds)[number]);
      });
    });
    this.#rows += count;
    this.#groupRows += count;
  }

  #closeGroup(): Uint8Array[] {
    const start = this.#offset;
    let at = start;
    let plainBytes = 0;
    const columns: ThriftStruct[] = [];
    const pieces: Uint8Array[] = [];
    for (const leaf of this.#leaves.flat()) {
      const taken = leaf.take(at);
      columns.push(taken.metadata);
      for (const { header, body } of taken.pages) pieces.push(header, body);
      at += taken.bytes;
      plainBytes += taken.plainBytes;
    }
    this.#groups.push(
      new ThriftStruct()
        .structs(1, columns)
        .i64(2, plainBytes)
        .i64(3, this.#groupRows)
        .i64(5, start)
        .i64(6, at - start),
    );
    this.#groupRows = 0;
    this.#groupBytes = 0;
    return this.#counted(gathered(pieces));
  }

  #counted(parts: Uint8Array[]): Uint8Array[] {
    for (const part of parts) this.#offset += part.length;
    return parts;
  }
}

/** A chunk as stretches of rows, so that a heavy one is not taken apart at once. */
function stretches(vectors: readonly VectorData[], rowCount: number): { start: number; count: number }[] {
  const weightBytes = vectors.reduce((sum, vector) => sum + vector.weightBytes, 0);
  if (weightBytes <= stretchBytesMax) return [{ start: 0, count: rowCount }];
  const found: { start: number; count: number }[] = [];
  let start = 0;
  let bytes = 0;
  for (let row = 0; row < rowCount; row++) {
    const own = vectors.reduce((sum, vector) => sum + rowBytes(vector, row), 0);
    if (own > 2 ** 31 - 1) throw new AppError('result_too_large', 'A single row of more than 2 GiB');
    if (row > start && bytes + own > stretchBytesMax) {
      found.push({ start, count: row - start });
      start = row;
      bytes = 0;
    }
    bytes += own;
  }
  return [...found, { start, count: rowCount - start }];
}

/** Pieces joined to parts of a size that is worth sending. */
function gathered(pieces: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let pending: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    pending.push(piece);
    bytes += piece.length;
    if (bytes < partBytesMin) continue;
    parts.push(joined(pending));
    pending = [];
    bytes = 0;
  }
  if (pending.length > 0) parts.push(joined(pending));
  return parts;
}

/** In memory of their own. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
