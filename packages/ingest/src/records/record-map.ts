import type { RefusalReason } from '../observation.ts';
import type { JsonObject } from '../values/json-object.ts';

/**
 * Paths of a value in a record, of which the first known one is taken: `user.name`; `tags[].text` for the values of all
 * members of a list, `images[0].url` for one of them; `$.id` for a value of the whole record.
 */
export type Paths = string | readonly string[];

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
  /** Paths of the time of observation, beside the usual ones. */
  readonly observedAt?: Paths;
  /** Why a record of this kind cannot be imported, and what to do; undefined if it can. */
  readonly refusal?: (record: JsonObject) => { reason: RefusalReason; field: string; message: string };
}

export function pathsOf(paths: Paths): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}
