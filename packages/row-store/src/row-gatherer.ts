import type { RowColumn } from './column-kind.ts';
import type { ColumnDecoder } from './decode/column-decoder.ts';
import { createDecoder } from './decode/create-decoder.ts';
import type { RowSet } from './row-set.ts';

/** Maximum number of rows collected in one fetch. */
export const fetchRowsMax = 10_000;

/** Columns of rows that are collected from several row files. */
export class RowGatherer {
  readonly columns: readonly { readonly column: RowColumn; readonly decoder: ColumnDecoder }[];
  /** Capacity in rows. */
  readonly rowsMax: number;
  #rows = 0;

  /** Throws when the capacity would exceed {@link fetchRowsMax}. */
  constructor(columns: readonly RowColumn[], rowsMax: number) {
    if (rowsMax > fetchRowsMax)
      throw new RangeError(`${rowsMax} rows in one fetch exceed the limit of ${fetchRowsMax}`);
    this.columns = columns.map((column) => ({ column, decoder: createDecoder(column.type, rowsMax) }));
    this.rowsMax = rowsMax;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Records that every decoder has read this number of further rows. */
  add(rows: number): void {
    this.#rows += rows;
  }

  /** All rows collected so far. */
  rowSet(): RowSet {
    return {
      rows: this.#rows,
      columns: new Map(this.columns.map(({ column, decoder }) => [column.name, decoder.values()])),
    };
  }
}
