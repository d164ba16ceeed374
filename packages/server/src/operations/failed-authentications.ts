import { AppError } from '@sdq/contract';
import { AddressCounts } from './address-counts.ts';

const windowMs = 60_000;
const failureCodes = new Set([
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'account_closed',
  'invalid_sign_in_token',
]);

/**
 * Limits failed authentications per client address. Above the limit, invalid keys get 429, which does not reveal
 * whether a key exists. Valid keys are still accepted, since clients can share an address.
 */
export class FailedAuthentications {
  readonly #perMinute: number;
  readonly #counts: AddressCounts;

  /** 0 means no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#counts = new AddressCounts(perMinute, windowMs, now);
  }

  /** Counts a failed authentication, and returns the error to respond with: this one, or `rate_limited`. */
  note(error: unknown, address: string): unknown {
    if (!(error instanceof AppError) || !failureCodes.has(error.code)) return error;
    const retryAfterSeconds = this.#counts.add(address);
    if (retryAfterSeconds === undefined) return error;
    return new AppError(
      'rate_limited',
      'Rate limit exceeded: too many failed authentications from this IP address',
      {
        retryAfterSeconds,
        meta: { policy: 'authentication', limit: this.#perMinute, window_seconds: windowMs / 1_000 },
      },
    );
  }

  get size(): number {
    return this.#counts.size;
  }
}
