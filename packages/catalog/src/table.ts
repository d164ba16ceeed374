import { sqlName, sqlString } from '@sdq/duckdb/sql';

/**
 * The role of a column determines the structures in segments, which make queries fast. A key of one column has no other
 * role; the columns of a composite key may each have one. `partitionBy` names the main time.
 *
 * - `owner`: groups rows that are queried together: the author of a video, the video of a comment.
 * - `owner-name`: the display name of the owner, or of the row of the key, to which `nameOf` refers.
 * - `time`: a point in time.
 * - `tags`: a list of short words.
 * - `text`: searched by words and parts of words.
 * - `measure`: a number that is summed and ranked.
 * - `category`: one of few values. `flag`: a boolean by which rows are counted.
 * - `parent`: the key of another row of the same table.
 */
export type ColumnRole =
  | 'owner'
  | 'owner-name'
  | 'time'
  | 'tags'
  | 'text'
  | 'measure'
  | 'category'
  | 'flag'
  | 'parent';

/** One column of a catalogue table: its public name and type, and how it is stored. */
export interface CatalogColumn {
  name: string;
  role?: ColumnRole;
  /** For an `owner-name`: the column with the ID. */
  nameOf?: string;
  /** For `tags`: the name of one element. */
  element?: string;
  /** Whether its values are long texts or lists, so that reading it costs many times as much as a number. */
  isLong?: boolean;
  /** A DuckDB type, spelled as DuckDB prints it. */
  type: string;
  nullable: boolean;
  /** One line for `/sql/schema`: meaning, unit, source. */
  description: string;
  /** SQL over the stored columns. Such a column is computed when it is read and never stored. */
  expression?: string;
  /** The stored columns that `expression` names. */
  reads?: readonly string[];
  /** What `expression` concatenates, if it is that and nothing else. */
  parts?: readonly TextPart[];
  /**
   * The SQL literal that is stored for an unknown value, and that a merge interprets as unknown: `''` for captions,
   * `[]` for lists. Such a value never overwrites a known one.
   */
  whenUnknown?: string;
  /** A flag that is computed: whether this table of the platform has a row with the same key. */
  markedBy?: string;
}

/** A constant, or the text of a stored column; where that is NULL, `whenNull`, without which the whole text is NULL. */
export type TextPart = string | { readonly column: string; readonly whenNull?: string };

/** A column that is computed by concatenation. */
export function concatenation(
  parts: readonly TextPart[],
): Required<Pick<CatalogColumn, 'expression' | 'reads' | 'parts'>> {
  const columns = parts.flatMap((part) => (typeof part === 'string' ? [] : part));
  const expression = parts.map((part) => {
    if (typeof part === 'string') return sqlString(part);
    const { column, whenNull } = part;
    return whenNull === undefined ? column : `coalesce(${column}, ${sqlString(whenNull)})`;
  });
  return { expression: expression.join(' || '), reads: columns.map(({ column }) => column), parts };
}

/**
 * A structure in a segment with which an access path answers queries over the table: which path, over which column.
 * The names are those of the structures in segments, and of the access paths in the engine.
 */
export interface PathInstance {
  /** The access path that builds and reads it. */
  path: string;
  /** Its name as a table in a segment. */
  structure: string;
  /** The column by whose role the path finds or aggregates rows. */
  column?: string;
  /** Further stored columns that it contains, in order. */
  carries?: readonly string[];
  /** The structure that it is built from, if it is not built from the rows. */
  of?: string;
  /** Of totals by time: the period; default: a day if they are built from the rows, otherwise a month. */
  period?: 'hour' | 'day' | 'month';
  /** Minimum rows of the table for it to be built; default 0. */
  rowsMin?: number;
  /**
   * Of a top-k partition: how many rows may tie with the last one, as a multiple of k. With more ties, only the rows
   * ahead of them are stored; default: no limit.
   */
  tiesMax?: number;
}

/**
 * Usual names of the columns of a table in collected files. Names are compared case-insensitively and by letters and
 * digits only: `playCount`, `play_count` and `Play Count` are the same name, and `stats.playCount` is `statsplaycount`.
 * Earlier names take precedence; if a file has several of them, the first non-empty value is taken for each row.
 */
export interface UsualNames {
  /** The table's name on the platform. */
  readonly table: string;
  /** Tables with a lower rank are tried first. */
  readonly rank: number;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /**
   * Columns that a file must have for this table to be detected automatically; `observed_at` is the time of
   * observation.
   */
  readonly needs: readonly string[];
  /** Columns of which a file must have at least one. */
  readonly needsOne: readonly string[];
  /** Whether the table is detected only if the records tell that they are of its platform. */
  readonly needsPlatform?: true;
  /** Names that only this platform has: a file with one of them tells its platform. */
  readonly tells?: readonly string[];
  /** Ambiguous names: they are used only when the user named the table. */
  readonly vague?: readonly string[];
  /** A file with one of these names belongs to another table. */
  readonly excludes?: readonly string[];
}

/** A column of a table, and the column of another table, or of the same one, that has its values. */
export interface TableReference {
  readonly column: string;
  readonly table: string;
  readonly to: string;
}

/**
 * The definition of a table as data: everything needed to store it, merge into it, describe it and plan queries over
 * it.
 */
