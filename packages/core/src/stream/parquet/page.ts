import * as zlib from 'node:zlib';
import { ThriftStruct } from './thrift.ts';

/** Numbers in parquet.thrift. */
export const encodings = { plain: 0, rle: 3 } as const;
const codecs = { gzip: 2, zstd: 6 } as const;
const dataPage = 0;

/** zstd where this Node has it (22.15 and later), else gzip; every reader knows both. */
const hasZstd = typeof zlib.zstdCompressSync === 'function';

export const codec = hasZstd ? codecs.zstd : codecs.gzip;

/** The quickest levels: a result is written once and mostly read once. */
function compress(bytes: Uint8Array): Uint8Array {
  if (!hasZstd) return zlib.gzipSync(bytes, { level: 1 });
  return zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } });
}

/** A data page: its header, and its levels and values compressed as one. */
export interface Page {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  readonly uncompressedBytes: number;
}

export function makePage(slots: number, parts: readonly Uint8Array[]): Page {
  const plain = Buffer.concat(parts);
  const body = compress(plain);
  const header = new ThriftStruct()
    .i32(1, dataPage)
    .i32(2, plain.length)
    .i32(3, body.length)
    .struct(
      5,
      new ThriftStruct().i32(1, slots).i32(2, encodings.plain).i32(3, encodings.rle).i32(4, encodings.rle),
    )
    .toBytes();
  return { header, body, uncompressedBytes: header.length + plain.length };
}
