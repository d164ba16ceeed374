import type { CatalogTable } from '@sdq/catalog';
import { type Coverage, type FetchedFile, rowGroupRows, tableFiles } from '@sdq/index';
import type { FetchedRowsFile } from '../../runnable-plan.ts';
import type { RouteContext } from '../access-path.ts';
import { baseCellsCost } from '../cost.ts';

/** Where only some rows of a row group are read, as many of its pages are skipped: the share of its cost that remains. */
const shareOfGroup = 0.3;

const known = new WeakMap<Coverage, readonly FetchedRowsFile[]>();

/** The files in which rows of a table are fetched: row files, and base files of segments that have none. */
export function fetchedFiles(table: CatalogTable, coverage: Coverage): readonly FetchedRowsFile[] {
  const found = known.get(coverage);
  if (found !== undefined) return found;
  const made = coverage.rowFiles.map(({ base, ...file }): FetchedRowsFile => {
    if (base === undefined) return file;
    const { schema } = base;
    return { ...file, base: tableFiles(table, [{ path: file.path, schema }], { numbered: true }) };
  });
  known.set(coverage, made);
  return made;
}

/** Whether any rows are fetched from base files. */
export function isFetchedFromBase({ coverage }: Pick<RouteContext, 'coverage'>): boolean {
  return coverage.rowFiles.some(({ base }) => base !== undefined);
}

/**
 * The cost, in microseconds, of fetching a number of rows with these columns from base files: each may be in a row group of
 * its own. Undefined where all rows are in row files.
 */
export function baseRowsCost(
  { table, coverage }: RouteContext,
  columns: readonly string[],
): { of(rows: number): number } | undefined {
  const files = coverage.rowFiles.filter(({ base }) => base !== undefined);
  if (files.length === 0) return undefined;
  const groups = rowGroupsOf(files);
  const ofGroup = shareOfGroup * rowGroupRows * baseCellsCost(table, columns);
  return { of: (rows) => Math.min(rows, groups) * ofGroup };
}

function rowGroupsOf(files: readonly FetchedFile[]): number {
  return files.reduce((sum, { rows }) => sum + Math.ceil(rows / rowGroupRows), 0);
}
