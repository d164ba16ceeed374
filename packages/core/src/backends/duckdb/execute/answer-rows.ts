import { AppError } from '@sdq/contract';
import { fetchRowsMax, RowGatherer } from '@sdq/row-store';
import { queryCancelled } from '../../../backend/stream-errors.ts';
import type { RunnablePlan } from '../runnable-plan.ts';
import type { DeadlineOptions } from './deadline.ts';
import { findNamed, type SearchedFiles } from './find-ordinals.ts';
import type { RowFiles } from './row-files.ts';
import { RowSource } from './row-source.ts';

/**
 * The result of the first speculative plan where that is fetched rows as they are stored: neither a connection nor a
 * statement of DuckDB is needed. Undefined where it is anything else, a guard fails, or no time is left. Errors:
 * `query_cancelled`, those of reading files.
 */
export function answerRows(
  { attempts: [attempt] }: RunnablePlan,
  files: SearchedFiles & { readonly rows: RowFiles },
  { signal, timeoutMs, leftMs = timeoutMs }: DeadlineOptions,
  rowsMax: number,
): RowSource | undefined {
  const [step] = attempt?.steps ?? [];
  if (attempt?.answer === undefined || step === undefined || leftMs <= 0) return undefined;
  if (signal?.aborted) throw queryCancelled();
  const startedAt = performance.now();
  try {
    const found = findNamed(step, files);
    if (found === undefined || found.length < step.rowsMin) return undefined;
    if (found.length > Math.min(step.rowsMax, fetchRowsMax)) return undefined;
    const [rows = new RowGatherer(step.columns, 0).rowSet()] = files.rows.gather(step, found);
    const source = new RowSource(attempt.answer, step, rows, { rowsMax, attempt: 0, startedAt });
    return source.rows < attempt.rowsMin ? undefined : source;
  } catch (error) {
    // As with any speculative plan: what else fails here leaves the query to DuckDB.
    if (error instanceof AppError) throw error;
    return undefined;
  }
}
