/** Some rows of a row file, in ascending order of their numbers: the requested columns, by name. */
export interface RowSet {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, RowValues>;
}

/** The values of one column, laid out so that they can be copied into DuckDB's vectors. */
export type RowValues = FixedValues | TextValues | ListValues;

/** One bit per row, least significant first, 1 for a value and 0 for NULL; null when no row is NULL. */
type Validity = Uint8Array | null;

/** Row r is at `[r * width, (r + 1) * width)`, little endian, as DuckDB stores it; zeros for NULL. */
export interface FixedValues {
  readonly kind: 'fixed';
  readonly validity: Validity;
  readonly width: 1 | 2 | 4 | 8 | 16;
  readonly bytes: Uint8Array;
}

/** Row r is the UTF-8 bytes `[offsets[r], offsets[r + 1])`; none for NULL. */
export interface TextValues {
  readonly kind: 'text';
  readonly validity: Validity;
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Row r is the elements `[offsets[r], offsets[r + 1])`; none for NULL. */
export interface ListValues {
  readonly kind: 'list';
  readonly validity: Validity;
  readonly offsets: Uint32Array;
  readonly child: FixedValues | TextValues;
}
