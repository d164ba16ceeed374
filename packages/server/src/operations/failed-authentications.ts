import { AppError } from '@sdq/contract';
import { AddressCounts } from './address-counts.ts';

const windowMs = 60_000;
const failureCodes = new Set(['invalid_api_key', 'revoked_api_key', 'expired_api_key']);

/**
 * Counts keys that turned out wrong, by the address they came from. Whoever sends too many learns nothing more about
 * further ones: they are answered 429. A key that works goes on working, since others may share its address.
 */
export class FailedAuthentications {
  readonly #perMinute: number;
  readonly #counts: AddressCounts;

  /** 0 stands for no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#counts = new AddressCounts(perMinute, windowMs, now);
  }

  /** Notes a failed authentication, and gives the error to answer with: this one, or `rate_limited`. */
  note(error: unknown, address: string): unknown {
    if (!(error instanceof AppError) || !failureCodes.has(error.code)) return error;
    const retryAfterSeconds = this.#counts.add(address);
    if (retryAfterSeconds === undefined) return error;
    return new AppError('rate_limited', 'Too many wrong keys came from this address', {
      retryAfterSeconds,
      meta: { policy: 'authentication', limit: this.#perMinute, window_seconds: windowMs / 1_000 },
    });
  }

  get size(): number {
    return this.#counts.size;
  }
}
