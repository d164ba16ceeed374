import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { AddOptions, AddReport, BatchLimits } from '@sdq/ingest';

export type { AddReport };

/** Options of an ingest: the files, the index, and the descriptions of tables. */
export interface AddRowsOptions extends Omit<AddOptions, 'index' | 'files' | 'tables'> {
  /** When the promise resolves: `published`, the default, is when new queries see all records. */
  readonly wait?: 'published' | undefined;
  /** Of records: when those that have come are published. */
  readonly batch?: BatchLimits | undefined;
}

/** Files, folders, patterns and addresses; or records, which a program yields. */
export type AddSource = string | readonly string[] | AsyncIterable<object>;

/**
 * Adds files or records to an index. The ingest package is loaded by the first call. Rejects with the error of the first file
 * that failed as a whole, after the other files were added: the report is then `meta.report`.
 */
export async function addRows(
  index: string,
  source: AddSource,
  tables: readonly CatalogTable[] | undefined,
  { wait: _, batch, ...options }: AddRowsOptions,
): Promise<AddReport> {
  const { addFiles, addRecords } = await import('@sdq/ingest');
  const report = isStream(source)
    ? await addRecords(source, { ...options, index, tables, batch })
    : await addFiles({ ...options, index, files: [source].flat(), tables });
  const [failed] = report.files.flatMap(({ error }) => error ?? []);
  if (failed === undefined) return report;
  const { code, message, hint } = failed;
  throw new AppError(code, message, {
    cause: failed,
    meta: { report },
    ...(hint === undefined ? {} : { hint }),
  });
}

function isStream(source: AddSource): source is AsyncIterable<object> {
  return typeof source === 'object' && Symbol.asyncIterator in source;
}
