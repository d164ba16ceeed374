import { dropOldNotifications } from './alerts/add-notifications.ts';
import { type Carriers, deliverNotifications } from './alerts/deliver.ts';
import { dropOldAudit } from './audit/audit-log.ts';
import type { Chore } from './background/background-work.ts';
import { deliverMeterEvents } from './billing/deliver-meter-events.ts';
import type { MeterProvider } from './billing/meter-provider.ts';
import { sealMinutes } from './billing/seal-minutes.ts';
import { dropOldCrashes } from './crashes/crash-log.ts';
import { dropExpiredIdempotencyKeys } from './idempotency/idempotency-keys.ts';
import type { GroupCommit } from './ledger/group-commit.ts';
import { heartbeatIntervalMs } from './ledger/instance.ts';
import { releaseAbandoned } from './ledger/release-abandoned.ts';
import { dropOldPaidRows } from './paid-rows/stored-paid-rows.ts';
import { dropOldWindows } from './rates/rate-leases.ts';
import { dropExpiredResults } from './saved/kept-results.ts';
import { dropEndedShares } from './saved/shares.ts';
import { endLostRuns } from './schedules/ticks.ts';
import { dropExpiredSessions } from './sessions/sessions.ts';
import { dropOldSiblings } from './siblings/sibling-registry.ts';

const hourMs = 3_600_000;
const courierEveryMs = 1_000;
const minuteMs = 60_000;

/** The background tasks of a service. */
export function choresOf(
  carriers: Carriers,
  ledger: GroupCommit,
  provider: MeterProvider | undefined,
): Chore[] {
  const { store, now } = carriers;
  const chores = [
    { everyMs: heartbeatIntervalMs, work: () => releaseAbandoned(store, ledger, now()) },
    { everyMs: courierEveryMs, work: () => deliverNotifications(carriers) },
    { everyMs: hourMs, work: () => dropExpiredIdempotencyKeys(store, now()) },
    { everyMs: hourMs, work: () => dropOldWindows(store, now()) },
    { everyMs: hourMs, work: () => dropOldCrashes(store, now()) },
    { everyMs: hourMs, work: () => dropOldAudit(store, now()) },
    { everyMs: hourMs, work: () => dropOldPaidRows(store, now()) },
    { everyMs: hourMs, work: () => dropExpiredSessions(store, now()) },
    { everyMs: hourMs, work: () => dropEndedShares(store.db, now()) },
    { everyMs: hourMs, work: () => dropExpiredResults(store, now()) },
    { everyMs: hourMs, work: () => dropOldNotifications(store, now()) },
    { everyMs: hourMs, work: () => dropOldSiblings(store, now()) },
    { everyMs: minuteMs, work: () => endLostRuns(store, now()) },
  ];
  if (provider === undefined) return chores;
  return [
    ...chores,
    { everyMs: courierEveryMs, work: () => sealMinutes(store, now()) },
    { everyMs: courierEveryMs, work: () => deliverMeterEvents(store, provider, now) },
  ];
}
