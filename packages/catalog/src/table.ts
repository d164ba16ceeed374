import { sqlName } from '@sdq/duckdb/sql';

/**
 * What a column means to whoever makes queries fast, besides its type. A key of one column has no other role; the parts
 * of a longer one may, as what they are by themselves. `partitionBy` names the main one of the times.
 *
 * - `owner`: groups rows that are asked for together: the author of a video, the video of a comment.
 * - `owner-name`: what people call the owner, or the row of the key, that `nameOf` names.
 * - `time`: when.
 * - `tags`: a list of short words.
 * - `text`: searched by words and parts of words.
 * - `measure`: a number that is added up and ranked.
 * - `category`: one of few values. `flag`: a boolean that rows are counted by.
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

/** One column of a catalogue table: what a caller sees of it, and how it is kept. */
export interface CatalogColumn {
  name: string;
  role?: ColumnRole;
  /** Of an `owner-name`: the column with the id. */
  nameOf?: string;
  /** Of `tags`: what one of them is called. */
  element?: string;
  /** Whether its values are long texts or lists, so that reading it costs many times what a number does. */
  isLong?: boolean;
  /** A DuckDB type, spelled as DuckDB prints it. */
  type: string;
  nullable: boolean;
  /** One line for `/sql/schema`: meaning, unit, source. */
  description: string;
  /**
   * SQL over the stored columns. A column that has one is computed when it is read and never stored.
   */
  expression?: string;
  /** The stored columns that `expression` names. */
  reads?: readonly string[];
  /**
   * SQL literal that is stored where the value is not known, and that a merge reads back as unknown:
   * `''` for captions, `[]` for lists. Such a value never overwrites a known one.
   */
  whenUnknown?: string;
  /** A flag that nobody's word sets: whether this table of the platform has a row of the same key. */
  markedBy?: string;
}

/**
 * What a segment keeps so that an access path can answer queries over the table: which path, over which column. The
 * names are those of the structures in segments, and of the access paths in the engine.
 */
export interface PathInstance {
  /** The access path that builds and reads it. */
  path: string;
  /** Its table in a segment. */
  structure: string;
  /** The column by whose role the path finds or sums up rows. */
  column?: string;
  /** Stored columns that it holds besides, in their order. */
  carries?: readonly string[];
  /** The structure that it is made from, where it is not the rows. */
  of?: string;
  /** Rows of the table from which it is kept; default 0. */
  rowsMin?: number;
  /**
   * Of what leads: how many may tie with the last of those wanted, as a multiple of these. Where more do, only those
   * ahead of them are kept; default: all are.
   */
  tiesMax?: number;
}

/**
 * What collectors call the columns of a table. Names are compared without case and without anything but letters
 * and digits: `playCount`, `play_count` and `Play Count` are one name, and `stats.playCount` is `statsplaycount`.
 * Earlier names win; where a file has several, the first that says something is taken, row by row.
 */
export interface UsualNames {
  /** Of the platform. */
  readonly table: string;
  /** Those of a lower rank are tried first. */
  readonly rank: number;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Columns a file must have to be taken for this table unasked; `observed_at` is the time of the reading. */
  readonly needs: readonly string[];
  /** Of these it must have one at least. */
  readonly needsOne: readonly string[];
  /** Names that settle nothing by themselves: they count only when the table was named. */
  readonly vague?: readonly string[];
  /** Having one of these names, a file is another table's. */
  readonly excludes?: readonly string[];
}

/** A table as data: enough to store it, merge into it, describe it and route queries to it. */
export interface CatalogTable {
  /** One of the four, or the name under which its user put it. */
  platform: string;
  name: string;
  description: string;
  columns: readonly CatalogColumn[];
  /** Columns that identify a row. A merge keeps one row per key, each column at its newest known value. */
  key: readonly string[];
  /** The TIMESTAMPTZ column by whose UTC month rows are split into `month=YYYY-MM` folders. */
  partitionBy?: string;
  /** Order of rows inside a file: column names, with ` DESC` where it falls. */
  sortBy: readonly string[];
  /** Columns whose least and greatest value per file stand in the manifest. */
  zoneColumns: readonly string[];
  /** The column that says when a row's newest value was observed. */
  observedBy: string;
  /** A table that is computed from another one, partition by partition. `sql` reads from `source`. */
  derivedFrom?: { table: string; sql: string };
  /** Rows go when the record goes whose key stands in `column`, of another table of the platform. */
  removedWith?: { table: string; column: string };
  /** What segments keep of it; default: what the roles of its columns ask for (`default-paths.ts`). */
  paths?: readonly PathInstance[];
  /** Put into its platform by `definePlatform`, which has checked it. */
  isOfPlatform?: true;
  /** Described by a user: its columns have no usual names, and values are read by their types alone. */
  isOwn?: true;
  /** What files call its columns; default: their own names. Where a table has several, each is tried. */
  usualNames?: readonly UsualNames[];
  /** How the platform writes ids: as whole numbers, or as codes; default: as any text. */
  ids?: 'decimal' | 'code';
  /** Queries a newcomer may run as they stand. */
  examples: readonly string[];
}

/** The name under which the manifest keeps a table. */
export function tableId(table: Pick<CatalogTable, 'platform' | 'name'>): string {
  return `${table.platform}.${table.name}`;
}

/** The columns that are in the files, in their order. */
export function storedColumns(table: CatalogTable): CatalogColumn[] {
  return table.columns.filter((column) => column.expression === undefined);
}

/**
 * The column, in the files only, that keeps exact what `observedBy` alone would blur: for each column whose known
 * value is older than the row's newest observation, when that value was observed. NULL for almost every row.
 */
export const olderColumn = { name: '_older', type: 'MAP(VARCHAR, TIMESTAMP WITH TIME ZONE)' } as const;

/** Whether rows of this table carry {@link olderColumn}: derived and per-observation tables need none. */
export function keepsOlder(table: CatalogTable): boolean {
  return table.derivedFrom === undefined && !table.key.includes(table.observedBy);
}

/** The time by which rows are newer or older: the one that partitions the table, else the first of its times. */
export function mainTimeOf({ partitionBy, columns }: CatalogTable): string | undefined {
  return partitionBy ?? columns.find(({ role }) => role === 'time')?.name;
}

/**
 * What one tag of a list is called beside the table's columns: its own word, unless a column or another list's tags are
 * called so. Of a column that is no list of tags, its name.
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

/** The select list that turns stored rows into what callers see. */
export function publicSelectList(table: CatalogTable): string {
  return table.columns
    .map((column) =>
      column.expression ? `${column.expression} AS ${sqlName(column.name)}` : sqlName(column.name),
    )
    .join(', ');
}
