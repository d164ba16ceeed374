import { sqlName } from '@sdq/duckdb/sql';
import type { FetchedRowsFile, RowStep } from '../runnable-plan.ts';

/**
 * Splits ordinals by how their rows are read: directly; or from base files by SQL, each as a SELECT of the step's columns. DuckDB
 * reads only the row groups with these rows.
 */
export function splitByFile(
  { files, columns }: Pick<RowStep, 'files' | 'columns'>,
  ordinals: readonly number[],
): { readonly direct: readonly number[]; readonly ofBase: readonly string[] } {
  if (files.every(({ base }) => base === undefined)) return { direct: ordinals, ofBase: [] };
  const list = columns
    .map(({ name, jsonOf }) => {
      const column = sqlName(name);
      return jsonOf === undefined ? column : `to_json(${column})::VARCHAR AS ${column}`;
    })
    .join(', ');
  const numbers = new Map<FetchedRowsFile, number[]>();
  const direct: number[] = [];
  let at = 0;
  for (const ordinal of new Set(Float64Array.from(ordinals).sort())) {
    while (at < files.length && ordinal >= endOf(files[at])) at++;
    const file = files[at];
    if (file === undefined || ordinal < file.first) throw new Error(`No file contains ordinal ${ordinal}`);
    if (file.base === undefined) {
      direct.push(ordinal);
      continue;
    }
    const own = numbers.get(file) ?? [];
    own.push(ordinal - file.first);
    numbers.set(file, own);
  }
  const ofBase = [...numbers].map(
    ([{ base }, rows]) => `SELECT ${list} FROM ${base} WHERE file_row_number IN (${rows.join(', ')})`,
  );
  return { direct, ofBase };
}

function endOf(file: FetchedRowsFile | undefined): number {
  return file === undefined ? 0 : file.first + file.rows;
}
