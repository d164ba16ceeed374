import type { CatalogTable } from '@sdq/catalog';

/** The rows of a table that a file has, as SQL over its columns, and those of other tables that they tell of. */
export interface RowsSql {
  readonly table: CatalogTable;
  /** The columns of the table's rows. */
  readonly columns: readonly { readonly name: string; readonly value: string }[];
  /** The condition of rows that SQL converts; all others are left to the row mapper. Never NULL. */
  readonly isPlain: string;
  /** The same where the file has rows whose texts were not checked: `isPlain` holds for rows with `_sure` then, this for others. */
  readonly isPlainUnsure: string | undefined;
  /** The value of `source` in the observations of counts. */
  readonly source: string;
  /** Whether times without a zone may differ from the IDs by whole hours. */
  readonly mayBeOffByHours: boolean;
  /** Fields whose types SQL does not convert. */
  readonly columnsByRow: readonly string[];
  /** Times of creation over what `select` gives, in microseconds since 1970. */
  readonly times: readonly string[];
  /** Rows of other tables; undefined for those that stored videos tell of. */
  readonly beside: readonly BesideRows[] | undefined;
  /**
   * A SELECT of a relation of plain rows: the table's columns, `_observed_at`, `_source`, `_locals`, the number of times without
   * a zone, and `_is_unzoned`, whether the main time is one whose zone nothing tells.
   */
  select(relation: string): string;
}

/** Rows of another table that the rows of a file tell of. */
export interface BesideRows {
  /** Its ID. */
  readonly table: string;
  /** Its columns as SQL over `from`; times in microseconds since 1970. */
  readonly columns: Readonly<Record<string, string>>;
  /** SQL for FROM over what {@link RowsSql.select} gives, with its `_observed_at`. */
  from(selected: string): string;
}
