import type { RowColumn } from './column-kind.ts';
import type { ColumnDecoder } from './decode/column-decoder.ts';
import { createDecoder } from './decode/create-decoder.ts';
import type { RowSet } from './row-set.ts';

/** Most rows that are gathered at once. */
export const fetchRowsMax = 10_000;

/** Columns of rows that come out of one row file after another. */
export class RowGatherer {
  readonly columns: readonly { readonly column: RowColumn; readonly decoder: ColumnDecoder }[];
  /** Rows that there is room for. */
  readonly rowsMax: number;
  #rows = 0;

  /** Throws when there are to be more than {@link fetchRowsMax}. */
  constructor(columns: readonly RowColumn[], rowsMax: number) {
    if (rowsMax > fetchRowsMax) throw new RangeError(`${rowsMax} rows at once are more than ${fetchRowsMax}`);
    this.columns = columns.map((column) => ({ column, decoder: createDecoder(column.type, rowsMax) }));
    this.rowsMax = rowsMax;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Notes that every decoder has taken so many rows more. */
  add(rows: number): void {
    this.#rows += rows;
  }

  /** Everything gathered so far. */
  rowSet(): RowSet {
    return {
      rows: this.#rows,
      columns: new Map(this.columns.map(({ column, decoder }) => [column.name, decoder.values()])),
    };
  }
}
