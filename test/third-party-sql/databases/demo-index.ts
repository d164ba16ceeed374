import { join } from 'node:path';
import { builtInCatalog, tableId } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

export interface DemoIndexOptions {
  /** Videos. */
  readonly rows: number;
  /** Tables of the platform shortvideo that get access paths; default: all. */
  readonly tables?: readonly string[];
  readonly signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** Generates an index with access paths into a directory of its own, which is deleted when it is disposed of. */
export async function demoIndex({
  rows,
  tables,
  signal,
  onProgress,
}: DemoIndexOptions): Promise<AsyncDisposable & { readonly path: string }> {
  const directory = await temporaryDirectory();
  const path = join(directory.path, 'index');
  const only = builtInCatalog
    .tablesOf('shortvideo')
    .filter(({ name }) => tables?.includes(name) ?? true)
    .map(tableId);
  try {
    onProgress?.(`generating an index of ${rows} videos`);
    await generateIndex({ out: path, rows, ...(signal === undefined ? {} : { signal }) });
    onProgress?.('building its access paths');
    await buildIndex({ index: path, only, smallTables: true, signal });
  } catch (error) {
    await directory[Symbol.asyncDispose]();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}
