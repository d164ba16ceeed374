import type { ColumnRole } from '../table.ts';

/** The user's description of a column; a type alone means a column without a role. */
export interface ColumnDescription {
  /** A supported type in SQL syntax: `VARCHAR`, `TIMESTAMPTZ`, `DECIMAL(10, 2)`, `BIGINT[]`. */
  readonly type: string;
  readonly role?: Exclude<ColumnRole, 'owner-name'> | undefined;
  /** Whether the column is the key, or a part of it in the order of the columns. */
  readonly key?: boolean | undefined;
  /** For a time: whether the table is partitioned by its month. Rows without a value are refused. */
  readonly main?: boolean | undefined;
  /** For an owner or a key: the column with its display name. */
  readonly name?: string | undefined;
  /** For tags: the name of one element. */
  readonly element?: string | undefined;
  /**
   * Whether its values are long, so that reading it costs many times as much as a number. Set it for texts that are
   * searched.
   */
  readonly long?: boolean | undefined;
  /** Description for display, one line. */
  readonly description?: string | undefined;
}

/** The user's description of a table. */
export interface TableDescription {
  /** The platform of the table, within which queries may join; default `own`. */
  readonly platform?: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly columns: Readonly<Record<string, string | ColumnDescription>>;
  /** The column with the observation time of a row; default: `indexed_at`, which is added. */
  readonly observedBy?: string | undefined;
  /** Example queries that can be run unchanged; default: one that selects rows. */
  readonly examples?: readonly string[] | undefined;
}

type Further = Pick<ColumnDescription, 'description' | 'long'>;

/**
 * The key, or a part of it: `key('VARCHAR')`; a part of a longer key may have its own role, `key(owner('VARCHAR'))`.
 * `name` is the column with the display name of the row.
 */
export function key(
  column: string | ColumnDescription,
  further: Further & Pick<ColumnDescription, 'name'> = {},
): ColumnDescription {
  const described = typeof column === 'string' ? { type: column } : column;
  return { ...described, ...further, key: true };
}

/**
 * A column that groups rows which are queried together, such as the show of an episode. `name` is the column with its
 * display name.
 */
export function owner(
  type: string,
  further: Further & Pick<ColumnDescription, 'name'> = {},
): ColumnDescription {
  return { ...further, type, role: 'owner' };
}

/** A time. The table is partitioned by month of the main time, so every row must have a value for it. */
export function time(
  type: string,
  further: Further & Pick<ColumnDescription, 'main'> = {},
): ColumnDescription {
  return { ...further, type, role: 'time' };
}

/** A list of short words; `element` is the name of one of them. */
export function tags(further: Further & Pick<ColumnDescription, 'element'> = {}): ColumnDescription {
  return { ...further, type: 'VARCHAR[]', role: 'tags' };
}

/** A text that is searched by words and parts of words. */
export function text(further: Further = {}): ColumnDescription {
  return { ...further, type: 'VARCHAR', role: 'text' };
}

/** A number that is summed and ranked. */
export function measure(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'measure' };
}

/** A column with few distinct values. */
export function category(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'category' };
}

/** A boolean by which rows are counted. */
export function flag(further: Further = {}): ColumnDescription {
  return { ...further, type: 'BOOLEAN', role: 'flag' };
}

/** The key of another row of the same table. */
export function parent(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'parent' };
}
