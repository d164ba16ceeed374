import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@sdq/contract';
import type { FastifyReply } from 'fastify';

/** A file that does not change. */
export interface SentFile {
  path: string;
  bytes: number;
  /** Its media type. */
  type: string;
  sha256: string;
}

/**
 * Sends a file: whole, the one range of a Range header, or only its headers for HEAD. If-None-Match gives 304; a Range
 * header whose If-Range names other content is ignored. Returns undefined when the file does not exist.
 * Errors: `range_not_satisfiable`.
 */
export async function sendFile(
  reply: FastifyReply,
  { path, bytes, type, sha256 }: SentFile,
): Promise<FastifyReply | undefined> {
  const { method, headers } = reply.request;
  const tag = `"${sha256}"`;
  reply.headers({ 'accept-ranges': 'bytes', 'content-type': type, etag: tag });
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known?.some((each) => each === tag || each === '*')) return reply.code(304).send();
  // a Range header means nothing to HEAD (RFC 9110, 14.2)
  if (method === 'HEAD') {
    // Fastify keeps the length of a stream only
    return reply.header('content-length', bytes).send(Readable.from([]));
  }
  const { range, 'if-range': ifRange } = headers;
  const part = range === undefined || (ifRange ?? tag) !== tag ? undefined : partOf(range, bytes);
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new AppError(
      'range_not_satisfiable',
      `The requested range is outside the file, which has ${bytes} bytes`,
    );
  }
  // opened before the status is sent: the file may be deleted at any time, but not while it is open
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  if (part === undefined) {
    return reply.header('content-length', bytes).send(file.createReadStream());
  }
  const { first, last } = part;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes}`);
  reply.header('content-length', last - first + 1);
  return reply.send(file.createReadStream({ start: first, end: last }));
}

/** Parses a byte range; undefined for a header to ignore: other units, several ranges, invalid text. */
function partOf(header: string, size: number): { first: number; last: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
