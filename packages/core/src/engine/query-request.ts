import { AppError, sqlLimits } from '@sdq/contract';
import { plainParameters } from './embedding.ts';
import type { QueryOptions } from './engine.ts';
import type { QueryRequest } from './run-query.ts';

/** What a caller asks, with defaults; `platform` is that of queries that name none. Errors: `usage_error`. */
export function queryRequest(text: string, options: QueryOptions, platform: string): QueryRequest {
  return {
    text,
    platform: options.platform ?? platform,
    isPlatformOpen: options.platform === undefined,
    parameters: options.parameters && plainParameters(options.parameters),
    dialect: options.dialect,
    tenant: options.place?.tenant ?? options.tenant ?? null,
    account: options.account ?? options.place?.account ?? options.tenant ?? null,
    rowsMax: whole('limit', options.limit ?? sqlLimits.streamRowsMax, 1, Number.MAX_SAFE_INTEGER),
    bytesMax: options.bytesMax ?? Number.MAX_SAFE_INTEGER,
    timeoutMs: whole('timeoutMs', options.timeoutMs ?? sqlLimits.timeoutMs, 1, 86_400_000),
    spentMs: options.spentMs ?? 0,
    quotesValues: options.quotesValues,
    signal: options.signal,
    tellProgress: options.onProgress,
  };
}

function whole(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new AppError('usage_error', `"${name}" must be a whole number from ${min} to ${max}, not ${value}`, {
    param: name,
  });
}
