import type { Platform } from '@sdq/contract';
import type { Account } from '../account.ts';
import { countKeys } from '../keys/key-store.ts';
import type { Store } from '../store/store.ts';
import { boundsOfPeriod, dayOf } from './period.ts';
import { sumByPlatform } from './usage.ts';
import type { UsageSummary, UsageTotals } from './usage-figures.ts';

const nothing: UsageTotals = { requests: 0, failed: 0, records: 0, units: 0 };

/** Totals of the current period of an account or one of its keys; `providerUnits` is the sum of the billing provider, if known. */
export async function summarize(
  store: Store,
  account: Account,
  platforms: readonly Platform[],
  providerUnits: number | undefined,
  now: number,
  keyId?: string,
): Promise<UsageSummary> {
  const { start, end } = boundsOfPeriod(now);
  const days = { first: dayOf(start), last: dayOf(end - 1), keyId };
  const sums = await sumByPlatform(store, account.accountId, days);
  const total = totalOf(sums.values());
  return {
    ...total,
    periodStart: new Date(start),
    periodEnd: new Date(end),
    asOf: new Date(now),
    costSource: providerUnits === undefined ? 'ledger' : 'billing_provider',
    costUnits: providerUnits ?? total.units,
    pendingUnits: providerUnits === undefined ? 0 : Math.max(0, total.units - providerUnits),
    keys: await countKeys(store, account.accountId, now),
    byPlatform: Object.fromEntries(platforms.map((platform) => [platform, sums.get(platform) ?? nothing])),
  };
}

export function totalOf(sums: Iterable<UsageTotals>): UsageTotals {
  const total = { ...nothing };
  for (const sum of sums) {
    total.requests += sum.requests;
    total.failed += sum.failed;
    total.records += sum.records;
    total.units += sum.units;
  }
  return total;
}
