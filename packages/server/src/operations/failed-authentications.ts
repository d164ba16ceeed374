import { isIPv6 } from 'node:net';
import { AppError } from '@sdq/contract';

const windowMs = 60_000;
/** Addresses remembered; beyond that the ones that failed longest ago are forgotten. */
const addressesMax = 20_000;

interface Failures {
  windowStart: number;
  count: number;
}

const failureCodes = new Set(['invalid_api_key', 'revoked_api_key', 'expired_api_key']);

/**
 * Counts keys that turned out wrong, by the address they came from, in this process. Whoever sends too many learns
 * nothing more about further ones: they are answered 429. A key that works goes on working, since others may share
 * its address.
 */
export class FailedAuthentications {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #failures = new Map<string, Failures>();

  /** 0 stands for no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Notes a failed authentication, and gives the error to answer with: this one, or `rate_limited`. */
  note(error: unknown, address: string): unknown {
    if (!(error instanceof AppError) || !failureCodes.has(error.code) || this.#perMinute === 0) return error;
    const now = this.#now();
    const key = networkOf(address);
    const known = this.#failures.get(key);
    const failures =
      known === undefined || now - known.windowStart >= windowMs ? { windowStart: now, count: 0 } : known;
    failures.count++;
    this.#failures.delete(key); // so that the order is that of the latest failure
    this.#failures.set(key, failures);
    if (this.#failures.size > addressesMax) this.#forgetOldest();
    if (failures.count <= this.#perMinute) return error;
    const retryAfterSeconds = Math.max(1, Math.ceil((failures.windowStart + windowMs - now) / 1_000));
    return new AppError('rate_limited', 'Too many wrong keys came from this address', {
      retryAfterSeconds,
      meta: { policy: 'authentication', limit: this.#perMinute, window_seconds: windowMs / 1_000 },
    });
  }

  get size(): number {
    return this.#failures.size;
  }

  #forgetOldest(): void {
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined) this.#failures.delete(oldest);
  }
}

/** Of IPv6 the first 64 bits: one customer has them all. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
