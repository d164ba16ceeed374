import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';
import { AppError } from '@sdq/contract';
import unbzip2 from 'unbzip2-stream';
import xz from 'xz-decompress';

const chunkBytes = 1 << 18;

export type Compression = 'none' | 'gzip' | 'zstd' | 'xz' | 'bzip2';

/** How a file is compressed, by its first bytes. */
export function compressionOf(head: Buffer): Compression {
  if (head.length < 4) return 'none';
  if (head.readUInt16BE(0) === 0x1f8b) return 'gzip';
  if (head.readUInt32LE(0) === 0xfd2fb528) return 'zstd';
  if (head.length >= 6 && head.readUIntBE(0, 6) === 0xfd377a585a00) return 'xz';
  // `BZh`, the size of blocks, and the mark of a block or of the end.
  const start = head.toString('latin1', 0, 10);
  const isBzip2 = /^BZh[1-9]/.test(start) && ['1AY&SY', '\x17rE8P\x90'].includes(start.slice(4));
  return isBzip2 ? 'bzip2' : 'none';
}

/**
 * The decompressed content of a file, streams after each other included. `onBytes` is called with the number of bytes
 * read from the file. Errors: `file_malformed`.
 */
export async function* decompressed(
  path: string,
  compression: Compression,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  if (onBytes !== undefined) {
    let read = 0;
    file.on('data', (part) => {
      read += part.length;
      onBytes(read);
    });
    file.pause();
  }
  let fault: unknown;
  file.on('error', (error) => {
    fault = error;
  });
  const content = decompressing(file, compression);
  try {
    for await (const chunk of content)
      yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array);
  } catch (cause) {
    if (compression === 'none' || fault !== undefined) throw cause;
    throw new AppError(
      'file_malformed',
      `Cannot decompress "${path}": ${reasonOf(cause as Error, compression)}`,
      {
        cause,
        hint: 'The file is cut or damaged: download it again.',
      },
    );
  } finally {
    file.destroy();
    content.destroy();
  }
}

function decompressing(file: Readable, compression: Compression): Readable {
  const ignore = () => {}; // the reader of the stream throws the error
  switch (compression) {
    case 'none':
      return file;
    case 'gzip':
      return pipeline(file, zlib.createGunzip({ chunkSize: chunkBytes }), ignore);
    case 'zstd':
      return pipeline(file, zlib.createZstdDecompress({ chunkSize: chunkBytes }), ignore);
    case 'xz':
      return Readable.fromWeb(new xz.XzReadableStream(Readable.toWeb(file)) as never);
    case 'bzip2': {
      const stream = unbzip2();
      const content = stream.pipe(new PassThrough());
      stream.on('error', (error) => content.destroy(error));
      file.on('error', (error) => content.destroy(error));
      file.pipe(stream);
      return content;
    }
  }
}

/** The messages of the libraries for xz and bzip2 are about their own code. */
function reasonOf(cause: Error, compression: Compression): string {
  return compression === 'xz' || compression === 'bzip2'
    ? `the ${compression} data is not valid`
    : cause.message;
}
