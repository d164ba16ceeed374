import { AppError } from '@sdq/contract';
import type { RowColumn } from './column-kind.ts';
import type { ColumnDecoder } from './decode/column-decoder.ts';
import { createDecoder } from './decode/create-decoder.ts';
import type { RowSet } from './row-set.ts';

/** Maximum number of rows collected in one fetch. */
export const fetchRowsMax = 10_000;

/** The maximum bytes of text that one fetch gathers. */
const fetchBytesMax = 1 << 29;

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

  /** Errors: `query_memory_exceeded` above 512 MiB of text. */
  checkTexts(): void {
    let bytes = 0;
    for (const { decoder } of this.columns) bytes += decoder.textBytes;
    if (bytes > fetchBytesMax)
      throw new AppError('query_memory_exceeded', 'the rows fetched hold more than 512 MiB of text');
  }

  /** All rows collected so far. */
  rowSet(): RowSet {
    return {
      rows: this.#rows,
      columns: new Map(this.columns.map(({ column, decoder }) => [column.name, decoder.values()])),
    };
  }
}
