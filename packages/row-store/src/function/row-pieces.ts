import type { RowColumn } from '../column-kind.ts';
import type { RowSet, RowValues } from '../row-set.ts';
import type { Piece } from './fill-vector.ts';

/** Maximum number of rows in a DuckDB data chunk. */
const chunkRowsMax = 2048;

/** Rows `[start, start + count)` of one of the sets. */
export interface RowPiece {
  readonly set: number;
  readonly start: number;
  readonly count: number;
}

/** Iterates over the rows of many sets one chunk at a time: sets often have one row each. */
export class RowPieces {
  /** For each column the values of each set. */
  readonly #values: readonly (readonly RowValues[])[];
  readonly #rows: readonly number[];
  #set = 0;
  #row = 0;

  /** Throws when a set lacks a column. */
  constructor(columns: readonly RowColumn[], sets: readonly RowSet[]) {
    this.#rows = sets.map(({ rows }) => rows);
    this.#values = columns.map(({ name }) =>
      sets.map((set) => {
        const values = set.columns.get(name);
        if (values === undefined) throw new RangeError(`the rows have no column ${name}`);
        return values;
      }),
    );
  }

  /** The next rows, as many as fit into a chunk; none at the end. */
  next(): RowPiece[] {
    const pieces: RowPiece[] = [];
    for (let room = chunkRowsMax; room > 0 && this.#set < this.#rows.length; ) {
      const rows = this.#rows[this.#set] as number;
      const count = Math.min(room, rows - this.#row);
      if (count > 0) pieces.push({ set: this.#set, start: this.#row, count });
      room -= count;
      this.#row += count;
      if (this.#row === rows) {
        this.#set++;
        this.#row = 0;
      }
    }
    return pieces;
  }

  /** One column of these rows. */
  of(column: number, pieces: readonly RowPiece[]): Piece[] {
    const values = this.#values[column] as readonly RowValues[];
    return pieces.map(({ set, start, count }) => ({ values: values[set] as RowValues, start, count }));
  }
}

export function rowsOf(pieces: readonly RowPiece[]): number {
  return pieces.reduce((sum, { count }) => sum + count, 0);
}
