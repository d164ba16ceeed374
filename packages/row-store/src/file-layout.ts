import zlib from 'node:zlib';
import { AppError } from '@sdq/contract';
import { ByteReader } from './bytes/byte-reader.ts';
import { ByteWriter } from './bytes/byte-writer.ts';
import type { FileKind } from './bytes/file-tail.ts';
import { columnKind, type RowColumn } from './column-kind.ts';

/**
 * A row file is: the blocks; the footer; the tail. Numbers are little endian.
 *
 * - A block holds `blockRows` rows (the last one the rest): CRC-32 of what follows in it (4 bytes), bytes unpacked
 *   (4 bytes), a zstd frame made with the file's dictionary. Unpacked: for each column its length (varint); then the
 *   columns.
 * - The footer: rows, rows per block, columns with types, dictionary (a zstd frame), bytes of
 *   each block.
 * - The tail: see `encodeTail`.
 */
export const rowFileKind: FileKind = {
  name: 'row file',
  magic: Buffer.from('SDQ.ROWS', 'latin1'),
  version: 1,
  // with blocks of 32 rows it has 4 bytes for each of them
  footerBytesMax: 1 << 26,
};
export const blockHeaderBytes = 8;

/** Maximum size of an uncompressed block in bytes: a file with longer texts cannot be written. */
export const blockBytesMax = 1 << 28;

/** Offsets are stored in 32 bits. */
export const fileBytesMax = 2 ** 32 - 1;

export const dictionaryBytesMax = 1 << 20;

export interface Footer {
  readonly rows: number;
  readonly blockRows: number;
  readonly columns: readonly RowColumn[];
  readonly dictionary: Uint8Array;
  /** Bytes of each block. */
  readonly blockBytes: Uint32Array;
}

export function encodeFooter(footer: Footer): Buffer {
  const writer = new ByteWriter();
  const { rows, blockRows, columns, dictionary, blockBytes } = footer;
  const head = Buffer.from(JSON.stringify({ rows, blockRows, columns }), 'utf8');
  writer.word(head.length);
  writer.put(head);
  const packed = zlib.zstdCompressSync(dictionary, {
    params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 },
  });
  writer.word(packed.length);
  writer.put(packed);
  writer.word(blockBytes.length);
  for (const bytes of blockBytes) writer.word(bytes);
  return writer.written();
}

/** Parses a footer whose checksum is right. */
export function decodeFooter(bytes: Uint8Array): Footer {
  const reader = new ByteReader(bytes);
  const headBytes = reader.word();
  const headStart = reader.skip(headBytes);
  const head = JSON.parse(Buffer.from(bytes.subarray(headStart, reader.at)).toString('utf8')) as Footer;
  const dictionaryBytes = reader.word();
  const dictionaryStart = reader.skip(dictionaryBytes);
  const dictionary = zlib.zstdDecompressSync(bytes.subarray(dictionaryStart, reader.at), {
    maxOutputLength: dictionaryBytesMax,
  });
  const blocks = reader.word();
  const table = reader.skip(blocks * 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset + table, blocks * 4);
  const blockBytes = new Uint32Array(blocks);
  for (let block = 0; block < blocks; block++) blockBytes[block] = view.getUint32(block * 4, true);
  for (const { type } of head.columns) columnKind(type);
  return { ...head, dictionary, blockBytes };
}

export function corrupt(path: string, reason: string, cause?: unknown): AppError {
  return new AppError('index_corrupt', `The row file "${path}" cannot be read: ${reason}`, {
    hint: 'Restore the index from a backup, or rebuild its segments',
    cause,
  });
}
