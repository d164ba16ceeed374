import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AppError } from '@sdq/contract';

const chunkBytes = 1 << 18;

export interface OpenOptions {
  /** Encoding of the content, as `TextDecoder` names it, if it is not UTF-8: the chunks are converted to UTF-8. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * The content of a file in chunks; gzip and zstd are decompressed, other encodings than UTF-8 are converted. Errors:
 * `file_malformed` if decompression fails.
 */
export async function* openBytes(path: string, options: OpenOptions = {}): AsyncGenerator<Buffer> {
  const { encoding = 'utf-8' } = options;
  if (encoding === 'utf-8') {
    yield* plainBytes(path, options);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of plainBytes(path, options)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

async function* plainBytes(path: string, options: OpenOptions): AsyncGenerator<Buffer> {
  const compression = await readCompression(path);
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  let read = 0;
  if (options.onBytes !== undefined) {
    const report = options.onBytes;
    file.on('data', (part) => {
      read += part.length;
      report(read);
    });
    file.pause();
  }
  const content: Readable =
    compression === 'none'
      ? file
      : pipeline(
          file,
          compression === 'gzip'
            ? createGunzip({ chunkSize: chunkBytes })
            : createZstdDecompress({ chunkSize: chunkBytes }),
          () => {}, // the loop below throws the error
        );
  try {
    for await (const chunk of content) {
      options.signal?.throwIfAborted();
      yield chunk as Buffer;
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!/^(Z_|ERR_ZLIB|ZSTD)/.test(code) && !code.startsWith('ZSTD_error')) throw cause;
    throw new AppError('file_malformed', `Cannot decompress "${path}": ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    file.destroy();
  }
}

/** The first eight bytes of a file. */
export async function readMagic(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readCompression(path: string): Promise<'none' | 'gzip' | 'zstd'> {
  const magic = await readMagic(path);
  if (magic.length >= 2 && magic.readUInt16BE(0) === 0x1f8b) return 'gzip';
  return magic.length >= 4 && magic.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : 'none';
}

/** The first `bytesMax` bytes of the decompressed content, and whether that is the whole content. */
export async function readHead(
  path: string,
  bytesMax: number,
  encoding?: string,
): Promise<{ head: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of openBytes(path, { encoding })) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) return { head: Buffer.concat(parts).subarray(0, bytesMax), isWhole: false };
  }
  return { head: Buffer.concat(parts), isWhole: true };
}

/** The text without a UTF-8 byte order mark. */
export function withoutBom(chunk: Buffer): Buffer {
  return chunk.length >= 3 && chunk.readUIntBE(0, 3) === 0xefbbbf ? chunk.subarray(3) : chunk;
}
