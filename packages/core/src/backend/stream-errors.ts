import { AppError } from '@sdq/contract';

export function queryCancelled(): AppError {
  return new AppError('query_cancelled', 'the query was cancelled');
}

/** Whoever awaits more of a result that was closed must not take it for whole. */
export function resultLeft(): AppError {
  return new AppError('query_cancelled', 'the result was left before its end');
}

/** What is told of one that did not end in its time. */
export function queryTimeout(timeoutMs: number): AppError {
  return new AppError('query_timeout', `the query did not finish within ${timeoutMs} ms`, {
    hint: 'narrow it by create_time, read fewer columns, or add a LIMIT',
    meta: { timeout_ms: timeoutMs },
  });
}

/** A kept result that is not there any more, or that this version cannot read. */
export function resultExpired(cause: unknown): AppError {
  return new AppError('result_expired', 'This result is no longer kept', {
    hint: 'run the query again',
    cause,
  });
}

export function tooLargeToSpool(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result takes more than the ${bytesMax} bytes that are kept`, {
    hint: 'ask for ndjson, csv or arrow without wait_timeout_ms: those are not kept',
    meta: { bytes_max: bytesMax },
  });
}

export function tooLargeToSend(bytesMax: number): AppError {
  return new AppError('result_too_large', `the result is larger than ${bytesMax} bytes`, {
    hint: 'ask for ndjson, csv or arrow, which stream without this limit, or for fewer rows',
    meta: { bytes_max: bytesMax },
  });
}
