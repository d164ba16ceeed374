import type { HttpAnswer, Outcome } from '@sdq/catalog/define';
import { AppError } from '@sdq/contract';

/** A call that brought nothing, with what its answer meant. */
export class CallFailed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, cause?: unknown) {
    super(`upstream call: ${outcome.kind}`, cause === undefined ? undefined : { cause });
    this.name = 'CallFailed';
    this.outcome = outcome;
  }
}

/** What a status says by itself, for drivers that have nothing to add. */
export function outcomeOfStatus({ status, headers, body }: HttpAnswer, now: number): Outcome {
  if (status === 429) return { kind: 'rate', retryAt: retryAfter(headers, now) };
  if (status >= 500 || status === 408) {
    const retryAt = retryAfter(headers, now);
    return status === 503 && retryAt !== undefined ? { kind: 'rate', retryAt } : { kind: 'transient' };
  }
  // a proxy's page is no answer of the API, whatever its status
  if (typeof body !== 'object' || body === null) return { kind: 'garbled' };
  if (status >= 200 && status < 300) return { kind: 'ok' };
  if (status === 401) return { kind: 'auth' };
  if (status === 402) return { kind: 'quota', resetAt: undefined };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'garbled' };
  return status >= 400 ? { kind: 'bad_request' } : { kind: 'garbled' };
}

/** `Retry-After` in seconds or as a date. */
function retryAfter(headers: HttpAnswer['headers'], now: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return now + Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}

/** Outcomes that say something about the health of an upstream, and none that say something about a request. */
export function isIllness({ kind }: Outcome): boolean {
  return kind === 'transient' || kind === 'timeout' || kind === 'garbled';
}

/** An outcome that nothing more is tried about, as the caller hears of it. What lies behind it is for the log. */
export function toAppError(outcome: Outcome, cause: unknown, now: number): AppError {
  const at =
    outcome.kind === 'rate' ? outcome.retryAt : outcome.kind === 'quota' ? outcome.resetAt : undefined;
  switch (outcome.kind) {
    case 'rate':
    case 'quota':
    case 'again': {
      const message = 'The platform’s own service takes no more requests for now';
      const retryAfterSeconds = at === undefined ? 60 : Math.max(1, Math.ceil((at - now) / 1_000));
      return new AppError('service_unavailable', message, { cause, retryAfterSeconds });
    }
    case 'timeout':
      return new AppError('upstream_timeout', 'The platform’s own service did not answer in time', { cause });
    case 'garbled':
      return new AppError('upstream_error', 'The platform’s own service answered what cannot be read', {
        cause,
      });
    case 'auth':
    case 'forbidden':
    case 'bad_request':
      return new AppError('upstream_error', 'The platform’s own service refused the request', { cause });
    default:
      return new AppError('upstream_error', 'The platform’s own service failed', {
        cause,
        retryAfterSeconds: 1,
      });
  }
}
