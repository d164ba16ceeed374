import { AppError } from '@sdq/contract';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import type { FileKind } from '../bytes/file-tail.ts';
import { isKeyColumn, type KeyColumn } from './key-column.ts';

/**
 * A key file is: blocks and pages; the footer; the tail (`encodeTail`). Numbers are little endian; a varint has seven
 * bits per byte, low ones first; a signed one is zigzag-encoded.
 *
 * - A block holds up to `blockKeys` keys in the order of their bytes: CRC-32 of what follows in it (4 bytes), entries.
 *   An entry is: how many bytes it has in common with the entry before it in the block, and the number of further bytes
 *   (`writeLengths`), these bytes; then its ordinals.
 * - Where keys are unique, the ordinal follows, as its difference from that of the entry before it (signed varint;
 *   the first from 0).
 * - Otherwise: the number of ordinals (varint), the number of bytes that follow for them (varint), and, for up to
 *   `inlineMax` ordinals, each as its difference from the one before it (signed varint; the first from 0). More are in
 *   pages: the place of the first page in the file (varint), and the length of each page (varint); pages are adjacent.
 * - A page holds `pageOrdinals` ordinals of one key (the last one the rest): CRC-32 of what follows in it (4 bytes),
 *   the ordinals as above.
 * - The footer: length of the head (4 bytes), the head (JSON, `KeyFileHead`); number of blocks (4 bytes); for each the
 *   bytes between the block before it and itself, its length, the length of its separator (varints), and the
 *   separator: bytes above every key before the block and not above its first key.
 */
export const keyFileKind: FileKind = {
  name: 'key file',
  magic: Buffer.from('SDQ.KEYS', 'latin1'),
  version: 1,
  // with keys of 8 bytes, enough for a thousand million of them
  footerBytesMax: 1 << 28,
};

/** Keys of a block: a look-up reads and searches one, and the separator of each stays in memory. */
export const blockKeys = 128;

/** A block ends earlier after this number of bytes: many keys of one block have ordinals beside them. */
export const blockBytesWanted = 4_096;

/** Ordinals of a key that are stored in its block; more are stored in pages. */
export const inlineMax = 256;

export const pageOrdinals = 1_024;

export const crcBytes = 4;

/** Maximum size of a block in bytes, and so nearly of a key. */
export const blockBytesMax = 1 << 28;

export interface KeyFileHead {
  /** Columns of the key, in order. */
  readonly columns: readonly KeyColumn[];
  /** Whether each key has one ordinal. */
  readonly isUnique: boolean;
  /** Number of keys. */
  readonly keys: number;
  /** Number of ordinals of all keys. */
  readonly ordinals: number;
  /** Every ordinal is below this. */
  readonly rows: number;
}

/** Places of the blocks, and their separators: all that a reader keeps in memory. */
export interface BlockIndex {
  readonly starts: Float64Array;
  readonly lengths: Uint32Array;
  /** Separator of block b: `[separatorEnds[b - 1], separatorEnds[b])` of `separators`. */
  readonly separators: Uint8Array;
  readonly separatorEnds: Uint32Array;
}

/** Collects the places of blocks for the footer. */
export class BlockIndexWriter {
  readonly #writer = new ByteWriter();
  #blocks = 0;
  #end = 0;

  add(start: number, length: number, separator: Uint8Array): void {
    this.#writer.varint(start - this.#end);
    this.#writer.varint(length);
    this.#writer.varint(separator.length);
    this.#writer.put(separator);
    this.#end = start + length;
    this.#blocks++;
  }

  footer(head: KeyFileHead): Buffer {
    const json = Buffer.from(JSON.stringify(head), 'utf8');
    const writer = new ByteWriter();
    writer.word(json.length);
    writer.put(json);
    writer.word(this.#blocks);
    writer.put(this.#writer.written());
    return writer.written();
  }
}

/** Parses a footer whose checksum is right; `blocksEnd` is its place in the file. Throws when it is inconsistent. */
export function decodeKeyFooter(
  bytes: Uint8Array,
  blocksEnd: number,
): { head: KeyFileHead; index: BlockIndex } {
  const reader = new ByteReader(bytes);
  const headBytes = reader.word();
  const headStart = reader.skip(headBytes);
  const head = JSON.parse(Buffer.from(bytes.subarray(headStart, reader.at)).toString('utf8')) as KeyFileHead;
  checkHead(head);
  const blocks = reader.word();
  // An entry has at least three bytes.
  if (blocks * 3 > bytes.length) throw new Error('it names too many blocks');
  const index = {
    starts: new Float64Array(blocks),
    lengths: new Uint32Array(blocks),
    separators: new Uint8Array(bytes.length - reader.at),
    separatorEnds: new Uint32Array(blocks),
  };
  let end = 0;
  let separatorsEnd = 0;
  for (let block = 0; block < blocks; block++) {
    const start = end + reader.varint();
    const length = reader.varint();
    end = start + length;
    if (length < crcBytes || length > blockBytesMax || end > blocksEnd)
      throw new Error(`block ${block} is not inside of it`);
    const separatorBytes = reader.varint();
    const from = reader.skip(separatorBytes);
    index.separators.set(bytes.subarray(from, reader.at), separatorsEnd);
    separatorsEnd += separatorBytes;
    index.starts[block] = start;
    index.lengths[block] = length;
    index.separatorEnds[block] = separatorsEnd;
  }
  return { head, index: { ...index, separators: index.separators.slice(0, separatorsEnd) } };
}

function checkHead({ columns, isUnique, keys, ordinals, rows }: KeyFileHead): void {
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) >= 0;
  if (![keys, ordinals, rows].every(isCount) || typeof isUnique !== 'boolean')
    throw new Error('its head has other fields');
  if (columns.length === 0 || !columns.every(isKeyColumn)) throw new Error('its columns have other types');
}

export function corruptKeyFile(path: string, reason: string, cause?: unknown): AppError {
  return new AppError('index_corrupt', `The key file "${path}" cannot be read: ${reason}`, {
    hint: 'Restore the index from a backup, or rebuild its segments',
    cause,
  });
}
