import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { AppError } from '@sdq/contract';
import type { ContentCoding } from '../response/content-coding.ts';

export interface ConsoleFile {
  type: string;
  body: Buffer;
  /** Entity tag. */
  tag: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * The built files of the console, by their path below its directory. No other file can be requested: paths are looked up
 * here and never on the disk. Errors: `usage_error` when the console is not built.
 */
export async function readConsoleFiles(directory: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw notBuilt(directory, cause);
    },
  );
  const files = new Map<string, ConsoleFile>();
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(relative(directory, path).split(sep).join('/'), { type, body, tag });
  }
  if (!files.has('index.html')) throw notBuilt(directory);
  return files;
}

/** Compresses a file once for all requests, and so with more effort than an answer: some 50 ms for the largest. */
export async function compressFile(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  switch (coding) {
    case 'zstd':
      return await promisify(zlib.zstdCompress)(body, {
        params: { [zlib.constants.ZSTD_c_compressionLevel]: 15 },
      });
    case 'br':
      return await promisify(zlib.brotliCompress)(body, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 },
      });
    case 'gzip':
      return await promisify(zlib.gzip)(body, { level: 9 });
  }
}

function notBuilt(directory: string, cause?: unknown): AppError {
  return new AppError(
    'usage_error',
    `The console is not built: there is no ${join(directory, 'index.html')}`,
    {
      hint: 'Run npm run build, or turn the console off with SDQ_CONSOLE=off',
      cause,
    },
  );
}
