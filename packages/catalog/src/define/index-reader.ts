import type { SqlParameter } from '@sdq/contract';
import type { Page, Place } from './page.ts';

/** A row of the index as SQL gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** Records of one page of the index. */
export const pageSize = 50;

/** A list in the index: SQL that ends before LIMIT, sorted by what `placeOf` tells of a row. */
export interface IndexList<Item> {
  platform: string;
  sql: string;
  parameters: Readonly<Record<string, SqlParameter>>;
  toItem(row: Row): Item;
  /** The place after a row. */
  placeOf(row: Row): Place;
}

/** The index as one request reads it. Errors: the engine's. */
export interface IndexReader {
  /** Rows of a table; 0 for one that the platform does not have. */
  rowCount(platform: string, table: string): Promise<number>;
  /** At most `limit` rows; default 1,000. */
  rows(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    limit?: number,
  ): Promise<Row[]>;
  /** A list of at most one. */
  one<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>>;
  /** All rows of a query that is known to have few. */
  some<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>>;
  /** A page of {@link pageSize}, and whether one more row follows it. */
  page<Item>(list: IndexList<Item>): Promise<Page<Item>>;
}

/**
 * The rows after a place in a list sorted by `column` falling and `id` rising: the condition, and its parameters.
 * The place is `[value, id]`.
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
