import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { AddOptions, AddReport } from '@sdq/ingest';

export type { AddReport };

/** How files are taken in, beside which, into which index, and by which descriptions. */
export type AddRowsOptions = Omit<AddOptions, 'index' | 'files' | 'tables'>;

/**
 * Takes files into an index. What reads files is loaded by the first call. Rejects with the first file that failed as a
 * whole, after the others were taken in: the report is then `meta.report`.
 */
export async function addRows(
  index: string,
  files: string | readonly string[],
  tables: readonly CatalogTable[] | undefined,
  options: AddRowsOptions,
): Promise<AddReport> {
  const { addFiles } = await import('@sdq/ingest');
  const report = await addFiles({ ...options, index, files: [files].flat(), tables });
  const [failed] = report.files.flatMap(({ error }) => error ?? []);
  if (failed === undefined) return report;
  const { code, message, hint } = failed;
  throw new AppError(code, message, {
    cause: failed,
    meta: { report },
    ...(hint === undefined ? {} : { hint }),
  });
}
