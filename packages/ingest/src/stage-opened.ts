import type { Catalog } from '@sdq/catalog';
import type { Database } from '@sdq/duckdb';
import { stageBulk } from './bulk/stage-bulk.ts';
import type { OpenedSource } from './open-source.ts';
import type { StagingState } from './staging/journal.ts';
import { stageSource } from './staging/stage-source.ts';

/** Records of a batch that are mapped one by one. */
const batchRecordsDefault = 50_000;
/** Rows of a batch that SQL converts: sorting more of them takes more memory. */
const batchRowsDefault = 2_000_000;
/** SQL takes half a second for any number of rows; 2,000 rows that are mapped one by one take less than half of that. */
const bulkRowsMinDefault = 2_000;

export interface StagingOptions {
  readonly catalog: Catalog;
  /** With one thread for each statement. */
  readonly database: Database;
  /** Staging folder of the source and its options. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly batchRecordsMax: number | undefined;
  /** Rows from which on SQL converts a file; default 2,000. */
  readonly bulkRowsMin: number | undefined;
  readonly memoryBytesMax: number;
  /** Observation time of records that have none, in microseconds since 1970. */
  readonly observedAt: bigint | undefined;
  readonly onProgress: (bytesDone: number, records: number, phase?: 'survey' | 'read') => void;
}

/** Stages an opened source: by SQL where it has many rows of which most can be converted so, otherwise by cells or records. */
export async function stageOpened(source: OpenedSource, options: StagingOptions): Promise<StagingState> {
  const { catalog, database, folder, signal, batchRecordsMax, onProgress } = options;
  const mapping = {
    catalog,
    folder,
    latestPlausible: source.latestPlausible,
    batchRecordsMax: batchRecordsMax ?? batchRecordsDefault,
    map: source.map,
  };
  const { bulk } = source;
  if (bulk !== undefined && bulk.file.rows >= (options.bulkRowsMin ?? bulkRowsMinDefault)) {
    const share = (records: number) => Math.round(source.bytes * Math.min(1, records / bulk.file.rows));
    const staged = await stageBulk({
      ...mapping,
      source: bulk,
      database,
      signal,
      batchRowsMax: batchRecordsMax ?? batchRowsDefault,
      memoryBytesMax: options.memoryBytesMax,
      observedAt: options.observedAt,
      onSurveyed: (rows) => onProgress(share(rows), 0, 'survey'),
      onRecords: (records) => onProgress(share(records), records),
    });
    if (staged !== undefined) return staged;
  }
  let bytesDone = 0;
  const onBytes = (bytes: number) => {
    bytesDone = bytes;
  };
  return await stageSource({
    ...mapping,
    cells: source.cells({ signal, onBytes }),
    recordChunks: (skip, notes) => source.recordChunks({ skip, signal, onBytes }, notes),
    onRecords: (records) => onProgress(bytesDone, records),
  });
}
