import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { atOnce } from '@sdq/contract';
import { interruptOnAbort } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { checkFreeSpace, countRows } from '@sdq/index';
import { Batch } from '../staging/batch.ts';
import { appendJournal, emptyState, readJournal, type StagingState } from '../staging/journal.ts';
import { Progress, takeRecordChunk } from '../staging/progress.ts';
import { stagedFiles } from '../staging/read-staged.ts';
import { dropStaging } from '../staging/stage-source.ts';
import { writeBatch } from '../staging/write-batch.ts';
import { withThreads } from '../threads.ts';
import { writersAtOnce } from '../writers-at-once.ts';
import type { BulkFile } from './bulk-file.ts';
import type { BulkPlan } from './bulk-plan.ts';
import { noteFacts } from './facts.ts';
import type { RowsSql } from './rows-sql.ts';
import { BatchWriter } from './write-rows.ts';

/**
 * Stages a file by SQL: its odd rows are mapped one by one first, then all others are written in batches as sorted files,
 * which can become base files as they are. A later run resumes after the last complete batch. When it resolves, all files
 * are synced to disk. Undefined for a file that has to be staged by cells because SQL converts few of its rows. Errors: `disk_full`, before it starts where the disk has no room for it.
 */
export async function stageBulk(plan: BulkPlan): Promise<StagingState | undefined> {
  await mkdir(plan.folder, { recursive: true });
  const byCells = join(plan.folder, byCellsName);
  if (existsSync(byCells)) return undefined;
  const journal = join(plan.folder, 'journal.ndjson');
  const before = await readJournal(journal);
  if (before.isDone) return before;
  if (before.bulk === null && before.batches > 0) {
    // Odd rows were not all mapped: that begins anew.
    await dropStaging(plan.folder);
    return await stageBulk(plan);
  }
  if (before.bulk === null) checkFreeSpace(plan.folder, neededBytes(plan.source.file));
  const connection = await plan.database.connect();
  try {
    using _interruption = interruptOnAbort(connection, plan.signal);
    const progress = new Progress(before);
    if (progress.bulk === null) {
      const odd = await findOddRows(connection, plan);
      if (plan.source.file.hasCells && odd.count > plan.source.file.rows * oddShareMax) {
        await dropStaging(plan.folder);
        await mkdir(plan.folder, { recursive: true });
        await writeFile(byCells, '');
        return undefined;
      }
      await stageOddRows(connection, plan, { progress, journal, odd: odd.numbers });
    }
    await writeBatches(plan, {
      progress,
      journal,
      batches: (await readJournal(journal)).batches,
    });
    return await readJournal(journal);
  } catch (error) {
    plan.signal?.throwIfAborted();
    throw error;
  } finally {
    connection.closeSync();
  }
}

/**
 * Bytes that an import takes at most, with its temporary files: 2.4 times the file at 47 bytes a row, of which 2.2 stay. Files
 * with few bytes a row take more times as much.
 */
function neededBytes({ bytes, rows }: BulkFile): number {
  return Math.max(3 * bytes, 110 * rows);
}

/** Maps the rows that SQL does not convert, and notes what the report tells of all others. */
async function stageOddRows(
  connection: DuckDBConnection,
  plan: BulkPlan,
  { progress, journal, odd }: { progress: Progress; journal: string; odd: string | undefined },
): Promise<void> {
  const { file } = plan.source;
  let batch = new Batch(plan.folder, 1, plan.catalog);
  let batchStart = 0;
  for await (const { chunk, number } of odd === undefined ? [] : file.records(connection, odd)) {
    plan.signal?.throwIfAborted();
    // Each of the rows before it that SQL converts is one record.
    const recordsBefore = number - progress.recordChunks + progress.records;
    takeRecordChunk(chunk, plan, { progress, batch, recordsBefore });
    if (progress.records - batchStart < plan.batchRecordsMax) continue;
    await writeBatch(batch, { progress, state: progress.state(), journal, isDone: false });
    batch = new Batch(plan.folder, batch.number + 1, plan.catalog);
    batchStart = progress.records;
  }
  await withThreads(connection, file.rows <= fewRows, async () => {
    for (const { from, to } of ranges(plan)) {
      await noteFacts(connection, plan, plainRelation(plan, file.relation(from, to)), progress);
      plan.onSurveyed?.((file.rows + to) / 2);
    }
  });
  progress.recordChunks = file.rows;
  progress.notes.addAll(file.notes);
  await writeBatch(batch, { progress, state: progress.state(), journal, isDone: false });
}

