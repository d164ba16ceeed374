import { crc32 } from 'node:zlib';
import type { VectorData } from '@sdq/encode/vectors';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { encodeTail } from '../bytes/file-tail.ts';
import { KeyBytes } from './key-bytes.ts';
import type { KeyColumn } from './key-column.ts';
import {
  BlockIndexWriter,
  blockBytesWanted,
  blockKeys,
  crcBytes,
  inlineMax,
  keyFileKind,
  pageOrdinals,
} from './key-layout.ts';
import { writeLengths, writeOrdinals } from './key-numbers.ts';
import { keyReader, vectorsOf } from './vector-keys.ts';

/** Turns sorted rows into the bytes of a key file; it holds one block and one page. */
export class KeyFileEncoder {
  keys = 0;
  ordinals = 0;
  #ordinalSum = 0n;
  #partSum = 0;
  readonly #columns: readonly KeyColumn[];
  readonly #isUnique: boolean;
  readonly #rows: number;
  readonly #index = new BlockIndexWriter();
  readonly #block = new ByteWriter();
  readonly #further = new ByteWriter();
  #written: Buffer[] = [];
  /** Bytes of the file so far. */
  #place = 0;
  #blockKeys = 0;
  #separator: Uint8Array = new Uint8Array(0);
  #key = new KeyBytes();
  #next = new KeyBytes();
  #isFirst = true;
  /** Bytes that the key has in common with the one before it. */
  #shared = 0;
  /** The first ordinal of the entry before, in the same block. */
  #before = 0;
  /** Ordinals of the key that are in no page yet. */
  readonly #pending = new Uint32Array(pageOrdinals);
  #pendingCount = 0;
  #pages: number[] = [];
  #pagesStart = 0;
  #count = 0;

  /** `rows` is above every ordinal. */
  constructor(columns: readonly KeyColumn[], { isUnique, rows }: { isUnique: boolean; rows: number }) {
    this.#columns = columns;
    this.#isUnique = isUnique;
    this.#rows = rows;
  }

  /**
   * Adds rows: the vectors of the key's columns, then one of ordinals, INTEGER. Keys rise; the ordinals of a key are
   * stored in the order in which they arrive. Throws where keys fall, and where a unique one is repeated.
   */
  append(vectors: readonly VectorData[], rows: number): void {
    const places = this.#columns.reduce((sum, column) => sum + vectorsOf(column), 0);
    const last = vectors[places];
    if (last?.kind !== 'fixed') throw new Error('The last vector of a batch of keys must have the ordinals');
    const ordinals = new Int32Array(last.bytes.buffer, last.bytes.byteOffset, rows);
    const read = keyReader(this.#columns, vectors);
    this.#ordinalSum += BigInt(this.#partSum);
    this.#partSum = 0;
    for (let row = 0; row < rows; row++) {
      this.#next.clear();
      read(row, this.#next);
      this.#add(ordinals[row] as number);
    }
  }

  /** The sum of all ordinals, as a check. */
  get ordinalSum(): bigint {
    return this.#ordinalSum + BigInt(this.#partSum);
  }

  /** Bytes to be appended to the file. */
  take(): Buffer[] {
    const written = this.#written;
    this.#written = [];
    return written;
  }

  /** The rest of the file. */
  finish(): Buffer[] {
    if (!this.#isFirst) this.#endKey();
    this.#endBlock();
    const footer = this.#index.footer({
      columns: this.#columns,
      isUnique: this.#isUnique,
      keys: this.keys,
      ordinals: this.ordinals,
      rows: this.#rows,
    });
    return [...this.take(), footer, encodeTail(footer, keyFileKind)];
  }

  #add(ordinal: number): void {
    if (ordinal < 0 || ordinal >= this.#rows) throw new Error(`There is no row ${ordinal} of ${this.#rows}`);
    const shared = commonBytes(this.#key, this.#next);
    const isRepeated = !this.#isFirst && shared === this.#key.length && shared === this.#next.length;
    if (!isRepeated) this.#beginKey(shared);
    else if (this.#isUnique) throw new Error(`The rows ${this.#pending[0]} and ${ordinal} have the same key`);
    if (this.#pendingCount === pageOrdinals) this.#endPage();
    this.#pending[this.#pendingCount++] = ordinal;
    this.#count++;
    this.ordinals++;
    this.#partSum += ordinal;
  }

  #beginKey(shared: number): void {
    if (this.#isFirst) this.#isFirst = false;
    else {
      const { length } = this.#next;
      const isAbove =
        shared < length &&
        (shared === this.#key.length ||
          (this.#next.bytes[shared] as number) > (this.#key.bytes[shared] as number));
      if (!isAbove) throw new Error('The keys are out of order');
      this.#endKey();
    }
    [this.#key, this.#next] = [this.#next, this.#key];
    this.#shared = shared;
    this.#pendingCount = 0;
    this.#count = 0;
    this.keys++;
  }

  #endKey(): void {
    const isFirst = this.#blockKeys === 0;
    const shared = isFirst ? 0 : this.#shared;
    const block = this.#block;
    if (isFirst) {
      block.word(0); // its checksum
      this.#separator = this.#key.bytes.slice(0, Math.min(this.#shared + 1, this.#key.length));
    }
    writeLengths(block, shared, this.#key.length - shared);
    block.put(this.#key.bytes.subarray(shared, this.#key.length));
    this.#writeOrdinals();
    this.#blockKeys++;
    // Now, and not before the next key: the pages of a key are adjacent.
    if (this.#blockKeys === blockKeys || this.#block.length >= blockBytesWanted) this.#endBlock();
  }

  #writeOrdinals(): void {
    if (this.#isUnique) {
      writeOrdinals(this.#block, this.#pending, 1, this.#before);
      this.#before = this.#pending[0] as number;
      return;
    }
    if (this.#count > inlineMax) this.#endPage();
    const further = this.#further;
    further.length = 0;
    if (this.#count <= inlineMax) writeOrdinals(further, this.#pending, this.#count);
    else {
      further.varint(this.#pagesStart);
      for (const length of this.#pages) further.varint(length);
      this.#pages = [];
    }
    this.#block.varint(this.#count);
    this.#block.varint(further.length);
    this.#block.put(further.written());
  }

  #endPage(): void {
    if (this.#pages.length === 0) this.#pagesStart = this.#place;
    const page = this.#further;
    page.length = 0;
    page.word(0); // its checksum
    writeOrdinals(page, this.#pending, this.#pendingCount);
    this.#pages.push(page.length);
    this.#emit(page.written());
    this.#pendingCount = 0;
  }

  #endBlock(): void {
    if (this.#blockKeys === 0) return;
    this.#index.add(this.#place, this.#block.length, this.#separator);
    this.#emit(this.#block.written());
    this.#block.length = 0;
    this.#blockKeys = 0;
    this.#before = 0;
  }

  /** Writes a block or page, with its checksum. */
  #emit(written: Buffer): void {
    const bytes = Buffer.from(written);
    bytes.writeUInt32LE(crc32(bytes.subarray(crcBytes)), 0);
    this.#written.push(bytes);
    this.#place += bytes.length;
  }
}

function commonBytes(a: KeyBytes, b: KeyBytes): number {
  const length = Math.min(a.length, b.length);
  const { bytes } = a;
  const others = b.bytes;
  let at = 0;
  while (at < length && bytes[at] === others[at]) at++;
  return at;
}
