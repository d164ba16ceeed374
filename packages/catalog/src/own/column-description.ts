import type { ColumnRole } from '../table.ts';

/** A column as its user describes it; a type alone stands for one without a role. */
export interface ColumnDescription {
  /** A type of the closed list, as SQL writes it: `VARCHAR`, `TIMESTAMPTZ`, `DECIMAL(10, 2)`, `BIGINT[]`. */
  readonly type: string;
  readonly role?: Exclude<ColumnRole, 'owner-name'> | undefined;
  /** Whether it is the key, or a part of it in the order of the columns. */
  readonly key?: boolean | undefined;
  /** Of a time: whether it parts the table by month. Rows without it are refused. */
  readonly main?: boolean | undefined;
  /** Of an owner or a key: the column with its name. */
  readonly name?: string | undefined;
  /** Of tags: what one of them is called. */
  readonly element?: string | undefined;
  /** Whether its values are long, so that reading it costs many times what a number does. Texts to be searched are. */
  readonly long?: boolean | undefined;
  /** One line for people. */
  readonly description?: string | undefined;
}

/** A table as its user describes it. */
export interface TableDescription {
  /** The name under which all tables stand that queries may join; default `own`. */
  readonly platform?: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly columns: Readonly<Record<string, string | ColumnDescription>>;
  /** The column that says when a row was observed; default: `indexed_at`, which is added. */
  readonly observedBy?: string | undefined;
  /** Queries that run as they stand; default: one that shows rows. */
  readonly examples?: readonly string[] | undefined;
}

type Further = Pick<ColumnDescription, 'description' | 'long'>;

/**
 * The key, or a part of it: `key('VARCHAR')`; of a longer one also what it is by itself, `key(owner('VARCHAR'))`.
 * `name` is the column with what people call the row.
 */
export function key(
  column: string | ColumnDescription,
  further: Further & Pick<ColumnDescription, 'name'> = {},
): ColumnDescription {
  const described = typeof column === 'string' ? { type: column } : column;
  return { ...described, ...further, key: true };
}

/** Groups rows that are asked for together: the show of an episode. `name` is the column with what people call it. */
export function owner(
  type: string,
  further: Further & Pick<ColumnDescription, 'name'> = {},
): ColumnDescription {
  return { ...further, type, role: 'owner' };
}

/** When. The main one parts the table by month, so no row may be without it. */
export function time(
  type: string,
  further: Further & Pick<ColumnDescription, 'main'> = {},
): ColumnDescription {
  return { ...further, type, role: 'time' };
}

/** A list of short words; `element` is what one of them is called. */
export function tags(further: Further & Pick<ColumnDescription, 'element'> = {}): ColumnDescription {
  return { ...further, type: 'VARCHAR[]', role: 'tags' };
}

/** Searched by words and parts of words. */
export function text(further: Further = {}): ColumnDescription {
  return { ...further, type: 'VARCHAR', role: 'text' };
}

/** A number that is added up and ranked. */
export function measure(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'measure' };
}

/** One of few values. */
export function category(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'category' };
}

/** A boolean that rows are counted by. */
export function flag(further: Further = {}): ColumnDescription {
  return { ...further, type: 'BOOLEAN', role: 'flag' };
}

/** The key of another row of the same table. */
export function parent(type: string, further: Further = {}): ColumnDescription {
  return { ...further, type, role: 'parent' };
}
