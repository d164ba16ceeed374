import type { Database } from '@sdq/duckdb';
import type { RecordMapping } from '../staging/progress.ts';
import type { BulkFile } from './bulk-file.ts';
import type { RowsSql } from './rows-sql.ts';

/** A file whose rows SQL converts, except for odd ones. */
export interface BulkSource {
  readonly file: BulkFile;
  readonly rows: RowsSql;
}

export interface BulkPlan extends RecordMapping {
  readonly source: BulkSource;
  /** With one thread for each statement: with several, DuckDB does not keep the order of rows in files by month. */
  readonly database: Database;
  /** Staging folder of the source and its options. */
  readonly folder: string;
  /** Rows of the file after which an interrupted run can resume. */
  readonly batchRowsMax: number;
  /** Rows that are mapped one by one, in a batch. */
  readonly batchRecordsMax: number;
  readonly memoryBytesMax: number;
  /** Observation time in microseconds since 1970 of rows that have none; undefined for the greatest creation time. */
  readonly observedAt: bigint | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Rows of the file that were looked at, before any is converted. */
  readonly onSurveyed?: ((rows: number) => void) | undefined;
  readonly onRecords: (records: number) => void;
}
