import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** The supported content codings, in the order of preference among those with equal quality. */
export const contentCodings = ['zstd', 'br', 'gzip'] as const;

export type ContentCoding = (typeof contentCodings)[number];

/**
 * Levels with at least 100 MB/s per core: at slower levels compression would take longer than most clients need to
 * read. Memory per stream: zstd 1 MB, brotli 4 MB (window of 2^20), gzip 256 KB.
 */
const zstdOptions = {
  params: { [zlib.constants.ZSTD_c_compressionLevel]: 3, [zlib.constants.ZSTD_c_windowLog]: 20 },
};
const brotliOptions = {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3, [zlib.constants.BROTLI_PARAM_LGWIN]: 20 },
};
const gzipOptions = { level: 4 };
/** Chunk size of a compressed stream in bytes. */
const chunkBytes = 65_536;

/** The preferred coding of an Accept-Encoding header; undefined for none, and without the header. */
export function acceptedCoding(header: string | undefined): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const qualities = new Map<string, number>();
  for (const one of header.split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = given === undefined ? 1 : Number(given.slice(2));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(quality) ? quality : 0);
  }
  let best: { coding: ContentCoding; quality: number } | undefined;
  for (const coding of contentCodings) {
    const quality = qualities.get(coding) ?? qualities.get('*') ?? 0;
    if (quality > (best?.quality ?? 0)) best = { coding, quality };
  }
  // identity with a higher quality wins
  return best === undefined || best.quality < (qualities.get('identity') ?? 0) ? undefined : best.coding;
}

/** Compresses a complete body. */
export async function compressBody(body: Uint8Array, coding: ContentCoding): Promise<Buffer> {
  switch (coding) {
    case 'zstd':
      return await promisify(zlib.zstdCompress)(body, zstdOptions);
    case 'br':
      return await promisify(zlib.brotliCompress)(body, brotliOptions);
    case 'gzip':
      return await promisify(zlib.gzip)(body, gzipOptions);
  }
}

/**
 * Compresses a stream of parts with backpressure. The first part is flushed, so that a reader receives its rows before
 * the second part exists.
 */
export async function* compressParts(
  parts: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
): AsyncGenerator<Uint8Array> {
  const coder = createCoder(coding);
  void feed(coder, parts).catch((error: Error) => coder.destroy(error));
  try {
    for await (const coded of coder) yield coded as Buffer;
  } finally {
    coder.destroy(); // also ends `feed`
  }
}

async function feed(coder: Transform & { flush(): void }, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = once(coder, 'close').catch(() => {});
  let isFirst = true;
  for await (const part of parts) {
    if (coder.destroyed) return;
    const isWritable = coder.write(part);
    if (isFirst) coder.flush();
    isFirst = false;
    if (!isWritable) await Promise.race([once(coder, 'drain'), closed]);
  }
  coder.end();
}

function createCoder(coding: ContentCoding): Transform & { flush(): void } {
  switch (coding) {
    case 'zstd':
      return zlib.createZstdCompress({ ...zstdOptions, chunkSize: chunkBytes });
    case 'br':
      return zlib.createBrotliCompress({ ...brotliOptions, chunkSize: chunkBytes });
    case 'gzip':
      return zlib.createGzip({ ...gzipOptions, chunkSize: chunkBytes });
  }
}
