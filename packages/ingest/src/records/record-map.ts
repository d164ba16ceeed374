import type { RefusalReason } from '../observation.ts';
import type { JsonObject } from '../values/json-object.ts';

/**
 * Paths of a value in a record, of which the first known one is taken: `user.name`; `tags[].text` for the values of all
 * members of a list, `images[0].url` for one of them; `$.id` for a value of the whole record.
 */
export type Paths = string | readonly string[];

/** How SQL reads what `by` converts, over the paths of a record in columns. */
export type ColumnsReading =
  /** Numbers above 0; 0 is unknown. */
  | { readonly as: 'positive' }
  /** Texts, of which one is unknown. */
  | { readonly as: 'other-than'; readonly text: string }
  /** The first address of `{uri, url_list}`. */
  | { readonly as: 'first-url' }
  /** Whether a text is not empty. */
  | { readonly as: 'filled' }
  /** Truth values, and whether numbers are above 0. */
  | { readonly as: 'above-zero' }
  /** A truth value, or true where a number is above 0. */
  | { readonly as: 'any'; readonly above: string; readonly flag: string }
  /** Names in the first of these lists that is taken, else those in the text of the record. */
  | { readonly as: 'names'; readonly lists: readonly NameList[] };

/** A list of names: one of texts such as `mentions`, or what objects have at a key, such as `tags[].name`. */
export interface NameList {
  readonly path: string;
  /** Whether it is taken where it is there, where it has a member, or where it has a name. */
  readonly takenBy: 'list' | 'member' | 'name';
  /** It is taken only where the list at this path has no members. */
  readonly after?: string;
  /** Whether each member has to have a name: another one is left to the row mapper. */
  readonly isFull?: boolean;
  /** The path of an ID of digits that stands for a name that is lacking. */
  readonly orId?: string;
  /** Whether the names are left out: there are none in the list that is taken. */
  readonly isNameless?: boolean;
}

/** What tells a kind of records by their outermost keys, for the reading in columns. */
export interface RecordKeys {
  /** Of each list, a record has one key at least. */
  readonly needs: readonly (readonly string[])[];
  /** Keys that no record of this kind has, or none that is read in columns. */
  readonly never: readonly string[];
}

/** Where the value of a column is read from. */
export type ColumnMap =
  | Paths
  | {
      readonly from: Paths;
      /** Converts what is found before the column's own reader does; undefined if it says nothing. */
      readonly by?: (value: unknown, object: JsonObject) => unknown;
      /** What `by` does, for the map that a dry run prints. */
      readonly note?: string;
      /** Unit of a duration; default: seconds. */
      readonly unit?: 's' | 'ms';
      /** The same as `by`; without it, no record of the kind is read in columns. */
      readonly inColumns?: ColumnsReading;
    }
  | {
      readonly from: Paths;
      /** The column is a list of structures: the paths of each field in a member of the source's list. */
      readonly each: Readonly<Record<string, Paths>>;
    };

/** The rows of one table that a record has. */
export interface TableMap {
  /** `platform.table`. */
  readonly table: string;
  /** Paths of the objects that are rows: `user`, `comments[]`; default: the record itself. */
  readonly at?: Paths;
  /** Whether such an object is a row. */
  readonly when?: (object: JsonObject, record: JsonObject) => boolean;
  readonly columns: Readonly<Record<string, ColumnMap>>;
}

/** One kind of record of a format. The first table is the one that the record is of: without its row, it is refused. */
export interface RecordMap {
  /** Whether a JSON object is a record of this kind. */
  readonly is: (value: JsonObject) => boolean;
  readonly tables: readonly [TableMap, ...TableMap[]];
  /** How records of the kind are told without the object of each; absent where they are not read in columns. */
  readonly keys?: RecordKeys;
  /** Paths of the time of observation, beside the usual ones. */
  readonly observedAt?: Paths;
  /** Why a record of this kind cannot be imported, and what to do; undefined if it can. */
  readonly refusal?: (record: JsonObject) => { reason: RefusalReason; field: string; message: string };
}

export function pathsOf(paths: Paths): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}
