import { type CatalogColumn, type CatalogTable, readColumnType } from '@sdq/catalog';
import { type Coverage, type FetchedFile, rowGroupRows, tableFiles } from '@sdq/index';
import type { FetchedRowsFile } from '../../runnable-plan.ts';
import type { RouteContext } from '../access-path.ts';
import { baseCellsCost } from '../cost.ts';

/**
 * Where only some rows of a row group are read, many of its values are skipped: the share of the cost of all of them that remains,
 * where DuckDB reads them, and where they are read directly.
 */
const shareOfGroup = { bySql: 0.3, direct: 0.15 };

/** Where the rows of a table are fetched. */
interface Fetched {
  /** Base files among them are read by SQL. */
  readonly files: readonly FetchedRowsFile[];
  /** The same; base files that were written here are read directly. */
  readonly direct: readonly FetchedRowsFile[];
  /** Whether no file of `direct` is read by SQL. */
  readonly isAllDirect: boolean;
  /** Row groups of the base files among them. */
  readonly rowGroups: number;
}

const known = new WeakMap<Coverage, Fetched>();

function fetchedOf({ table, coverage }: Pick<RouteContext, 'table' | 'coverage'>): Fetched {
  const found = known.get(coverage);
  if (found !== undefined) return found;
  const made = coverage.rowFiles.every(isRowFile)
    ? { files: coverage.rowFiles, direct: coverage.rowFiles, isAllDirect: true, rowGroups: 0 }
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
  const direct = all.map((file, at) => {
    const { path, first, rows } = file;
    const isReadBySql = file.base === undefined || file.base.schema?.from !== undefined;
    return isReadBySql ? (files[at] as FetchedRowsFile) : { path, first, rows, isParquet: true as const };
  });
  const rowGroups = files
    .filter(({ base }) => base !== undefined)
    .reduce((sum, { rows }) => sum + Math.ceil(rows / rowGroupRows), 0);
  return { files, direct, isAllDirect: direct.every(({ base }) => base === undefined), rowGroups };
}

/** Lists of structs are written as JSON by DuckDB alone. */
function isReadDirectly({ type }: CatalogColumn): boolean {
  return readColumnType(type) !== undefined;
}

/** Whether any rows are fetched from base files. */
export function isFetchedFromBase(context: Pick<RouteContext, 'table' | 'coverage'>): boolean {
  return fetchedOf(context).rowGroups > 0;
}

/** How some columns of rows are fetched. */
export interface FetchPlace {
  /** Row files, and base files of segments that have none. */
  readonly files: readonly FetchedRowsFile[];
  /** Whether none of them is read by SQL. */
  readonly isDirect: boolean;
  /**
   * The cost, in microseconds, of fetching a number of rows from base files: each may be in a row group of its own. Undefined where
   * all rows are in row files.
   */
  readonly baseCost: ((rows: number) => number) | undefined;
}

export function fetchPlace(
  context: Pick<RouteContext, 'table' | 'coverage'>,
  columns: readonly CatalogColumn[],
): FetchPlace {
  const { files, direct, isAllDirect, rowGroups } = fetchedOf(context);
  if (rowGroups === 0) return { files, isDirect: true, baseCost: undefined };
  const areReadDirectly = columns.every(isReadDirectly);
  const names = columns.map(({ name }) => name);
  const share = areReadDirectly ? shareOfGroup.direct : shareOfGroup.bySql;
  const ofGroup = share * rowGroupRows * baseCellsCost(context.table, names);
  return {
    files: areReadDirectly ? direct : files,
    isDirect: areReadDirectly && isAllDirect,
    baseCost: (rows) => Math.min(rows, rowGroups) * ofGroup,
  };
}
