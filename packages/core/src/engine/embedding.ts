/** What programs that embed an engine are told. */
import { AppError, type SqlParameter, type SqlParameters, sqlLimits } from '@sdq/contract';
import type { ResultSummary } from '../backend/result-stream.ts';

/** The error of a query that its caller aborted, with the reason of the signal as its cause. */
export function withReason(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof AppError) || error.code !== 'query_cancelled') return error;
  if (signal === undefined || !signal.aborted || error.cause !== undefined) return error;
  return new AppError('query_cancelled', error.message, { cause: signal.reason });
}

/** Warns that rows were left out by the default limit. */
export function warnOfCut({ truncated }: ResultSummary): void {
  if (!truncated) return;
  const rows = sqlLimits.streamRowsMax.toLocaleString('en');
  process.emitWarning(`The result was cut at ${rows} rows, the default limit of a query`, {
    code: 'SDQ_RESULT_CUT',
    detail: 'Set the option "limit", or read the rows in parts, for example by month.',
  });
}

export function engineClosed(): AppError {
  return new AppError('engine_closed', 'The engine is closed', {
    hint: 'Open another engine with openEngine()',
  });
}

/** What a program can bind: besides the values of SQL a Date, and undefined for NULL. */
export type QueryParameter = SqlParameter | Date | undefined | readonly QueryParameter[];
export type QueryParameters = readonly QueryParameter[] | Readonly<Record<string, QueryParameter>>;

/** Dates as ISO 8601 in UTC, and undefined as null. Errors: `sql_parameter_error` for an invalid Date. */
export function plainParameters(given: QueryParameters): SqlParameters {
  if (Array.isArray(given)) return given.map(plain);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plain(value)]));
}

function plain(value: QueryParameter): SqlParameter {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Date)) return value as SqlParameter;
  if (!Number.isNaN(value.getTime())) return value.toISOString();
  throw new AppError('sql_parameter_error', 'A parameter is an invalid Date', { param: 'parameters' });
}
