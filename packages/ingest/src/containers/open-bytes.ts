import { open } from 'node:fs/promises';
import { compressionOf, decompressed } from './compression.ts';

export interface OpenOptions {
  /** Encoding of the content, as `TextDecoder` names it, if it is not UTF-8: the chunks are converted to UTF-8. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * The content of a file in chunks; gzip, zstd, xz and bzip2 are decompressed, other encodings than UTF-8 are converted. Errors:
 * `file_malformed` if decompression fails.
 */
export async function* openBytes(path: string, options: OpenOptions = {}): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(options.encoding);
  if (decoder.encoding === 'utf-8') {
    yield* plainBytes(path, options);
    return;
  }
  for await (const chunk of plainBytes(path, options)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield toUtf8(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield toUtf8(rest);
}

/** Text as UTF-8. What the decoder has replaced is not UTF-8 here: so it is counted as in a file of UTF-8. */
function toUtf8(text: string): Buffer {
  if (!text.includes('\uFFFD')) return Buffer.from(text);
  const parts = text.split('\uFFFD').flatMap((part, i) => [...(i > 0 ? [notUtf8] : []), Buffer.from(part)]);
  return Buffer.concat(parts);
}

const notUtf8 = Buffer.from([0xff]);

async function* plainBytes(path: string, options: OpenOptions): AsyncGenerator<Buffer> {
  const compression = compressionOf(await readMagic(path));
  for await (const chunk of decompressed(path, compression, options.onBytes)) {
    options.signal?.throwIfAborted();
    yield chunk;
  }
}

/** The first bytes of a file, at most 16. */
export async function readMagic(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
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
