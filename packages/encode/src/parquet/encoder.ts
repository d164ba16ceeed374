import type { Encoder } from '../encoder.ts';
import type { Member } from '../types/data-type.ts';
import { stretches } from '../vectors/stretches.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import type { VectorData } from '../vectors/vector-data.ts';
import { LeafColumn } from './leaf-column.ts';
import { leavesOf, type ParquetNode, parquetNodes, schemaElements } from './schema.ts';
import { shred } from './shred.ts';
import { ThriftStruct } from './thrift.ts';

/** A row group is buffered until it is complete: a number of rows, or of bytes before compression. */
const groupRowsMax = 122_880;
const groupBytesMax = 16 << 20;
/** Rows are shredded in stretches of about this number of bytes. */
const stretchBytesMax = 8 << 20;
/** Minimum size of a returned part in bytes. */
const partBytesMin = 1 << 20;

const magic = 'PAR1';
const formatVersion = 2;

/**
 * A Parquet file, written as a stream: row groups one by one, the footer at the end, without which it is not
 * readable. Plain values, compressed page by page. For the representation of types see `storageOf`.
 */
export class ParquetEncoder implements Encoder {
  readonly #nodes: readonly ParquetNode[];
  /** The leaves of each column. */
  readonly #leaves: readonly (readonly LeafColumn[])[];
  readonly #groups: ThriftStruct[] = [];
  #offset = 0;
  #rows = 0;
  #groupRows = 0;
  #groupBytes = 0;
  rowsOut: number[] = [];

  constructor(columns: readonly Member[]) {
    this.#nodes = parquetNodes(columns);
    this.#leaves = this.#nodes.map((node) =>
      leavesOf(node).map((leaf) => new LeafColumn(leaf.node, leaf.path)),
    );
  }

  start(): Uint8Array[] {
    return this.#counted([Uint8Array.from(Buffer.from(magic, 'latin1'))]);
  }

  encode(batch: VectorBatch): Uint8Array[] {
    const { vectors } = batch;
    const parts: Uint8Array[] = [];
    this.rowsOut = [];
    for (const { start, count } of stretches(batch, stretchBytesMax)) {
      this.#append(vectors, start, count);
      if (this.#groupRows + count > groupRowsMax || this.#groupBytes >= groupBytesMax) {
        parts.push(...this.#closeGroup());
        while (this.rowsOut.length < parts.length) this.rowsOut.push(this.#rows);
      }
    }
    batch.free();
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

/** Joins pieces into parts of a reasonable size. */
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

/** Concatenates pieces in a new buffer. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
