import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { isMissing } from '../../support/tools.ts';
import { clock } from './clock.ts';
import { crowd } from './crowd.ts';
import { duplicates } from './duplicates.ts';
import { killService } from './kill-service.ts';
import { revocation } from './revocation.ts';
import { scope } from './scope.ts';

/** `npm run chaos` does the same at length; docs/money.md has its figures. */
test('a service that is killed under load has charged each answer that arrived, once', async () => {
  const result = await killService({ kills: 2 });
  expect(result).toMatchObject({ lost: 0, double: 0, difference: 0, reservedUnits: 0 });
  expect(result.chargedUnseen).toBeLessThanOrEqual(result.inFlightAtKills);
});

test('answers, ledger, summary, days, receipts and balance of a crowd are the same sum', async () => {
  const result = await crowd({ clients: 64, requests: 200 });
  expect(result.answersUnits).toBeGreaterThan(0);
  expect(result).toMatchObject({
    ledgerDifference: 0,
    summaryDifference: 0,
    dailyDifference: 0,
    receiptsDifference: 0,
    balanceDifference: 0,
  });
});

test('a request that comes again under its name is answered the same and charged once, also after a crash', async () => {
  expect(await duplicates({ keys: 10, perKey: 8 })).toMatchObject({
    otherBodies: 0,
    chargedTwice: 0,
    notCharged: 0,
    reuseNotRefused: 0,
  });
});

test('every set of permissions opens exactly its platforms, on every endpoint; nobody sees what is another’s', async () => {
  const result = await scope();
  expect(result.subsets).toBe(15);
  expect(result).toMatchObject({ wrongCells: [], wrongKinds: [], foreignSeen: [] });
});

test('a clock that jumps loses and doubles nothing, and days stay days', async () => {
  expect(await clock({ requests: 60 })).toMatchObject({
    lost: 0,
    unseen: 0,
    double: 0,
    idsOutOfOrder: 0,
    negativeDurations: 0,
    daysOff: 0,
    daysDifference: 0,
    balanceDifference: 0,
  });
});

describe.skipIf(isMissing('postgres'))('two service processes on one PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  test('a key revoked on one is refused by the other within five seconds, and never charged', async () => {
    const result = await revocation({ revocations: 2, databaseUrl: await server.createDatabase() });
    expect(result.sameProcessTaken).toBe(0);
    expect(result.otherProcessMsMax).toBeLessThanOrEqual(5_000);
  });

  test('one that is killed leaves nothing behind', async () => {
    const result = await killService({ kills: 1, databaseUrl: await server.createDatabase() });
    expect(result).toMatchObject({ lost: 0, double: 0, difference: 0, reservedUnits: 0 });
  });
});
