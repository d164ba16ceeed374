import { AppError } from '@sdq/contract';
import { isInterrupt } from '@sdq/duckdb';
import { sqlOrder } from '@sdq/duckdb/sql';
import type { VectorBatch } from '@sdq/encode/vectors';
import { fetchRowsMax, RowGatherer, type RowSet } from '@sdq/row-store';
import { queryCancelled, queryTimeout } from '../../../backend/stream-errors.ts';
import type { LookUp, LookUpAttempt, RowAnswer, RowStep } from '../runnable-plan.ts';
import { type Pause, pauseWith } from './breather.ts';
import { countRows } from './count-rows.ts';
import type { DeadlineOptions } from './deadline.ts';
import { type ChangedRowsNamed, findNamed, type SearchedFiles } from './find-ordinals.ts';
import type { HeldNumbers } from './held-numbers.ts';
import { leadingRows } from './leading-rows.ts';
import type { ChangedReader } from './read-changed.ts';
import type { RowFiles } from './row-files.ts';
import { RowSource } from './row-source.ts';
import { tablesToRead } from './rows-ahead.ts';
import { withBatches } from './with-batches.ts';

/**
 * The result that is the number of rows, or that of the first speculative plan where that is fetched rows as they are stored: no
 * statement of DuckDB is needed, but a short one by `reader` where changed rows may belong to it. Undefined where it is
 * anything else, a guard fails, or no time is left. Errors: `query_cancelled`, those of reading files.
 */
export async function answerRows(
  { counted, attempts: [attempt] }: Pick<LookUp, 'counted' | 'attempts'>,
  files: SearchedFiles & { readonly rows: RowFiles; readonly numbers: HeldNumbers },
  { signal, timeoutMs, leftMs = timeoutMs }: DeadlineOptions,
  rowsMax: number,
  reader: ChangedReader,
): Promise<RowSource | undefined> {
  const [step] = attempt?.steps ?? [];
  const isFetched = attempt?.answer !== undefined && step !== undefined;
  if ((counted === undefined && !isFetched) || leftMs <= 0) return undefined;
  if (signal?.aborted) throw queryCancelled();
  const startedAt = performance.now();
  try {
    if (counted !== undefined) return await countRows(counted, files, rowsMax, reader);
    if (!isFetched) return undefined;
    const found = findNamed(step, files);
    if (found === undefined || found.ordinals.length < step.rowsMin) return undefined;
    if (found.ordinals.length > Math.min(step.rowsMax, fetchRowsMax)) return undefined;
    const pause = pauseWith(() => {
      if (signal?.aborted) throw queryCancelled();
      if (performance.now() - startedAt > leftMs) throw queryTimeout(timeoutMs);
    });
    const stored = await rowsOf(attempt, attempt.answer, step, found.ordinals, files.rows, pause);
    if (stored === undefined) return undefined;
    const changed = await changedRowsOf(attempt.answer, step, stored, found.changed, reader);
    if (changed.reduce((sum, batch) => sum + batch.rows, 0) > fetchRowsMax) return undefined;
    const rows = withBatches(stored, step.columns, changed);
    const source = new RowSource(attempt.answer, step, rows, { rowsMax, attempt: 0, startedAt });
    return source.rows < attempt.rowsMin ? undefined : source;
  } catch (error) {
    // As with any speculative plan: what else fails here leaves the query to DuckDB.
    if (error instanceof AppError || isInterrupt(error)) throw error;
    return undefined;
  }
}

/** The changed rows that may belong to an answer beside the stored ones. */
async function changedRowsOf(
  answer: RowAnswer,
  step: RowStep,
  stored: RowSet,
  changed: ChangedRowsNamed | undefined,
  reader: ChangedReader,
): Promise<VectorBatch[]> {
  const tables = changed === undefined ? [] : tablesToRead(changed, answer, step, stored);
  if (changed === undefined || tables.length === 0) return [];
  const rows = tables.map(({ table }) => `SELECT * FROM ${table}`).join(' UNION ALL ');
  return await reader.rows(step.columns, `FROM (${rows}) WHERE ${changed.condition}${firstOf(answer)}`);
}

/**
 * What follows the changed rows, as SQL: where the answer is the first ones in an order, no others can belong to it. As many at most as
 * are fetched for an answer, and one more.
 */
function firstOf({ order, skipped, wanted, test }: RowAnswer): string {
  if (test !== undefined || wanted === null) return ` LIMIT ${fetchRowsMax + 1}`;
  const by = order.length === 0 ? '' : ` ORDER BY ${sqlOrder(order)}`;
  return `${by} LIMIT ${Math.min(skipped + wanted, fetchRowsMax + 1)}`;
}

/** The rows with these ordinals, or as many of them as the answer needs; undefined where there may be too few. */
async function rowsOf(
  { isAnswerOnly = false }: LookUpAttempt,
  answer: RowAnswer,
  step: RowStep,
  ordinals: readonly number[],
  files: RowFiles,
  pause: Pause,
): Promise<RowSet | undefined> {
  if (ordinals.length === 0) return new RowGatherer(step.columns, 0).rowSet();
  if (!isAnswerOnly) return (await files.gather(step, ordinals, pause))[0];
  const { keys } = step;
  return keys && (await leadingRows(answer, { ...step, keys }, ordinals, files, pause));
}