/** Ranges of the rows of a file, each of which is looked at in one statement: in between, progress is told, and a signal heard. */
function* ranges({
  source: { file },
  batchRowsMax,
  signal,
}: BulkPlan): Generator<{ from: number; to: number }> {
  const size = Math.max(batchRowsMax, Math.ceil(file.rows / 1000));
  let from = 0;
  do {
    signal?.throwIfAborted();
    yield { from, to: Math.min(file.rows, from + size) };
    from += size;
  } while (from < file.rows);
}

/** To start and end threads takes longer than to read so few rows. */
const fewRows = 10_000;

/** Writes the numbers of the rows that SQL does not convert: SQL for FROM, undefined if there are none. */
async function findOddRows(
  connection: DuckDBConnection,
  plan: BulkPlan,
): Promise<{ count: number; numbers: string | undefined }> {
  const { file, rows } = plan.source;
  await connection.run('CREATE OR REPLACE TEMP TABLE odd_rows (file_row_number BIGINT)');
  await withThreads(connection, file.rows <= fewRows, async () => {
    for (const { from, to } of ranges(plan)) {
      await connection.run(`INSERT INTO odd_rows ${oddRowsSql(file, rows, file.relation(from, to))}`);
      plan.onSurveyed?.(to / 2);
    }
  });
  const count = await countRows(connection, 'odd_rows');
  const path = join(plan.folder, oddRowsName);
  if (count > 0)
    await connection.run(
      `COPY (FROM odd_rows ORDER BY file_row_number) TO ${sqlString(path)} (FORMAT parquet)`,
    );
  await connection.run('DROP TABLE odd_rows');
  return { count, numbers: count === 0 ? undefined : stagedFiles([path]) };
}

/** In one condition, DuckDB would compute what rows with and without `_sure` have in common for all rows. */
function oddRowsSql(file: BulkFile, { isPlain, isPlainUnsure }: RowsSql, relation: string): string {
  const select = `SELECT file_row_number FROM ${relation} WHERE`;
  if (isPlainUnsure === undefined) return `${select} NOT (${file.isWhole} AND (${isPlain}))`;
  return `${select} NOT ${file.isWhole} OR (_sure AND NOT (${isPlain}))
    UNION ALL ${select} ${file.isWhole} AND NOT _sure AND NOT (${isPlainUnsure})`;
}

const oddRowsName = 'odd-rows.parquet';
/** A file that says that the source is staged by cells. */
const byCellsName = 'by-cells';
/** Share of rows that SQL does not convert from which a file with cells is staged by them. */
const oddShareMax = 0.25;

/** The rows of a relation of the file that SQL converts. */
function plainRelation({ folder }: BulkPlan, relation: string): string {
  const path = join(folder, oddRowsName);
  return existsSync(path)
    ? `(SELECT * FROM (FROM ${relation}) ANTI JOIN (FROM ${stagedFiles([path])}) USING (file_row_number))`
    : relation;
}

/** Writes the batches that are missing, some at a time, each in one thread with a connection of its own. */
async function writeBatches(
  plan: BulkPlan,
  { progress, journal, batches }: { progress: Progress; journal: string; batches: number },
): Promise<void> {
  const { file } = plan.source;
  const counted = progress.bulk ?? { rows: 0, at: 0 };
  const observedAt = plan.observedAt ?? progress.latest ?? 0n;
  const count = writersAtOnce(plan.memoryBytesMax);
  let number = batches;
  let at = counted.rows === 0 ? file.rows : counted.at;
  do {
    plan.signal?.throwIfAborted();
    plan.onRecords(at);
    const next: { number: number; relation: string }[] = [];
    while (at < file.rows && next.length < count) {
      const to = Math.min(file.rows, at + plan.batchRowsMax);
      next.push({ number: ++number, relation: plainRelation(plan, file.relation(at, to)) });
      at = to;
    }
    const written = await atOnce(next, count, (batch) => writeOneBatch(plan, batch, observedAt));
    // The order of the rows of the file, whichever was ready first: an interrupted import ends in the same files.
    for (const each of written) progress.addWritten(each);
    progress.bulk = { ...counted, at };
    await appendJournal(journal, {
      ...progress.state(),
      batches: number,
      files: progress.files,
      columns: progress.columns,
      isDone: at >= file.rows,
    });
  } while (at < file.rows);
  plan.onRecords(file.rows);
}

/** Writes a batch; resolves with its files and columns alone. */
async function writeOneBatch(
  plan: BulkPlan,
  { relation, number }: { relation: string; number: number },
  observedAt: bigint,
): Promise<Progress> {
  const connection = await plan.database.connect();
  try {
    using _interruption = interruptOnAbort(connection, plan.signal);
    plan.signal?.throwIfAborted();
    const written = new Progress(emptyState);
    await new BatchWriter(connection, plan, observedAt).write(relation, number, written);
    return written;
  } finally {
    connection.closeSync();
  }
}
