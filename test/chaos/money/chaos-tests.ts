import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@sdq/accounts';
import { startPostgres } from '../../support/postgres.ts';
import type { RunContext } from '../../support/runs/named-run.ts';
import { type ChaosOptions, type ChaosTest, chaosTest } from '../chaos-test.ts';
import { clock } from './clock.ts';
import { crowd } from './crowd.ts';
import { damageTail } from './damage-tail.ts';
import { duplicates } from './duplicates.ts';
import { fillDisk } from './fill-disk.ts';
import { keyTiming } from './key-timing.ts';
import { killInWrite } from './kill-in-write.ts';
import { killService } from './kill-service.ts';
import { ledgerCrowd } from './ledger-crowd.ts';
import { makeCustomers, measureLatency, measureOneByOne, measureThroughput } from './measure-usage-path.ts';
import { type PayOnceResult, payOnce } from './pay-once.ts';
import { type RevocationResult, revocation } from './revocation.ts';
import { scope } from './scope.ts';

/** A revocation must hold everywhere by then. */
const revocationMsMax = 5_000;
/** Beyond it, two sets of times count as different. */
const welchTMax = 4.5;
/** What the usage path may add to a request, and what it must sustain, on SQLite. */
const addedMsMax = 1;
const chargedPerSecondMin = 3_000;

/** Whether all of these figures are 0. */
function areZero<Name extends string>(figures: Readonly<Record<Name, unknown>>, ...names: Name[]): boolean {
  return names.every((name) => figures[name] === 0);
}

/** Throughput and added latency of the usage path. */
async function usagePath({ scaled, signal }: ChaosOptions & RunContext, databaseUrl?: string) {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-usage-'));
  const accounts = await openAccounts({ directory, databaseUrl });
  const keys = await makeCustomers(accounts, 8);
  await measureThroughput(accounts, keys, { clients: 64, seconds: 1 }); // warms up
  const at200PerSecond = await measureLatency(accounts, keys, {
    requestsPerSecond: 200,
    seconds: scaled(20),
  });
  signal.throwIfAborted();
  const oneByOne = await measureOneByOne(accounts, keys[0] ?? '', { requests: scaled(4_000) });
  signal.throwIfAborted();
  const chargedPerSecond = await measureThroughput(accounts, keys, { clients: 64, seconds: scaled(10) });
  await accounts.close();
  await rm(directory, { recursive: true, force: true });
  return { at200PerSecond, oneByOne, chargedPerSecond: Math.round(chargedPerSecond) };
}

async function onPostgres<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  await using server = await startPostgres({ waitsForDisk: true });
  return await work(await server.createDatabase());
}

