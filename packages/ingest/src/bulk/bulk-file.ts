import type { DuckDBConnection } from '@duckdb/node-api';
import type { RecordChunk, Row } from '../containers/record-chunk.ts';
import type { Notes } from '../notes.ts';

/** A file whose rows DuckDB reads in columns. */
export interface BulkFile {
  /** Types of its columns by name, as DuckDB prints them. */
  readonly types: ReadonlyMap<string, string>;
  /** Columns of texts that need no conditions in rows with `_sure`, where all of them are of the kind that is read from them. */
  readonly checked: ReadonlySet<string>;
  readonly rows: number;
  /** Its size. */
  readonly bytes: number;
  /** Whether its rows can be staged by cells, which takes less time than mapping many of them one by one. */
  readonly hasCells: boolean;
  /** The condition of rows that have their values in these columns. Never NULL. All others are mapped one by one. */
  readonly isWhole: string;
  /** The number of the others, and what the survey has to look at of them; undefined if that is too much. */
  readonly others: { readonly count: number; readonly rows: readonly Row[] | undefined };
  /** What was noted while the columns were read. */
  readonly notes: Notes;
  /** The rows from one number (from 0) to another, which is left out, as SQL for FROM with `file_row_number`. */
  relation(from: number, to: number): string;
  /** The records of rows, with the number of each: `numbers` is SQL for FROM with `file_row_number`. */
  records(connection: DuckDBConnection, numbers: string): AsyncIterable<NumberedChunk>;
}

export interface NumberedChunk {
  readonly chunk: RecordChunk;
  /** From 0. */
  readonly number: number;
}
