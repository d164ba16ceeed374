import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** Size of the LRU cache of addresses. */
const addressesMax = 20_000;

interface Count {
  windowStart: number;
  count: number;
}

/** A fixed-window counter per client address, in this process. */
export class AddressCounts {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #counts = new LRUCache<string, Count>({ max: addressesMax });

  /** A limit of 0 means no limit. */
  constructor(limit: number, windowMs: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Counts one event; returns the seconds until the window ends when the limit is exceeded. */
  add(address: string): number | undefined {
    if (this.#limit === 0) return undefined;
    const now = this.#now();
    const key = networkOf(address);
    const known = this.#counts.get(key);
    const isOver = known === undefined || now - known.windowStart >= this.#windowMs;
    const entry = isOver ? { windowStart: now, count: 0 } : known;
    entry.count++;
    this.#counts.set(key, entry);
    if (entry.count <= this.#limit) return undefined;
    return Math.max(1, Math.ceil((entry.windowStart + this.#windowMs - now) / 1_000));
  }

  get size(): number {
    return this.#counts.size;
  }
}

/** The address of a client; for IPv6 its /64 network, which belongs to one customer. */
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
