import type { CatalogTable } from '@sdq/catalog';
import type { AppError } from '@sdq/contract';
import type { FormatName } from './formats/index.ts';

export interface AddOptions {
  /** Directory of the index; it is made when it holds none. */
  readonly index: string;
  readonly files: readonly string[];
  /** Tables beside the built-in ones. What the index holds of others stays as it is. */
  readonly tables?: readonly CatalogTable[] | undefined;
  /** The files' format; without it each file's is told from its content. */
  readonly format?: FormatName;
  /** Path of a JSON column mapping file, for the flat formats. */
  readonly mapping?: string;
  /** Constants for columns of `table` that the files lack, for example `author`. */
  readonly set?: Readonly<Record<string, string>>;
  /** Table that rows of the flat formats belong to; without it the one that the columns fit, mostly `videos`. */
  readonly table?: string;
  /**
   * When records that do not say so themselves were read. Without it: the greatest creation time in their file,
   * which the file cannot be older than.
   */
  readonly observedAt?: Date;
  /**
   * DuckDB's memory limit for staging and merging, in bytes; default 1 GiB. The process takes up to 0.9 GiB more,
   * however large the files are.
   */
  readonly memoryBytesMax?: number;
  /** Records per staged batch, the unit in which a cut-off run continues; default 50,000. */
  readonly batchRecordsMax?: number;
  /**
   * The snapshot does not list the files as sources: of files that come all day long and are deleted when they are in.
   * Added twice, they change nothing all the same.
   */
  readonly isPassing?: boolean;
  readonly onProgress?: (progress: AddProgress) => void;
  /** Ends the run; it rejects with the signal's reason. What was staged is kept, and a later run goes on from it. */
  readonly signal?: AbortSignal;
}

export interface AddProgress {
  /** `hash` and `read` for each file, then `merge` once for all; there `file` is the table. */
  readonly phase: 'hash' | 'read' | 'merge';
  readonly file: string;
  /** Bytes of the file as it lies on the disk; tables in phase `merge`. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly records: number;
}

export interface AddedFile {
  readonly name: string;
  /** Null when the file failed before its format was known. */
  readonly format: FormatName | null;
  readonly status: 'added' | 'already added' | 'failed';
  readonly records: number;
  readonly accepted: number;
  readonly refused: number;
  /** Refused records by reason; the reasons are the keys of `refusalReasons`. */
  readonly refusedBy: Readonly<Record<string, number>>;
  /** Counters of things worth telling; the names are the keys of `noteMeanings`. */
  readonly notes: Readonly<Record<string, number>>;
  /** NDJSON with one line per refused record: line, field, reason, message, excerpt. Null when none was. */
  readonly rejectFile: string | null;
  /** Columns of a flat file that no column of the table is fed from; of nested JSON, the outermost names. */
  readonly unused: readonly string[];
  readonly error?: AppError;
}

export interface AddReport {
  /** The snapshot that is current now; empty when there is still no index, since every file failed. */
  readonly snapshotId: string;
  /** Whether a new snapshot was published. */
  readonly changed: boolean;
  readonly files: readonly AddedFile[];
  /** Rows by table id, of tables that hold or held any. */
  readonly tables: Readonly<Record<string, { readonly before: number; readonly after: number }>>;
}
