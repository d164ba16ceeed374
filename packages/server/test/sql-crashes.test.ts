import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashingBackend } from '../../../test/support/crashing-backend.ts';
import { type Customer, makeCustomer } from '../../../test/support/customer.ts';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { unlimited, videoRows, writeIndex } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';

const creditUnits = 1_000_000;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let ada: Customer;
let bo: Customer;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeIndex(join(directory.path, 'index'));
  await using accounts = await openAccounts({ directory: directory.path });
  ada = await makeCustomer(accounts, creditUnits);
  bo = await makeCustomer(accounts, creditUnits);
});
afterAll(() => directory[Symbol.asyncDispose]());

interface Started extends AsyncDisposable {
  url: string;
}

/** One instance of the service, over the same index. */
async function startOne(accounts: Accounts): Promise<Started> {
  const engine = await openEngine({
    index: join(directory.path, 'index'),
    refreshMs: 0,
    advisoryParser: false,
    backend: crashingBackend(),
    crashLog: accounts.crashLog,
  });
  const service = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    limits: unlimited,
  });
  return {
    url: service.url,
    async [Symbol.asyncDispose]() {
      await service.close();
      await engine.close();
    },
  };
}

async function ask({ url }: Started, key: string, query: string, fields: object = {}) {
  const response = await fetch(`${url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, ...fields }),
  });
  const body = (await response.json()) as { cost: string; data?: object; error?: object; detail?: string };
  return { status: response.status, headers: response.headers, body };
}

const crash = "SELECT 'crash' AS c, count(*) AS n FROM videos";
const benign = "SELECT 'fine' AS c, count(*) AS n FROM videos";
const crashed = {
  status: 400,
  body: { cost: '$0.0000', error: { code: 'query_crashed_engine', retryable: false } },
};

/** Nothing was charged for failures, and the ledger has all of them. */
async function expectFree(
  accounts: Accounts,
  customer: Customer,
  codes: Record<string, number>,
  units: number,
) {
  const entries = await accounts.listUsage(customer.accountId, { limit: 100 });
  const failed = entries.filter(({ errorCode }) => errorCode !== null);
  const counts: Record<string, number> = {};
  for (const { errorCode } of failed) counts[`${errorCode}`] = (counts[`${errorCode}`] ?? 0) + 1;
  expect(counts).toEqual(codes);
  for (const entry of failed) expect(entry).toMatchObject({ state: 'released', units: 0, records: 0 });
  expect(await accounts.findAccount(customer.accountId)).toMatchObject({
    balanceUnits: creditUnits - units,
    reservedUnits: 0,
  });
  expect((await accounts.verifyLedger()).disagreements).toEqual([]);
}

test('a query that crashes is refused to all keys of its account, by every instance, and nobody pays for it', async () => {
  await using accounts = await openAccounts({ directory: directory.path });
  await using first = await startOne(accounts);
  const before = await ask(first, bo.key, benign);
  expect(before).toMatchObject({ status: 200, body: { data: { rows: [{ c: 'fine', n: videoRows }] } } });
  expect(await ask(first, ada.key, crash)).toMatchObject(crashed);
  const { key } = await accounts.createKey(ada.accountId, { name: 'another' });
  for (const fields of [{}, { dry_run: true }, { format: 'ndjson' }])
    expect(await ask(first, key, crash, fields)).toMatchObject(crashed);
  // one like it is answered, and its answer does not tell that it runs apart; nor does that of another account
  const own = await ask(first, ada.key, benign);
  const other = await ask(first, bo.key, benign.replace('fine', 'well'));
  for (const { status, headers, body } of [own, other]) {
    expect(status).toBe(200);
    expect([...headers.keys()]).toEqual([...before.headers.keys()]);
    expect(fieldsOf(body)).toEqual(fieldsOf(before.body));
  }
  await using second = await startOne(accounts);
  expect(await ask(second, ada.key, crash)).toMatchObject(crashed);
  expect(await ask(second, bo.key, benign)).toMatchObject({ status: 200 });
  await expectFree(accounts, ada, { query_crashed_engine: 4 }, 1);
  await expectFree(accounts, bo, {}, 2);
});

test('an account whose budget of crashes is spent is refused until later, without a charge; others are not', async () => {
  await using accounts = await openAccounts({ directory: directory.path });
  const entry = { account: ada.accountId, at: Date.now() - 1_800_000 };
  // beside the crash of the test before, which the database still knows after a restart
  for (let i = 0; i < 19; i++)
    await accounts.crashLog.add({ ...entry, id: `${i}`, query: `q${i}`, shape: `s${i}` });
  await using restarted = await startOne(accounts);
  for (const fields of [{}, { dry_run: true }, { format: 'csv' }]) {
    const refused = await ask(restarted, ada.key, benign, fields);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        cost: '$0.0000',
        error: {
          code: 'crash_budget_exceeded',
          retryable: true,
          meta: { crashes_max: 20, window_seconds: 3_600, hint: expect.stringContaining('Retry-After') },
        },
      },
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(1_500);
    expect(seconds).toBeLessThanOrEqual(1_800);
  }
  const statement = await ask(restarted, ada.key, benign, { wait_timeout_ms: 10_000 });
  expect(JSON.stringify(statement.body)).toContain('crash_budget_exceeded');
  expect(await ask(restarted, bo.key, benign)).toMatchObject({ status: 200 });
  await expectFree(accounts, ada, { query_crashed_engine: 4, crash_budget_exceeded: 3 }, 1);
});

/** All names of fields in an answer, with their places. */
function fieldsOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return [place];
  return Object.entries(value).flatMap(([name, inside]) => fieldsOf(inside, `${place}.${name}`));
}
