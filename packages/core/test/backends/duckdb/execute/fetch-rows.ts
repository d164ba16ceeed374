import { type RowFile, RowGatherer, type RowSet } from '@sdq/row-store';

/** Columns of the rows of these numbers of one file. */
export function fetchRows(
  file: RowFile,
  rowNumbers: readonly number[] | Uint32Array,
  columns: readonly string[],
): RowSet {
  const wanted = columns.map((name) => ({
    name,
    type: file.columns.find((column) => column.name === name)?.type ?? 'VARCHAR',
  }));
  const gatherer = new RowGatherer(wanted, rowNumbers.length);
  file.gather(rowNumbers, gatherer, true);
  return gatherer.rowSet();
}
