import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@sdq/contract';
import type { ArrowData, LocalFile, LocalTable } from '../../../backend/local-table.ts';
import { localTableLimits } from '../../../backend/local-table.ts';

/** A file, by its absolute path, or Arrow data in memory. */
export type LocalSource =
  | (Omit<LocalFile, 'path'> & { readonly path: string })
  | { readonly arrow: ArrowData };

/** Errors: `usage_error` for a value that is no table. */
export function localSource(name: string, given: LocalTable): LocalSource {
  if (typeof given === 'string' || given instanceof URL) return { path: pathOf(name, given) };
  if (given instanceof Uint8Array || isArrowTable(given)) return { arrow: given };
  if (typeof given === 'object' && given !== null && 'path' in given)
    return { ...given, path: pathOf(name, given.path) };
  throw new AppError('usage_error', `The table "${name}" is no table`, {
    param: 'tables',
    hint: 'Give a path, { path, format, types }, or Arrow data: a table of apache-arrow, or its bytes',
  });
}

function isArrowTable(given: unknown): given is Exclude<ArrowData, Uint8Array> {
  return typeof given === 'object' && given !== null && 'schema' in given && 'batches' in given;
}

function pathOf(name: string, path: string | URL): string {
  const isUrl = path instanceof URL;
  if ((isUrl && path.protocol !== 'file:') || (!isUrl && /^[a-z][a-z0-9+.-]+:\/\//i.test(path)))
    throw new AppError('usage_error', `The table "${name}" is not in a local file: ${String(path)}`, {
      param: 'tables',
      hint: 'Download it first, or import it with `sdq index add`',
    });
  return isUrl ? fileURLToPath(path) : resolve(path);
}

/** What a file is as long as nobody writes to it. */
export interface FileState {
  readonly bytes: number;
  /** Different after a change. */
  readonly mark: string;
}

/** Errors: `file_missing` for anything but a regular file, `source_limit`. */
export async function stateOf(path: string): Promise<FileState> {
  const facts = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw new AppError('file_missing', `"${path}" does not exist or cannot be read`, { cause: error });
  });
  if (!facts.isFile())
    throw new AppError('file_missing', `"${path}" is no regular file`, {
      hint: 'Name one file; write what a program prints into a file first',
    });
  if (facts.size > BigInt(localTableLimits.bytesMax)) throw tooLarge(path, facts.size);
  const { dev, ino, size, mtimeNs, ctimeNs } = facts;
  return { bytes: Number(size), mark: [dev, ino, size, mtimeNs, ctimeNs].join(' ') };
}

export function tooLarge(name: string, bytes: number | bigint): AppError {
  return new AppError(
    'source_limit',
    `"${name}" has ${bytes} bytes; a local table has at most ${localTableLimits.bytesMax}`,
    { hint: 'Describe a table of your own and import it: docs/own-tables.md' },
  );
}
