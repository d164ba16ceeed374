import { open } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import type { LocalFormat } from '../../../backend/local-table.ts';

/** What the first bytes of a file tell. */
export interface Recognised {
  readonly format: LocalFormat;
  /** Of CSV and JSON, as DuckDB names it. */
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** Of CSV, as DuckDB names it. */
  readonly encoding: 'utf-8' | 'utf-16';
}

const headBytes = 4_096;
const plain = { compression: 'none', encoding: 'utf-8' } as const;

/** Kinds of content that are no table, with the way to mend it. */
const foreign: readonly (readonly [starts: readonly number[], kind: string, mend: string])[] = [
  [[0x50, 0x4b, 3, 4], 'a ZIP archive or a workbook', 'Extract it, or save the sheet as CSV'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database', 'Export the table as CSV'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'compressed with xz', 'Decompress it, or use gzip or zstd'],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2', 'Decompress it, or use gzip or zstd'],
  [[0x4f, 0x52, 0x43], 'an ORC file', 'Convert it to Parquet'],
  [[0x4f, 0x62, 0x6a, 1], 'an Avro file', 'Convert it to Parquet'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', 'Export the table as CSV'],
];

/**
 * The format of a file by its content, or by the one that the caller names. Errors: `file_missing`, `format_unknown`.
 */
export async function recognise(path: string, named: LocalFormat | undefined): Promise<Recognised> {
  const head = await readHead(path);
  const starts = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  const compression = starts(0x1f, 0x8b) ? 'gzip' : starts(0x28, 0xb5, 0x2f, 0xfd) ? 'zstd' : 'none';
  if (compression !== 'none')
    return { ...plain, compression, format: named ?? (/json|jsonl/i.test(path) ? 'json' : 'csv') };
  if (named !== undefined) return { ...plain, format: named, encoding: encodingOf(head) };
  if (starts(0x50, 0x41, 0x52, 0x31)) return { ...plain, format: 'parquet' };
  if (head.subarray(0, 6).toString('latin1') === 'ARROW1' || starts(0xff, 0xff, 0xff, 0xff))
    return { ...plain, format: 'arrow' };
  const other = foreign.find(([bytes]) => starts(...bytes));
  if (other !== undefined)
    throw new AppError('format_unknown', `"${path}" is ${other[1]}, which is no table`, { hint: other[2] });
  if (head.length === 0) throw new AppError('file_malformed', `"${path}" is empty`);
  const encoding = encodingOf(head);
  if (encoding === 'utf-8' && head.includes(0))
    throw new AppError('format_unknown', `"${path}" is neither text nor Parquet nor Arrow`, {
      hint: 'Convert it to CSV, JSON, Parquet or Arrow',
    });
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  return { ...plain, format: /^\s*[[{]/.test(text) ? 'json' : 'csv', encoding };
}

function encodingOf(head: Buffer): 'utf-8' | 'utf-16' {
  const [first, second] = head;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 'utf-16' : 'utf-8';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('file_missing', `"${path}" ${reasons[error.code ?? ''] ?? 'cannot be read'}`, {
      cause: error,
    });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
};
