import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Op } from '@sdq/catalog/define';
import { CallFailed } from './outcome.ts';

const dayMs = 86_400_000;

/** A rate limiter for the calls of one driver; a call that would wait too long fails immediately. */
export class Admission {
  readonly #limits: Driver['limits'];
  readonly #now: () => number;
  /** Earliest time of the next call by operation. */
  readonly #closedUntil = new Map<string, number>();
  readonly #distinct = new Map<string, Map<string, number>>();
  #nextCallAt = 0;
  #day = 0;
  #callsToday = 0;

  constructor(limits: Driver['limits'], now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Resolves when a call may start. Errors: CallFailed `rate` or `quota` when that is later than `waitMsMax`. */
  async enter(opName: string, waitMsMax: number, signal: AbortSignal): Promise<void> {
    const now = this.#now();
    this.#countDay(now);
    const until = this.#closedUntil.get(opName) ?? 0;
    const { callsPerSecond } = this.#limits;
    const at = Math.max(now, until, callsPerSecond === undefined ? 0 : this.#nextCallAt);
    if (at - now > waitMsMax) throw new CallFailed({ kind: 'rate', retryAt: at });
    this.#callsToday++;
    if (callsPerSecond !== undefined) this.#nextCallAt = at + 1_000 / callsPerSecond;
    if (at > now) await sleep(at - now, undefined, { signal });
  }

  /** Blocks calls of the operation until a time. */
  closeUntil(opName: string, untilMs: number): void {
    this.#closedUntil.set(opName, Math.max(untilMs, this.#closedUntil.get(opName) ?? 0));
  }

  /** Counts a distinct key against the upstream's limit of distinct keys. Errors: CallFailed `quota`. */
  enterDistinct<Input>(
    { name, max, windowMs, keyOf }: NonNullable<Op<Input>['distinct']>,
    input: Input,
  ): void {
    const keys = this.#distinct.get(name) ?? new Map<string, number>();
    this.#distinct.set(name, keys);
    const now = this.#now();
    for (const [key, since] of keys) if (now - since >= windowMs) keys.delete(key);
    const key = keyOf(input);
    if (keys.has(key)) return;
    const oldest = Math.min(...keys.values());
    if (keys.size >= max) throw new CallFailed({ kind: 'quota', resetAt: oldest + windowMs });
    keys.set(key, now);
  }

  #countDay(now: number): void {
    const day = Math.floor(now / dayMs);
    if (day !== this.#day) {
      this.#day = day;
      this.#callsToday = 0;
    }
    const { callsPerDay = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#callsToday >= callsPerDay) throw new CallFailed({ kind: 'quota', resetAt: (day + 1) * dayMs });
  }
}