export interface CatalogTable {
  /** One of the built-in platforms, or that of a user's own table. */
  platform: string;
  name: string;
  description: string;
  columns: readonly CatalogColumn[];
  /** Columns that identify a row. A merge keeps one row per key, each column at its newest known value. */
  key: readonly string[];
  /** The TIMESTAMPTZ column by whose UTC month rows are split into `month=YYYY-MM` folders. */
  partitionBy?: string;
  /**
   * The sort order of rows in a file: column names, with ` DESC` if descending. Plans rely on it, so it cannot change for a
   * table that has files.
   */
  sortBy: readonly string[];
  /** Zone map columns: the manifest contains their minimum and maximum per file. */
  zoneColumns: readonly string[];
  /** The column with the observation time of a row's newest value. */
  observedBy: string;
  /**
   * A table that is computed from another one, partition by partition. `sql` reads from `source`. With `unnests`, its
   * rows are the distinct elements of that list of tags, each with the other columns of its row.
   */
  derivedFrom?: { table: string; sql: string; unnests?: string };
  /** Rows are removed together with the record whose key is in `column`, a record of another table of the platform. */
  removedWith?: { table: string; column: string };
  /** Columns with the values of a column of another table, by which the two are joined; not every value need be there. */
  references?: readonly TableReference[];
  /** Structures in segments; default: those that the roles of its columns imply (`default-paths.ts`). */
  paths?: readonly PathInstance[];
  /** Set by `definePlatform`, which has validated the table. */
  isOfPlatform?: true;
  /** Where the rows of a table of one query are, which is no table of the index. */
  local?: LocalRows;
  /** The rows of a table that has no files, in the order of `columns`: they are computed from the catalogue. */
  rows?: readonly (readonly GivenValue[])[];
  /** Described by a user: its column names have no fixed meaning, and values are parsed by their types alone. */
  isOwn?: true;
  /** Names of its columns in files; default: their own names. Each alternative is tried. */
  usualNames?: readonly UsualNames[];
  /** The format of the platform's IDs: integers, codes, or the numbers in URNs and addresses of posts; default: any text. */
  ids?: 'decimal' | 'code' | 'urn';
  /** The hosts of the platform's addresses, without `www`. */
  hosts?: readonly string[];
  /** Example queries that run unchanged. */
  examples: readonly string[];
}

/** The rows of a table that a caller gives to one query. */
export interface LocalRows {
  /** The Parquet file that a backend has made of it. */
  readonly path: string;
  readonly rows: number;
  /** Bytes of that file. */
  readonly bytes: number;
  /** Identifies rows and types: equal for equal ones. */
  readonly digest: string;
  /** What the caller gave, for `explain`: the name of a file, or its kind. */
  readonly source: string;
}

/** A value of a table whose rows are given. */
export type GivenValue = string | number | boolean | null | readonly string[] | readonly number[];

/** The ID of a table in the manifest. */
export function tableId(table: Pick<CatalogTable, 'platform' | 'name'>): string {
  return `${table.platform}.${table.name}`;
}

const storedOf = new WeakMap<readonly CatalogColumn[], readonly CatalogColumn[]>();

/** The stored columns, in the order of the files. A plan asks for them some hundred times. */
export function storedColumns({ columns }: CatalogTable): readonly CatalogColumn[] {
  const known = storedOf.get(columns);
  if (known !== undefined) return known;
  const stored = columns.filter((column) => column.expression === undefined);
  storedOf.set(columns, stored);
  return stored;
}

/**
 * The column, in files only, that preserves what `observedBy` alone would lose: for each column whose known value is
 * older than the row's newest observation, when that value was observed. NULL for almost every row.
 */
export const olderColumn = { name: '_older', type: 'MAP(VARCHAR, TIMESTAMP WITH TIME ZONE)' } as const;

/** Whether rows of this table have {@link olderColumn}: derived and per-observation tables do not need it. */
export function keepsOlder(table: CatalogTable): boolean {
  return table.derivedFrom === undefined && !table.key.includes(table.observedBy);
}

/** The time that orders rows from old to new: the partition column, otherwise the first time column. */
export function mainTimeOf({ partitionBy, columns }: CatalogTable): string | undefined {
  return partitionBy ?? columns.find(({ role }) => role === 'time')?.name;
}

/**
 * The name of one tag of a list among the table's columns: its element name, unless a column or another list of tags
 * has that name. For a column that is no list of tags, its own name.
 */
export function elementOf({ columns }: Pick<CatalogTable, 'columns'>, name: string): string {
  const lists = columns.filter(({ role }) => role === 'tags');
  const list = lists.find((column) => column.name === name);
  if (list === undefined) return name;
  const isTaken = (word: string) =>
    columns.some((column) => column.name === word) ||
    lists.some((other) => other !== list && other.element === word);
  let word = list.element ?? `${name}_element`;
  if (isTaken(word)) word = `${name}_element`;
  while (isTaken(word)) word += '_';
  return word;
}

/** The select list that maps stored rows to public columns. */
export function publicSelectList(table: CatalogTable): string {
  return table.columns
    .map((column) =>
      column.expression ? `${column.expression} AS ${sqlName(column.name)}` : sqlName(column.name),
    )
    .join(', ');
}
