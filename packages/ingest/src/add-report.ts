import type { CatalogTable } from '@sdq/catalog';
import type { AppError } from '@sdq/contract';
import type { CollectionOptions, CollectionReport } from './collection-report.ts';
import type { Guess } from './flat/decide.ts';
import type { UnusedField } from './flat/survey.ts';
import type { FormatName } from './formats/index.ts';
import type { SkippedSource } from './sources/skipped.ts';
import type { SourceLimits } from './sources/source-limits.ts';
import type { RefusalExample } from './staging/journal.ts';

export type { CollectionReport, Guess, RefusalExample, UnusedField };

export interface AddOptions {
  /** Directory of the index; created if it does not exist. */
  readonly index: string;
  /** Files, folders, patterns, addresses, `-` for standard input: see `listSources`. */
  readonly files: readonly string[];
  /**
   * The files are all that a publisher has: what is new, changed and gone since the last import under the same name is
   * told, and records of files that are gone can be removed.
   */
  readonly collection?: CollectionOptions | undefined;
  /** Other limits than the usual ones for archives, servers and databases. */
  readonly limits?: Partial<SourceLimits> | undefined;
  /** Tables in addition to the built-in ones. Other tables of the index are left unchanged. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /** Format of the files; default: detected from the content of each file. */
  readonly format?: FormatName;
  /** Path of a JSON column mapping file, for the flat formats. */
  readonly mapping?: string;
  /** Fields of flat files by the column that each is, for example `{ n_plays: 'play_count' }`; with `mapping`, it adds to that. */
  readonly map?: Readonly<Record<string, string>>;
  /** Encoding of text files, such as `windows-1252`; default: detected from the whole file. */
  readonly encoding?: string | undefined;
  /** Constants for columns of `table` that the files lack, for example `author`. */
  readonly set?: Readonly<Record<string, string>>;
  /** Target table of flat formats; default: detected from the columns. */
  readonly table?: string;
  /** Platform of the detected table, such as `micro`; default: told by the records. */
  readonly platform?: string | undefined;
  /** Zone of times without one in flat files: an IANA name or an offset such as `+07:00`; default: told by the IDs, else UTC. */
  readonly timeZone?: string | undefined;
  /**
   * Observation time of records that have none; default: the greatest creation time in their file, which is a lower
   * bound.
   */
  readonly observedAt?: Date;
  /**
   * DuckDB's memory limit for staging and merging, in bytes; default 1 GiB. The process uses up to 0.9 GiB more,
   * independent of the size of the files.
   */
  readonly memoryBytesMax?: number;
  /**
   * Bytes from which on a text file of flat rows is converted by SQL, as Parquet is; smaller ones take less time row by row. Default
   * 8 MiB.
   */
  readonly columnsBytesMin?: number | undefined;
  /** Rows from which on a file is converted by SQL; fewer take less time row by row. Default 2,000. */
  readonly bulkRowsMin?: number | undefined;
  /** Records per staged batch, after which an interrupted run can resume; default 50,000. */
  readonly batchRecordsMax?: number;
  /**
   * Whether the snapshot omits the files from its sources, for continuous imports of files that are deleted afterwards.
   * Importing such a file twice still changes nothing.
   */
  readonly isPassing?: boolean;
  /**
   * The greatest share of a table's rows that delta files and masks may hold before its months are rewritten; default
   * 0.1. With 0, months are always rewritten.
   */
  readonly deltaShareMax?: number | undefined;
  /**
   * Whether months of large tables are rewritten before the call resolves, after what was added is visible; default true. Without it,
   * do so by `buildIndex`, in its mode `refresh` with `foldShareMax`.
   */
  readonly isFolding?: boolean | undefined;
  /** How long to wait for another writer of the index, in milliseconds; default 0. */
  readonly waitMs?: number | undefined;
  readonly onProgress?: (progress: AddProgress) => void;
  /** Cancels the run, which rejects with the signal's reason. Staged batches are retained, and a later run resumes from them. */
  readonly signal?: AbortSignal;
}

export interface AddProgress {
  /** `fetch` for what is not a local file, `hash`, `survey` (if rows are converted by SQL) and `read` for each file, then `merge` once for all files, where `file` is the table. */
  readonly phase: 'fetch' | 'hash' | 'survey' | 'read' | 'merge';
  readonly file: string;
  /** Bytes of the file on disk, or received in phase `fetch`, of a total of 0 if unknown; number of tables in phase `merge`. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly records: number;
}

/** How the rows of a flat file were converted. */
export interface Conversion {
  /** Rows that SQL converted. */
  readonly bySql: number;
  /** Rows with a value that SQL does not convert exactly: they were mapped one by one, which takes longer. */
  readonly byRow: number;
  /** Columns of types that SQL does not convert: all rows with a value of them are mapped one by one. */
  readonly columnsByRow: readonly string[];
}

export interface AddedFile {
  readonly name: string;
  /** Null when the file failed before its format was known. */
  readonly format: FormatName | null;
  readonly status: 'added' | 'already added' | 'failed';
  /** Table of a flat file, such as `shortvideo.videos`; null for nested formats and files that failed before. */
  readonly table: string | null;
  /** Records read: accepted + merged + refused. */
  readonly records: number;
  readonly accepted: number;
  /** Records that repeat an earlier record of the file with all its values. */
  readonly merged: number;
  readonly refused: number;
  /** Refused records by reason; the reasons are the keys of `refusalReasons`. */
  readonly refusedBy: Readonly<Record<string, number>>;
  /** The first three refused records of each reason. */
  readonly examples: Readonly<Record<string, readonly RefusalExample[]>>;
  /** Fields of accepted records that were not understood and are unknown, by reason. */
  readonly fieldsRefusedBy: Readonly<Record<string, number>>;
  readonly fieldExamples: Readonly<Record<string, readonly RefusalExample[]>>;
  /** Decisions that the file suggests and does not state, such as the zone of its times. */
  readonly guesses: readonly Guess[];
  /** Counts of notes; the names are the keys of `noteMeanings`. */
  readonly notes: Readonly<Record<string, number>>;
  /** NDJSON file with one line per refused record or field: line, field, reason, message, excerpt. Null if none was refused. */
  readonly rejectFile: string | null;
  /** Columns of a flat file that are not mapped to a table column; the outermost names for nested JSON. */
  readonly unused: readonly string[];
  /** The same with examples of their values, numbers first. */
  readonly unusedFields: readonly UnusedField[];
  /** How rows were converted where SQL does it; null where all are mapped one by one. */
  readonly conversion: Conversion | null;
  /** Time spent on reading and staging the file, in milliseconds. */
  readonly elapsedMs: number;
  readonly error?: AppError;
}

export interface AddReport {
  /** ID of the current snapshot; empty if no index exists because every file failed. */
  readonly snapshotId: string;
  /** Whether a new snapshot was published. */
  readonly changed: boolean;
  readonly files: readonly AddedFile[];
  /** What folders, archives and databases contain and was not imported. */
  readonly skipped: readonly SkippedSource[];
  /**
   * `disk_full` for each rewriting of files after the publication that the disk has no room for. Nothing of what was added is missing;
   * the next add or compaction does it, and until then queries read more files.
   */
  readonly postponed: readonly AppError[];
  /** Absent where the files are of no collection. */
  readonly collection?: CollectionReport | undefined;
  /** Row counts by table ID, of tables that had rows before or have rows after. */
  readonly tables: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
}
