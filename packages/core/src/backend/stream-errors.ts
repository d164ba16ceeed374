import { AppError, crashLimits } from '@sdq/contract';

export function queryCancelled(): AppError {
  return new AppError('query_cancelled', 'The query was cancelled');
}

/** A pending read of a result that was closed must fail: its reader must not take the result for complete. */
export function resultLeft(): AppError {
  return new AppError(
    'query_cancelled',
    'The query was cancelled because the result was not read to the end',
  );
}

/** The error of a query that exceeded its time limit. */
export function queryTimeout(timeoutMs: number): AppError {
  return new AppError('query_timeout', `The query did not finish within ${timeoutMs} ms`, {
    hint: 'Filter by create_time, read fewer columns, or add a LIMIT',
    meta: { timeout_ms: timeoutMs },
  });
}

/** The error of a query that ended the process that ran it. */
export function queryCrashedEngine(cause?: unknown): AppError {
  return new AppError(
    'query_crashed_engine',
    'The engine cannot run this query: it ended the process that ran it',
    {
      hint: 'Write the query in another way. The same query is refused for an hour, or until the index changes.',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** The error of an account whose queries ended too many processes, until `afterMs` milliseconds from now. */
export function crashBudgetExceeded(afterMs: number): AppError {
  const { budget, rememberedMs } = crashLimits;
  const minutes = rememberedMs / 60_000;
  const message = `SQL of this account is refused for now: ${budget} of its queries ended the process that ran them within ${minutes} minutes`;
  return new AppError('crash_budget_exceeded', message, {
    hint: 'Wait for the time in Retry-After, and do not send again the queries that failed with query_crashed_engine: write them in another way',
    meta: { crashes_max: budget, window_seconds: rememberedMs / 1_000 },
    retryAfterSeconds: Math.max(1, Math.ceil(afterMs / 1_000)),
  });
}

/** A spooled result that no longer exists, or that this version cannot read. */
export function resultExpired(cause: unknown): AppError {
  return new AppError('result_expired', 'The result has expired', {
    hint: 'Run the query again',
    cause,
  });
}

export function tooLargeToSpool(bytesMax: number): AppError {
  return new AppError(
    'result_too_large',
    `The result is larger than the limit of ${bytesMax.toLocaleString('en')} bytes for retained results`,
    {
      hint: 'Request ndjson, csv or arrow without wait_timeout_ms: such results are streamed, not retained',
      meta: { bytes_max: bytesMax },
    },
  );
}

export function tooLargeToSend(bytesMax: number): AppError {
  return new AppError(
    'result_too_large',
    `The result is larger than ${bytesMax.toLocaleString('en')} bytes`,
    {
      hint: 'Request ndjson, csv or arrow, which are streamed without this limit, or fewer rows',
      meta: { bytes_max: bytesMax },
    },
  );
}
