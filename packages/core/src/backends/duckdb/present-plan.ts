import { AppError } from '@sdq/contract';
import type { AbsentFiles } from '@sdq/index';
import type { RunLimits } from '../../backend/result-stream.ts';
import { queryCancelled } from '../../backend/stream-errors.ts';
import type { LookUp, Plan } from './runnable-plan.ts';

/** A plan over files of which some may not be here yet. */
export interface PresentPlan {
  /** The plan with those of its speculative plans whose files are here. */
  readonly plan: Plan;
  /** What its own SQL reads that is not here. Without speculative plans there is nothing. */
  readonly missing: readonly string[];
}

/**
 * Brings what a plan needs in any case, and leaves out the speculative plans that read what is not here. Where some are left, its
 * own SQL is not waited for: it runs only when the guards of none pass.
 */
export async function presentPlan(
  plan: Plan,
  absent: AbsentFiles | undefined,
  limits: Pick<RunLimits, 'timeoutMs'>,
  signal: AbortSignal | undefined,
): Promise<PresentPlan> {
  if (absent === undefined || absent.paths.size === 0) return { plan, missing: [] };
  const always = namedIn(plan.attachments, absent);
  if (always.length > 0) await bring(always, absent, limits, signal);
  const own = namedIn([plan.sql, plan.views], absent);
  if (own.length === 0) return { plan, missing: [] };
  const attempts = plan.attempts.filter((attempt) => namedIn(attempt, absent).length === 0);
  if (attempts.length > 0) return { plan: { ...plan, attempts }, missing: own };
  await bringFor(plan, absent, limits, signal);
  return { plan, missing: [] };
}

/** Whether a look-up can run without waiting for files. */
export function isPresent(lookUp: LookUp, absent: AbsentFiles | undefined): boolean {
  return absent === undefined || absent.paths.size === 0 || namedIn(lookUp, absent).length === 0;
}

/** Brings all that a plan reads. */
export async function bringFor(
  plan: Plan,
  absent: AbsentFiles | undefined,
  limits: Pick<RunLimits, 'timeoutMs'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { sql, views, attachments, attempts } = plan;
  const paths = absent === undefined ? [] : namedIn([sql, views, attachments, attempts], absent);
  if (absent !== undefined && paths.length > 0) await bring(paths, absent, limits, signal);
}

/** Waits for files, as long as a query may take at most. Errors: those of the files, `query_cancelled`, `service_unavailable`. */
async function bring(
  paths: readonly string[],
  absent: AbsentFiles,
  { timeoutMs }: Pick<RunLimits, 'timeoutMs'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    await absent.bring(paths, signal === undefined ? late : AbortSignal.any([signal, late]));
  } catch (error) {
    if (signal?.aborted === true) throw queryCancelled();
    if (!late.aborted) throw error;
    throw new AppError('service_unavailable', 'The rows of this query are not on this machine yet', {
      retryAfterSeconds: 5,
      hint: 'Try again: they are being fetched',
    });
  }
}

/** The absent files whose paths stand anywhere in a part of a plan. */
function namedIn(part: unknown, { paths }: AbsentFiles): string[] {
  const text = JSON.stringify(part, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return [...paths].filter((path) => text.includes(path));
}
