import { publicSelectList, storedColumns } from '@sdq/catalog';
import { sqlStrings } from '@sdq/duckdb/sql';
import type { FileEntry } from '@sdq/index';
import { type Candidate, type RouteContext, unionOfRows } from '../../candidates/access-path.ts';
import { baseCost } from '../../candidates/cost.ts';
import { certainWay } from '../../candidates/relation/certain-rows.ts';
import { emptyList } from '../../candidates/relation/stored-columns.ts';
import { storedColumnsNeeded } from '../../shape/columns-used.ts';

/**
 * Reads the base files that zone maps leave. Always possible, and all there is for a table that no segment is over.
 */
export function baseCandidate(context: RouteContext): Candidate {
  const { table, question, files, rows, path } = context;
  return certainWay({
    via: 'base files',
    readsSegments: false,
    merge: unionOfRows,
    relation: baseRelation(table, files, path),
    rows,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    cost: baseCost(table, files, storedColumnsNeeded(table, question.columns)),
    note: `${files.length} files`,
  });
}

/** A table over these files, as SQL that can stand in a FROM clause. */
export function baseRelation(
  table: RouteContext['table'],
  files: readonly FileEntry[],
  path: (file: FileEntry) => string,
): string {
  const stored = storedColumns(table).map(({ name }) => name);
  const source =
    files.length === 0
      ? `(SELECT ${emptyList({ table }, stored)} WHERE false)`
      : `read_parquet(${sqlStrings(files.map(path))}, hive_partitioning = false)`;
  return `(SELECT ${publicSelectList(table)} FROM ${source})`;
}