/** What can go wrong with money, keys and time. */
export const moneyTests: Readonly<Record<string, ChaosTest>> = {
  usage: chaosTest(
    'latency that the usage path adds at 200 requests/s, and its throughput',
    (options) => usagePath(options),
    ({ at200PerSecond, chargedPerSecond }) =>
      at200PerSecond.medianMs <= addedMsMax && chargedPerSecond >= chargedPerSecondMin,
  ),
  'usage-postgres': chaosTest(
    'the same on PostgreSQL',
    (options) => onPostgres((url) => usagePath(options, url)),
    ({ chargedPerSecond }) => chargedPerSecond >= chargedPerSecondMin,
  ),
  kill: chaosTest(
    'a service under load is killed 200 times',
    ({ scaled, signal }) => killService({ kills: scaled(200), signal }),
    isKillGood,
  ),
  'kill-postgres': chaosTest(
    'the same on PostgreSQL, 20 times',
    ({ scaled, signal }) =>
      onPostgres((databaseUrl) => killService({ kills: scaled(20), databaseUrl, signal })),
    isKillGood,
  ),
  'kill-in-write': chaosTest(
    'a process that charges is killed at random, 250 times',
    ({ scaled, signal }) => killInWrite({ runs: scaled(250), signal }),
    isReopenedWhole,
  ),
  'kill-in-call': chaosTest(
    'the same by strace in its nth write or sync, 500 times',
    ({ scaled, signal }) => killInWrite({ runs: scaled(500), usesStrace: true, signal }),
    isReopenedWhole,
  ),
  'pay-once': chaosTest(
    '10,000 random sequences of requests by two processes, one of which is killed in each: rows are paid once',
    ({ scaled, signal }) => payOnce({ sequences: scaled(10_000), signal }),
    isPaidOnce,
  ),
  'pay-once-postgres': chaosTest(
    'the same on PostgreSQL',
    ({ scaled, signal }) =>
      onPostgres((databaseUrl) => payOnce({ sequences: scaled(10_000), databaseUrl, signal })),
    isPaidOnce,
  ),
  tail: chaosTest(
    'the last two charges in the log damaged at each byte',
    ({ scaled, signal }) => damageTail({ stride: Math.max(1, Math.round(1_000 / scaled(1_000))), signal }),
    (figures) => figures.intact === figures.copies && areZero(figures, 'wrongLines', 'wrongBalances'),
  ),
  disk: chaosTest(
    'files cannot grow, at 200 sizes',
    ({ scaled, signal }) => fillDisk({ steps: scaled(200), signal }),
    (figures) =>
      figures.recovered === figures.steps &&
      areZero(figures, 'lost', 'double', 'chargedUnserved', 'difference', 'reservedUnits', 'otherFailures'),
  ),
  crowd: chaosTest(
    '64 clients, 10,000 requests over HTTP: all sums are the same',
    ({ scaled, signal }) => crowd({ clients: 64, requests: scaled(10_000), signal }),
    (figures) =>
      areZero(figures, 'ledgerDifference', 'summaryDifference', 'dailyDifference') &&
      areZero(figures, 'receiptsDifference', 'balanceDifference'),
  ),
  'ledger-crowd': chaosTest(
    '64 clients × 10,000 requests on the ledger: all sums are the same',
    ({ scaled, signal }) => ledgerCrowd({ clients: 64, requestsEach: scaled(10_000), signal }),
    (figures) => areZero(figures, 'ledgerDifference', 'summaryDifference', 'balanceDifference'),
  ),
  duplicates: chaosTest(
    '100 named requests, 100 times each, also after a kill',
    ({ scaled, signal }) => duplicates({ keys: 100, perKey: scaled(100), signal }),
    (figures) => areZero(figures, 'otherBodies', 'chargedTwice', 'notCharged', 'reuseNotRefused'),
  ),
  revocation: chaosTest(
    '50 keys revoked on one process, asked with on another',
    ({ scaled, signal }) => revocation({ revocations: scaled(50), signal }),
    isRevocationGood,
  ),
  'revocation-postgres': chaosTest(
    'the same on PostgreSQL',
    ({ scaled, signal }) =>
      onPostgres((databaseUrl) => revocation({ revocations: scaled(50), databaseUrl, signal })),
    isRevocationGood,
  ),
  'key-timing': chaosTest(
    '100,000 wrong keys that share letters with a stored one',
    ({ scaled, signal }) => keyTiming({ keys: scaled(100_000), signal }),
    ({ tMax }) => tMax < welchTMax,
  ),
  scope: chaosTest(
    'every set of permissions on every endpoint, and what is another account’s',
    ({ signal }) => scope({ signal }),
    ({ wrongCells, wrongKinds, foreignSeen }) =>
      wrongCells.length + wrongKinds.length + foreignSeen.length === 0,
  ),
  clock: chaosTest(
    'a clock that jumps by days, steps back, repeats a second, while 2,000 requests are charged',
    ({ scaled, signal }) => clock({ requests: scaled(2_000), signal }),
    (figures) =>
      areZero(figures, 'lost', 'unseen', 'double', 'idsOutOfOrder', 'negativeDurations', 'daysOff') &&
      areZero(figures, 'daysDifference', 'balanceDifference'),
  ),
};

function isRevocationGood({ sameProcessTaken, otherProcessMsMax }: RevocationResult): boolean {
  return sameProcessTaken === 0 && otherProcessMsMax <= revocationMsMax;
}

function isPaidOnce(figures: PayOnceResult): boolean {
  return (
    areZero(figures, 'wrongCharges', 'wrongBalances', 'disagreements', 'refused') &&
    figures.kills > 0 &&
    figures.untold < figures.requests / 2
  );
}

function isReopenedWhole(figures: Awaited<ReturnType<typeof killInWrite>>): boolean {
  const areAllWhole = figures.reopened === figures.runs && areZero(figures, 'lost', 'double');
  return areAllWhole && figures.charged > 0; // without a charge there was nothing to lose
}

function isKillGood(figures: Awaited<ReturnType<typeof killService>>): boolean {
  const isSilentlyCharged = figures.chargedUnseen > figures.inFlightAtKills;
  return (
    areZero(figures, 'lost', 'double', 'difference', 'reservedUnits') &&
    !isSilentlyCharged &&
    figures.answered > 0
  );
}
