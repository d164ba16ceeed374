import type { CatalogTable } from '@sdq/catalog';
import { type Coverage, type FetchedFile, rowGroupRows, tableFiles } from '@sdq/index';
import type { FetchedRowsFile } from '../../runnable-plan.ts';
import type { RouteContext } from '../access-path.ts';
import { baseCellsCost } from '../cost.ts';

/** Where only some rows of a row group are read, as many of its pages are skipped: the share of its cost that remains. */
const shareOfGroup = 0.3;

/** Where the rows of a table are fetched. */
interface Fetched {
  readonly files: readonly FetchedRowsFile[];
  /** Row groups of the base files among them. */
  readonly rowGroups: number;
}

const known = new WeakMap<Coverage, Fetched>();

function fetchedOf({ table, coverage }: Pick<RouteContext, 'table' | 'coverage'>): Fetched {
  const found = known.get(coverage);
  if (found !== undefined) return found;
  const made = coverage.rowFiles.every(isRowFile)
    ? { files: coverage.rowFiles, rowGroups: 0 }
    : withBaseFiles(table, coverage.rowFiles);
  known.set(coverage, made);
  return made;
}

function isRowFile(file: FetchedFile): file is FetchedFile & { readonly base?: never } {
  return file.base === undefined;
}

function withBaseFiles(table: CatalogTable, all: readonly FetchedFile[]): Fetched {
  const files = all.map(({ base, ...file }): FetchedRowsFile => {
    if (base === undefined) return file;
    const { schema } = base;
    return { ...file, base: tableFiles(table, [{ path: file.path, schema }], { numbered: true }) };
  });
  const rowGroups = files
    .filter(({ base }) => base !== undefined)
    .reduce((sum, { rows }) => sum + Math.ceil(rows / rowGroupRows), 0);
  return { files, rowGroups };
}

/** The files in which rows of a table are fetched: row files, and base files of segments that have none. */
export function fetchedFiles(context: Pick<RouteContext, 'table' | 'coverage'>): readonly FetchedRowsFile[] {
  return fetchedOf(context).files;
}

/** Whether any rows are fetched from base files. */
export function isFetchedFromBase(context: Pick<RouteContext, 'table' | 'coverage'>): boolean {
  return fetchedOf(context).rowGroups > 0;
}

/**
 * The cost, in microseconds, of fetching a number of rows with these columns from base files: each may be in a row group of
 * its own. Undefined where all rows are in row files.
 */
export function baseRowsCost(
  context: Pick<RouteContext, 'table' | 'coverage'>,
  columns: readonly string[],
): { of(rows: number): number } | undefined {
  const { rowGroups } = fetchedOf(context);
  if (rowGroups === 0) return undefined;
  const ofGroup = shareOfGroup * rowGroupRows * baseCellsCost(context.table, columns);
  return { of: (rows) => Math.min(rows, rowGroups) * ofGroup };
}
