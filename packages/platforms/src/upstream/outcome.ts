import type { HttpAnswer, Outcome } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';

/** The error of a failed call, with its outcome. */
export class CallFailed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, cause?: unknown) {
    super(`Upstream call failed: ${outcome.kind}`, cause === undefined ? undefined : { cause });
    this.name = 'CallFailed';
    this.outcome = outcome;
  }
}

/** The default outcome of an HTTP status. */
export function outcomeOfStatus({ status, headers, body }: HttpAnswer, now: number): Outcome {
  if (status === 429) return { kind: 'rate', retryAt: retryAfter(headers, now) };
  if (status >= 500 || status === 408) {
    const retryAt = retryAfter(headers, now);
    return status === 503 && retryAt !== undefined ? { kind: 'rate', retryAt } : { kind: 'transient' };
  }
  // an HTML page of a proxy is not a response of the API
  if (typeof body !== 'object' || body === null) return { kind: 'garbled' };
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 401) return { kind: 'auth' };
  if (status === 402) return { kind: 'quota', resetAt: undefined };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'garbled' };
  return status >= 400 ? { kind: 'bad_request' } : { kind: 'garbled' };
}

/** Parses `Retry-After`, in seconds or as a date. */
function retryAfter(headers: HttpAnswer['headers'], now: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return now + Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** Outcomes that indicate the health of an upstream, unlike those that depend on the request. */
export function isIllness({ kind }: Outcome): boolean {
  return kind === 'transient' || kind === 'timeout' || kind === 'garbled';
}

/** Converts a final outcome to the error for the caller. Its cause is only logged. */
export function toAppError(outcome: Outcome, cause: unknown, now: number): AppError {
  const at =
    outcome.kind === 'rate' ? outcome.retryAt : outcome.kind === 'quota' ? outcome.resetAt : undefined;
  switch (outcome.kind) {
    case 'rate':
    case 'quota':
    case 'again': {
      const message = 'The upstream service has reached its rate limit. Try again later.';
      const retryAfterSeconds = at === undefined ? 60 : Math.max(1, Math.ceil((at - now) / 1_000));
      return new AppError('service_unavailable', message, { cause, retryAfterSeconds });
    }
    case 'timeout':
      return new AppError('upstream_timeout', 'The upstream service did not respond in time', { cause });
    case 'garbled':
      return new AppError('upstream_error', 'The upstream service returned an invalid response', {
        cause,
      });
    case 'auth':
    case 'forbidden':
    case 'bad_request':
      return new AppError('upstream_error', 'The upstream service refused the request', { cause });
    default:
      return new AppError('upstream_error', 'The upstream service failed', {
        cause,
        retryAfterSeconds: 1,
      });
  }
}
