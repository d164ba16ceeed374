import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '@sdq/catalog';
import { type RecordChunk, recordBytesMax } from '../containers/record-chunk.ts';
import { type Notes, Notes as NotesOf } from '../notes.ts';
import type { Observation } from '../observation.ts';
import { Batch } from './batch.ts';
import type { CellSource } from './cell-source.ts';
import { appendJournal, readJournal, type StagingState } from './journal.ts';
import { type MappedRecord, type Tallies, tallyRecord } from './tallies.ts';

/** A batch is closed at either limit: records, or bytes of its values. */
const batchBytesMax = 4 * recordBytesMax;

/** Rows of cells, which have at most some 16 MiB together, after which the size of a batch is looked at. */
const rowsPerCheck = 256;

export interface StagingPlan {
  readonly catalog: Catalog;
  /** Latest plausible creation time, in microseconds since 1970. */
  readonly latestPlausible: bigint;
  /** Staging folder of the source and its options. */
  readonly folder: string;
  /** The source as rows of cells, if it has them: they are read instead of record chunks. */
  readonly cells?: CellSource | undefined;
  /** Opens the source after `skip` record chunks. */
  readonly recordChunks: (skip: number, notes: Notes) => AsyncIterable<readonly RecordChunk[]>;
  /** The records of a record chunk, which `recordsBefore` records precede. */
  readonly map: (chunk: RecordChunk, recordsBefore: number, notes: Notes) => readonly MappedRecord[];
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
          takeRecordChunk(chunk, plan, progress, batch);
          await closeFull(true);
        }
        plan.onRecords(progress.records);
      }
    } else {
      for await (const cells of plan.cells.open(start.units, progress.notes)) {
        for (let rows = 1; cells.next(); rows++) {
          if (plan.cells.stager.stage(cells, batch, progress)) progress.addAccepted();
          else takeRecordChunk(plan.cells.toRecordChunk(cells), plan, progress, batch);
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

async function writeBatch(
  batch: Batch,
  end: {
    progress: Progress;
    state: Omit<StagingState, 'batches' | 'files' | 'columns' | 'isDone'>;
    journal: string;
    isDone: boolean;
  },
): Promise<void> {
  const written = await batch.write();
  const { files, columns } = end.progress;
  for (const [table, file] of written) {
    files[table] = [...(files[table] ?? []), file.name];
    columns[table] = [...new Set([...(columns[table] ?? []), ...file.columns])].sort();
  }
  await appendJournal(end.journal, {
    ...end.state,
    batches: batch.number,
    files,
    columns,
    isDone: end.isDone,
  });
}

function takeRecordChunk(chunk: RecordChunk, plan: StagingPlan, progress: Progress, batch: Batch): void {
  if (chunk.invalidUtf8 === true) progress.notes.add('invalid_utf8');
  if (chunk.nanReplaced === true) progress.notes.add('nan_replaced');
  for (const record of plan.map(chunk, progress.records, progress.notes)) {
    for (const reject of tallyRecord(progress.tallies, record)) batch.reject(reject);
    if ('refusal' in record) continue;
    for (const [i, observation] of record.observations.entries()) {
      progress.see(observation, timesOf(plan.catalog, observation.table), plan.latestPlausible);
      batch.add(observation, i === 0);
    }
  }
  progress.recordChunks++;
}

/** Columns whose times are lower bounds of the source's age: for user-defined tables, the partition column. */
function timesOf(catalog: Catalog, id: string): readonly string[] {
  const table = catalog.byId(id);
  if (table?.isOwn !== true) return timeColumns;
  return table.partitionBy === undefined ? [] : [table.partitionBy];
}

const timeColumns = ['create_time', 'created_at'] as const;

class Progress {
  recordChunks: number;
  readonly tallies: Tallies;
  readonly notes: Notes;
  readonly files: Record<string, string[]>;
  readonly columns: Record<string, string[]>;
  #latest: bigint | null;

  constructor(start: StagingState) {
    this.recordChunks = start.units;
    const { records, accepted, refused, refusedBy, examples, fieldsRefusedBy, fieldExamples } = start;
    this.tallies = structuredClone({
      ...{ records, accepted, refused, refusedBy, examples, fieldsRefusedBy, fieldExamples },
    });
    this.notes = new NotesOf();
    Object.assign(this.notes.counts, start.notes);
    this.files = { ...start.files };
    this.columns = { ...start.columns };
    this.#latest = start.latest === null ? null : BigInt(start.latest);
  }

  get records(): number {
    return this.tallies.records;
  }

  see({ values }: Observation, times: readonly string[], latestPlausible: bigint): void {
    for (const column of times) {
      const time = values[column];
      if (typeof time !== 'bigint' || time > latestPlausible) continue;
      this.seeTime(time);
    }
  }

  /** Counts a record that was staged from its cells. */
  addAccepted(): void {
    this.recordChunks++;
    this.tallies.records++;
    this.tallies.accepted++;
  }

  seeTime(time: bigint): void {
    if (this.#latest === null || time > this.#latest) this.#latest = time;
  }

  state() {
    return {
      units: this.recordChunks,
      ...structuredClone(this.tallies),
      notes: { ...this.notes.counts } as Record<string, number>,
      latest: this.#latest === null ? null : String(this.#latest),
    };
  }
}

/** Deletes the staging files of a source. */
export async function dropStaging(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
