import type { SqlParameter } from '@sdq/contract';
import type { Page, Place } from './page.ts';

/** A row of the index by column name, with values as SQL returns them. */
export type Row = Readonly<Record<string, unknown>>;

/** The maximum number of records per page of the index. */
export const pageSize = 50;

/**
 * A list in the index: SQL without LIMIT, sorted by the values that `placeOf` returns for a row (keyset pagination).
 */
export interface IndexList<Item> {
  platform: string;
  sql: string;
  parameters: Readonly<Record<string, SqlParameter>>;
  /** Rows before the page, where places are offsets; default 0. */
  offset?: number | undefined;
  toItem(row: Row): Item;
  /**
   * SQL for the whole records, and what makes one of a row, where `sql` reads only their keys: the same records in the
   * same order, without LIMIT. Default: `sql`.
   */
  whole?: { sql: string; toItem(row: Row): unknown } | undefined;
  /** The place directly after a row, the last one of a page with so many. */
  placeOf(row: Row, rows: number): Place;
  /**
   * For a list whose order is expensive to compute: its first rows are computed once for a snapshot, and kept for the
   * pages that start among them.
   */
  ahead?: RowsAhead | undefined;
}

/** The first rows of a list. */
export interface RowsAhead {
  /** The list from its beginning, without LIMIT. */
  sql: string;
  parameters: Readonly<Record<string, SqlParameter>>;
  /** The number of rows before the page; undefined where it does not start among them. */
  before(rows: readonly Row[]): number | undefined;
}

/** Read access to the index for one request. Errors: those of the engine. */
export interface IndexReader {
  /** SQL of a DOUBLE in (0, 1] that the value of a text in SQL decides; texts are spread evenly. */
  fractionOf(text: string): string;
  /** The row count of a table; 0 if the platform does not have it. */
  rowCount(platform: string, table: string): Promise<number>;
  /** At most `limit` rows; default 1,000. */
  rows(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    limit?: number,
  ): Promise<Row[]>;
  /** Reads a list of at most one item. */
  one<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>>;
  /** Reads all rows of a query that is known to return few. */
  some<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>>;
  /** Reads a page of as many items as are wanted, up to {@link pageSize}, and whether another row follows. */
  page<Item>(list: IndexList<Item>): Promise<Page<Item>>;
}

/**
 * The SQL condition and its parameters for the rows after a place, in a list sorted by `column` descending and `id`
 * ascending. The place is `[value, id]`.
 */
export function afterPlace(
  place: Place | undefined,
  { column, type, id }: { column: string; type: string; id: string },
): { condition: string; parameters: Record<string, SqlParameter> } {
  if (place === undefined) return { condition: 'true', parameters: {} };
  const [value, lastId] = place as [string | number, string];
  const at = `$after_value::${type}`;
  return {
    condition: `(${column} <= ${at} AND (${column} < ${at} OR ${id} > $after_id))`,
    parameters: { after_value: value, after_id: lastId },
  };
}
