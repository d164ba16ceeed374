import { LRUCache } from 'lru-cache';
import type { Account } from '../account.ts';
import { boundsOfPeriod } from '../ledger/period.ts';
import type { MeterProvider } from './meter-provider.ts';

/** How long a sum of the provider, or its failure, is cached. */
const memoryMs = 15_000;
const customersMax = 10_000;
const minuteMs = 60_000;

/** A cache of the cost of the current period at the billing provider; undefined when the provider is not configured or fails. */
export class PeriodCost {
  readonly #provider: MeterProvider | undefined;
  readonly #known = new LRUCache<string, { units: number | undefined; period: number; readAt: number }>({
    max: customersMax,
  });

  constructor(provider: MeterProvider | undefined) {
    this.#provider = provider;
  }

  async read({ plan, billingCustomer }: Account, now: number): Promise<number | undefined> {
    if (this.#provider === undefined || plan !== 'metered' || billingCustomer === null) return undefined;
    const { start } = boundsOfPeriod(now);
    const known = this.#known.get(billingCustomer);
    if (known !== undefined && known.period === start && performance.now() - known.readAt < memoryMs) {
      return known.units;
    }
    const end = (Math.floor(now / minuteMs) + 1) * minuteMs;
    const units = await this.#provider
      .sum(billingCustomer, { start: new Date(start), end: new Date(end) })
      .catch(() => undefined);
    this.#known.set(billingCustomer, { units, period: start, readAt: performance.now() });
    return units;
  }
}
