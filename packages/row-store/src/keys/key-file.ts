import { closeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { AppError } from '@sdq/contract';
import { ByteReader } from '../bytes/byte-reader.ts';
import { openFile } from '../bytes/open-file.ts';
import { readFooter } from '../bytes/read-footer.ts';
import { readFully } from '../bytes/read-fully.ts';
import { encodeKey, type KeyValues } from './encode-key.ts';
import { type FoundEntry, findEntry } from './find-entry.ts';
import { compareBytes } from './key-bytes.ts';
import type { KeyCache } from './key-cache.ts';
import {
  type BlockIndex,
  blockBytesMax,
  corruptKeyFile,
  crcBytes,
  decodeKeyFooter,
  inlineMax,
  type KeyFileHead,
  keyFileKind,
  pageOrdinals,
} from './key-layout.ts';
import { readOrdinal } from './key-numbers.ts';

/**
 * The ordinals of rows by key, without an engine. Memory usage: about 20 bytes for each block of 128 keys. Reads are
 * synchronous: one of about a kilobyte for a key, and one of up to 3 KiB for each 1,024 ordinals of a key that has
 * more than 256.
 */
export class KeyFile implements Disposable {
  readonly path: string;
  readonly head: KeyFileHead;
  readonly #file: number;
  readonly #index: BlockIndex;
  readonly #blocksEnd: number;
  readonly #cache: KeyCache | undefined;
  readonly #number: number;
  /** The block that was read last: of keys that are looked up in order, several are in one. */
  #last: { readonly at: number; readonly block: Buffer } | undefined;

  private constructor(path: string, file: number, footer: Footer, cache: KeyCache | undefined) {
    this.path = path;
    this.head = footer.head;
    this.#file = file;
    this.#index = footer.index;
    this.#blocksEnd = footer.blocksEnd;
    this.#cache = cache;
    this.#number = cache?.numberFile() ?? 0;
  }

  /**
   * Opens a key file. Blocks are looked up in `cache` first. Errors: `index_corrupt` when the file is missing or
   * truncated, or the parts read here were altered.
   */
  static open(path: string, cache?: KeyCache): KeyFile {
    const file = openFile(path, (cause) => corruptKeyFile(path, 'it cannot be opened', cause));
    try {
      const { footer, blocksEnd } = readFooter(file, keyFileKind, decodeKeyFooter, (fault, cause) =>
        corruptKeyFile(path, fault, cause),
      );
      return new KeyFile(path, file, { ...footer, blocksEnd }, cache);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * The ordinals of these keys, each once, in the order of the keys; of keys that no row has, none. With several
   * thousand keys it takes about 5 µs for each. Errors: `index_corrupt`.
   */
  find(keys: readonly KeyValues[], most = Number.POSITIVE_INFINITY): number[] {
    const sorted = this.#encoded(keys);
    const found: number[] = [];
    for (const [at, key] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before !== undefined && compareKeys(before, key) === 0) continue;
      if (found.length > most) break;
      const ordinals = this.#ordinals(key, 0, most + 1);
      for (const ordinal of ordinals) found.push(ordinal);
    }
    return found;
  }

  /** The number of rows that have a key. Errors: `index_corrupt`. */
  count(key: KeyValues): number {
    const [encoded] = this.#encoded([key]);
    return encoded === undefined ? 0 : (this.#look(encoded)?.entry.count ?? 0);
  }

  /**
   * Ordinals of the rows that have a key, in the order of the file: `limit` of them after the first `offset`. Errors:
   * `index_corrupt`.
   */
  ordinalsOf(key: KeyValues, { limit = Number.POSITIVE_INFINITY, offset = 0 } = {}): number[] {
    const [encoded] = this.#encoded([key]);
    return encoded === undefined ? [] : this.#ordinals(encoded, offset, limit);
  }

  close(): void {
    closeSync(this.#file);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #encoded(keys: readonly KeyValues[]): Uint8Array[] {
    const encoded = keys.flatMap((values) => encodeKey(this.head.columns, values) ?? []);
    return encoded.length > 1 ? encoded.sort(compareKeys) : encoded;
  }

  #ordinals(key: Uint8Array, offset: number, limit: number): number[] {
    const found = this.#look(key);
    if (found === undefined) return [];
    const { block, entry } = found;
    const end = Math.min(entry.count, offset + limit);
    if (offset >= end) return [];
    return this.#guarded(() => {
      if (this.head.isUnique) return [this.#checked(entry.ordinal)];
      const reader = new ByteReader(block, entry.start, entry.end);
      return entry.count <= inlineMax
        ? this.#decode(reader, offset, end)
        : this.#fromPages(reader, entry.count, offset, end);
    });
  }

  /** The block that may hold a key, and its entry there. */
  #look(key: Uint8Array): { block: Buffer; entry: FoundEntry } | undefined {
    const at = this.#blockOf(key);
    if (at < 0) return undefined;
    const { starts, lengths } = this.#index;
    if (this.#last?.at !== at)
      this.#last = { at, block: this.#part(starts[at] as number, lengths[at] as number) };
    const { block } = this.#last;
    const entry = this.#guarded(() => findEntry(new ByteReader(block, crcBytes), key, this.head.isUnique));
    return entry === undefined ? undefined : { block, entry };
  }

  /** The last block whose separator is not above the key; -1 where there is none. */
  #blockOf(key: Uint8Array): number {
    const { separators, separatorEnds } = this.#index;
    let low = -1;
    let high = separatorEnds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = middle === 0 ? 0 : (separatorEnds[middle - 1] as number);
      const end = separatorEnds[middle] as number;
      if (compareBytes(separators, start, end, key, 0, key.length) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #fromPages(reader: ByteReader, count: number, offset: number, end: number): number[] {
    const found: number[] = [];
    let start = reader.varint();
    for (let first = 0; first < count; first += pageOrdinals) {
      const length = reader.varint();
      const last = Math.min(end, first + pageOrdinals);
      if (last > offset && first < end) {
        const page = new ByteReader(this.#part(start, length), crcBytes);
        for (const ordinal of this.#decode(page, Math.max(0, offset - first), last - first))
          found.push(ordinal);
      }
      if (last === end) break;
      start += length;
    }
    return found;
  }

  #decode(reader: ByteReader, offset: number, end: number): number[] {
    const found: number[] = [];
    let ordinal = 0;
    for (let at = 0; at < end; at++) {
      ordinal = readOrdinal(reader, ordinal);
      if (at >= offset) found.push(this.#checked(ordinal));
    }
    return found;
  }

  #checked(ordinal: number): number {
    if (ordinal < 0 || ordinal >= this.head.rows) throw new RangeError(`there is no row ${ordinal}`);
    return ordinal;
  }

  /** A block or a page. */
  #part(start: number, length: number): Buffer {
    const known = this.#cache?.get(this.#number, start);
    if (known !== undefined) return known;
    if (length < crcBytes || length > blockBytesMax || start + length > this.#blocksEnd)
      throw corruptKeyFile(this.path, `the part at ${start} is not inside of it`);
    const part = Buffer.allocUnsafe(length);
    if (!readFully(this.#file, part, start)) throw corruptKeyFile(this.path, 'it is cut short');
    if (crc32(part.subarray(crcBytes)) !== part.readUInt32LE(0))
      throw corruptKeyFile(this.path, `the checksum of the part at ${start} differs`);
    this.#cache?.keep(this.#number, start, part);
    return part;
  }

  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (cause) {
      if (cause instanceof AppError && cause.message.includes(this.path)) throw cause;
      throw corruptKeyFile(this.path, 'a part of it has unexpected content', cause);
    }
  }
}

interface Footer {
  readonly head: KeyFileHead;
  readonly index: BlockIndex;
  readonly blocksEnd: number;
}

function compareKeys(a: Uint8Array, b: Uint8Array): number {
  return compareBytes(a, 0, a.length, b, 0, b.length);
}
