import { AppError } from '@sdq/contract';
import { AddressCounts } from './address-counts.ts';

const windowMs = 60_000;

/**
 * Limits wrong shares and read tokens per client address. Above the limit, wrong ones get 429, whatever is wrong with
 * them; right ones are still accepted, since a whole spreadsheet service may share an address.
 */
export class LinkGuesses {
  readonly #perMinute: number;
  readonly #counts: AddressCounts;

  /** 0 means no limit. */
  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#counts = new AddressCounts(perMinute, windowMs);
  }

  /** Counts a link that was not found, and returns the error to respond with: this one, or `rate_limited`. */
  note(error: unknown, address: string): unknown {
    if (!(error instanceof AppError) || error.code !== 'not_found') return error;
    const retryAfterSeconds = this.#counts.add(address);
    if (retryAfterSeconds === undefined) return error;
    return new AppError('rate_limited', 'Rate limit exceeded: too many wrong links from this IP address', {
      retryAfterSeconds,
      meta: { policy: 'links', limit: this.#perMinute, window_seconds: windowMs / 1_000 },
    });
  }
}
