import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { Lifecycle } from './lifecycle.ts';

export interface Readiness {
  isReady: boolean;
  checks: Record<'accepting' | 'index' | 'queries' | 'accounts', boolean>;
}

const waitMsMax = 2_000;
/** At most one write to the account database per second, however often readiness is checked. */
const probe = { limit: 1_000_000, windowMs: 1_000 };

/** Whether the service is ready: an open index, a live query process, a writable account database. */
export async function checkReadiness(
  engine: Engine,
  accounts: Accounts,
  lifecycle: Lifecycle,
): Promise<Readiness> {
  const { snapshotId, processes } = engine.status();
  const checks = {
    accepting: !lifecycle.isLeaving,
    index: snapshotId !== '',
    queries: processes === null || processes.living > 0,
    accounts: await within(accounts.takeRate('readiness', probe)),
  };
  return { isReady: Object.values(checks).every(Boolean), checks };
}

async function within(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), waitMsMax);
  work.then(
    () => resolve(true),
    () => resolve(false),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
