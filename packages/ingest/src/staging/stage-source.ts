import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordChunk, recordBytesMax } from '../containers/record-chunk.ts';
import type { Notes } from '../notes.ts';
import { Batch } from './batch.ts';
import type { CellSource } from './cell-source.ts';
import { readJournal, type StagingState } from './journal.ts';
import { Progress, type RecordMapping, takeRecordChunk } from './progress.ts';
import { writeBatch } from './write-batch.ts';

/** A batch is closed at either limit: records, or bytes of its values. */
const batchBytesMax = 4 * recordBytesMax;

/** Rows of cells, which have at most some 16 MiB together, after which the size of a batch is looked at. */
const rowsPerCheck = 256;

export interface StagingPlan extends RecordMapping {
  /** Staging folder of the source and its options. */
  readonly folder: string;
  /** The source as rows of cells, if it has them: they are read instead of record chunks. */
  readonly cells?: CellSource | undefined;
  /** Opens the source after `skip` record chunks. */
  readonly recordChunks: (skip: number, notes: Notes) => AsyncIterable<readonly RecordChunk[]>;
  readonly batchRecordsMax: number;
  readonly onRecords: (records: number) => void;
}

/**
 * Maps a source to staged Parquet files in batches and resumes after the last complete batch of an interrupted run. When
 * it resolves, all files are synced to disk. While one batch is written, the next one is mapped.
 */
export async function stageSource(plan: StagingPlan): Promise<StagingState> {
  await mkdir(plan.folder, { recursive: true });
  const journal = join(plan.folder, 'journal.ndjson');
  const start = await readJournal(journal);
  if (start.isDone) return start;
  const progress = new Progress(start);
  let batch = new Batch(plan.folder, start.batches + 1, plan.catalog);
  let batchStart = progress.records;
  let writing: Promise<void> = Promise.resolve();
  const close = async (isDone: boolean) => {
    const [full, state] = [batch, progress.state()];
    await writing;
    writing = writeBatch(full, { progress, state, journal, isDone });
    writing.catch(() => {}); // thrown where it is awaited
    batch = new Batch(plan.folder, full.number + 1, plan.catalog);
    batchStart = progress.records;
  };
  const closeFull = async (isChecked: boolean) => {
    const isFull = progress.records - batchStart >= plan.batchRecordsMax;
    if (isFull || (isChecked && batch.bytes >= batchBytesMax)) await close(false);
  };
  try {
    if (plan.cells === undefined) {
      for await (const chunks of plan.recordChunks(start.units, progress.notes)) {
        for (const chunk of chunks) {
          takeRecordChunk(chunk, plan, { progress, batch });
          await closeFull(true);
        }
        plan.onRecords(progress.records);
      }
    } else {
      for await (const cells of plan.cells.open(start.units, progress.notes)) {
        for (let rows = 1; cells.next(); rows++) {
          if (plan.cells.stager.stage(cells, batch, progress)) progress.addAccepted();
          else takeRecordChunk(plan.cells.toRecordChunk(cells), plan, { progress, batch });
          if (progress.records - batchStart >= plan.batchRecordsMax || rows % rowsPerCheck === 0)
            await closeFull(true);
        }
        await closeFull(true);
        plan.onRecords(progress.records);
      }
    }
    await close(true);
  } finally {
    await writing;
  }
  return await readJournal(journal);
}

/** Deletes the staging files of a source. */
export async function dropStaging(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
