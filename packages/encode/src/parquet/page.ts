import * as zlib from 'node:zlib';
import { ThriftStruct } from './thrift.ts';

/** Constants of parquet.thrift. */
export const encodings = { plain: 0, rle: 3 } as const;
const codecs = { none: 0, gzip: 2, zstd: 6 } as const;
const dataPage = 0;

/** zstd if this version of Node supports it (22.15 and later), otherwise gzip; every reader supports both. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

export const codec = hasZstd ? codecs.zstd : codecs.gzip;

/** `fast`: the usual one, at its fastest level. */
export type PageCompression = 'fast' | 'none';

export function codecOf(compression: PageCompression): number {
  return compression === 'none' ? codecs.none : codec;
}

/** The fastest levels: a result is written once and mostly read once. One shared buffer for all output. */
function compress(bytes: Uint8Array): Uint8Array {
  const chunkSize = bytes.length + 1024;
  if (!hasZstd) return zlib.gzipSync(bytes, { level: 1, chunkSize });
  return zlib.zstdCompressSync(bytes, {
    chunkSize,
    params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 },
  });
}

/** A buffer that is no longer needed; leaving it to the garbage collector would make it run constantly. */
function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/** A data page: its header, and its levels and values compressed together. */
export interface Page {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  readonly uncompressedBytes: number;
}

export function makePage(slots: number, parts: readonly Uint8Array[]): Page {
  const plain = Buffer.concat(parts);
  const compressed = compress(plain);
  const body = Buffer.allocUnsafeSlow(compressed.length);
  body.set(compressed);
  free(compressed);
  const header = pageHeader(slots, plain.length, body.length);
  const uncompressedBytes = header.length + plain.length;
  free(plain);
  return { header, body, uncompressedBytes };
}

/** The header of a data page with this number of bytes. */
export function pageHeader(slots: number, plainBytes: number, bytes: number): Uint8Array {
  return new ThriftStruct()
    .i32(1, dataPage)
    .i32(2, plainBytes)
    .i32(3, bytes)
    .struct(
      5,
      new ThriftStruct().i32(1, slots).i32(2, encodings.plain).i32(3, encodings.rle).i32(4, encodings.rle),
    )
    .toBytes();
}
