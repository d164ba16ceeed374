import type { RowFile } from '../../../src/index/row-store/row-file.ts';
import { RowGatherer } from '../../../src/index/row-store/row-gatherer.ts';
import type { RowSet } from '../../../src/index/row-store/row-set.ts';

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
