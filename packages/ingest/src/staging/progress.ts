import type { Catalog } from '@sdq/catalog';
import type { RecordChunk } from '../containers/record-chunk.ts';
import { type Notes, Notes as NotesOf } from '../notes.ts';
import type { Observation } from '../observation.ts';
import type { Batch } from './batch.ts';
import type { StagingState } from './journal.ts';
import { type MappedRecord, type Tallies, tallyRecord } from './tallies.ts';

/** What maps a source's records. */
export interface RecordMapping {
  readonly catalog: Catalog;
  /** Latest plausible creation time, in microseconds since 1970. */
  readonly latestPlausible: bigint;
  /** The records of a record chunk, which `recordsBefore` records precede. */
  readonly map: (chunk: RecordChunk, recordsBefore: number, notes: Notes) => readonly MappedRecord[];
}

/** Adds the records of a record chunk to a batch. `recordsBefore`: those of the file before it; default: those that were counted. */
export function takeRecordChunk(
  chunk: RecordChunk,
  plan: RecordMapping,
  {
    progress,
    batch,
    recordsBefore = progress.records,
  }: { progress: Progress; batch: Batch; recordsBefore?: number | undefined },
): void {
  if (chunk.invalidUtf8 === true) progress.notes.add('invalid_utf8');
  if (chunk.nanReplaced === true) progress.notes.add('nan_replaced');
  for (const record of plan.map(chunk, recordsBefore, progress.notes)) {
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
export function timesOf(catalog: Catalog, id: string): readonly string[] {
  const table = catalog.byId(id);
  if (table?.isOwn !== true) return timeColumns;
  return table.partitionBy === undefined ? [] : [table.partitionBy];
}

const timeColumns = ['create_time', 'created_at'] as const;

/** What is known of a source after a number of its records. */
export class Progress {
  recordChunks: number;
  readonly tallies: Tallies;
  readonly notes: Notes;
  readonly files: Record<string, string[]>;
  readonly columns: Record<string, string[]>;
  readonly sorted: Record<string, StagingState['sorted'][string]>;
  bulk: StagingState['bulk'];
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
    this.sorted = { ...start.sorted };
    this.bulk = start.bulk;
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

  /** Counts accepted records. */
  addAll(records: number): void {
    this.tallies.records += records;
    this.tallies.accepted += records;
  }

  seeTime(time: bigint): void {
    if (this.#latest === null || time > this.#latest) this.#latest = time;
  }

  /** The greatest creation time so far, in microseconds since 1970. */
  get latest(): bigint | null {
    return this.#latest;
  }

  /** Adds columns with a value in any row of a table. */
  addColumns(table: string, names: readonly string[]): void {
    this.columns[table] = [...new Set([...(this.columns[table] ?? []), ...names])].sort();
  }

  addFile(table: string, name: string): void {
    this.files[table] = [...(this.files[table] ?? []), name];
  }

  /** Adds the files and columns of a batch that was written beside others. */
  addWritten({ files, columns, sorted }: Progress): void {
    for (const [table, names] of Object.entries(files)) for (const name of names) this.addFile(table, name);
    for (const [table, names] of Object.entries(columns)) this.addColumns(table, names);
    for (const [table, written] of Object.entries(sorted))
      this.sorted[table] = [...(this.sorted[table] ?? []), ...written];
  }

  state() {
    return {
      units: this.recordChunks,
      ...structuredClone(this.tallies),
      notes: { ...this.notes.counts } as Record<string, number>,
      latest: this.#latest === null ? null : String(this.#latest),
      sorted: { ...this.sorted },
      bulk: this.bulk,
    };
  }
}
