import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import {
  postSql,
  startTestService,
  type TestService,
  unlimited,
  videoRows,
  writeIndex,
} from '../../../test/support/test-service.ts';
import { type Service, startService } from '../src/index.ts';

const numRuns = propertyRuns(6);

let service: TestService;
/** A second service over the same accounts, as another process has it. */
let otherAccounts: Accounts;
let other: Service;
/** From old to new. */
const snapshots: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  await service.accounts.addCredit(service.accountId, { units: 1_000_000_000, reason: 'test' });
  const { engine } = service;
  otherAccounts = await openAccounts({ directory: join(service.directory, 'accounts') });
  other = await startService({
    engine,
    accounts: otherAccounts,
    host: '127.0.0.1',
    port: 0,
    limits: unlimited,
  });
  for (const durationMs of [15_000, 16_000, 17_000]) {
    await writeIndex(join(service.directory, 'index'), durationMs);
    await engine.refresh();
    snapshots.push(engine.snapshotId);
    // who read a snapshot can name it later
    for (const url of [service.service.url, other.url]) {
      await (await postSql({ service: { ...other, url }, key: service.key }, { query: 'SELECT 1' })).text();
    }
  }
});
afterAll(async () => {
  await other.close();
  await otherAccounts.close();
  await service[Symbol.asyncDispose]();
});

/** What another run can give: the same rows, the same when it is whole, or others. */
const questions = [
  { query: 'SELECT video_id, $run AS run FROM videos ORDER BY play_count', rows: videoRows, again: 'same' },
  {
    query: 'SELECT author, count(*) AS n, $run AS run FROM videos GROUP BY author ORDER BY author',
    rows: 7,
    again: 'same',
  },
  { query: 'SELECT author, count(*) AS n, $run AS run FROM videos GROUP BY author', rows: 7, again: 'whole' },
  { query: 'SELECT random() AS r, $run AS run FROM videos WHERE play_count <= 4', rows: 4, again: 'other' },
] as const;

const step = fc.record({
  question: fc.constantFrom<number[]>(0, 0, 1, 2, 3),
  format: fc.constantFrom('json', 'ndjson', 'csv', 'arrow', 'parquet', 'statement', 'quote'),
  limit: fc.constantFrom(1, 3, 4, 7, 8, 9, 10, 25),
  snapshot: fc.constantFrom<(number | undefined)[]>(0, 1, 2, undefined),
  isOther: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What is paid of each question and snapshot, as a plain program would say. */
class PlainCharges {
  readonly #paid = new Map<string, number>();

  chargeOf({ question, limit, snapshot = snapshots.length - 1 }: Step): number {
    const { rows, again } = questions[question] as (typeof questions)[number];
    const delivered = Math.min(limit, rows);
    const isWhole = delivered === rows && limit >= rows;
    if (again === 'other' || (again === 'whole' && !isWhole)) return delivered;
    const key = `${question} ${snapshot}`;
    const paid = this.#paid.get(key) ?? 0;
    this.#paid.set(key, Math.max(paid, delivered));
    return Math.max(0, delivered - paid);
  }
}

let runs = 0;

async function send({ question, format, limit, snapshot, isOther }: Step, run: number): Promise<void> {
  const { query } = questions[question] as (typeof questions)[number];
  const url = isOther ? other.url : service.service.url;
  const to = { service: { ...other, url }, key: service.key };
  const body = {
    query,
    parameters: { run },
    limit,
    ...(snapshot !== undefined && { snapshot_id: snapshots[snapshot] }),
  };
  let asked: object = format === 'statement' ? { ...body, wait_timeout_ms: 20_000 } : { ...body, format };
  if (format === 'quote') {
    const quote = await fetch(`${url}/api/shortvideo/sql/quotes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await quote.json()) as { data: { quote_id: string } };
    asked = { query: '', quote_id: data.quote_id };
  }
  const answer = await postSql(to, asked);
  expect([answer.status, answer.ok ? '' : await answer.clone().text()]).toEqual([200, '']);
  await answer.arrayBuffer();
}

const figures = async () => {
  const account = await service.accounts.findAccount(service.accountId);
  return { balance: account?.balanceUnits ?? 0, reserved: account?.reservedUnits ?? 0 };
};

describe('rows are paid once', () => {
  test('in whatever format, with whatever limit, of whatever snapshot and process they are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const run = ++runs;
        const plain = new PlainCharges();
        for (const each of steps) {
          const before = await figures();
          await send(each, run);
          await expect.poll(figures, { interval: 1, timeout: 5_000 }).toMatchObject({ reserved: 0 });
          const { balance } = await figures();
          expect(before.balance - balance, JSON.stringify(each)).toBe(plain.chargeOf(each));
        }
      }),
      { numRuns },
    );
    const { units } = await service.accounts.usageTotals(service.accountId);
    expect((await figures()).balance).toBe(100_000 + 1_000_000_000 - units);
  });
});

describe('what is free has limits', () => {
  const limitedBy = async (limits: object) =>
    await startService({
      engine: service.engine,
      accounts: service.accounts,
      host: '127.0.0.1',
      port: 0,
      limits: { ...unlimited, ...limits },
    });

  test('repeats count against the rate of SQL requests', async () => {
    const own = await limitedBy({ sqlPerMinute: 3 });
    const codes = [];
    for (let i = 0; i < 8; i++) {
      const asked = { query: 'SELECT video_id FROM videos ORDER BY play_count', limit: 2 };
      codes.push((await postSql({ service: own, key: service.key }, asked)).status);
    }
    // two minutes may have a part of them
    expect(codes[0]).toBe(200);
    expect(codes).toContain(429);
    await own.close();
  });

  test('an error, which is free, tells no value of a row', async () => {
    const post = async (
      path: string,
      body: object,
      key: object = { authorization: `Bearer ${service.key}` },
    ) => {
      const answer = await fetch(`${service.service.url}${path}`, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return await answer.text();
    };
    const query = 'SELECT (SELECT md5(max(author)) FROM videos)::INTEGER AS n';
    const sql = '/api/shortvideo/sql';
    const owner = { 'x-api-key': service.accountKey };
    const saved = { name: 'fails', platform: 'shortvideo', query };
    const { data } = JSON.parse(await post('/api/users/me/queries', saved, owner)) as {
      data: { query_id: string };
    };
    const path = `/api/users/me/queries/${data.query_id}`;
    const token = JSON.parse(await post(`${path}/tokens`, { name: 't', cost_per_day: '$1' }, owner)) as {
      data: { token: string };
    };
    const told = [
      await post(sql, { query }),
      await post(sql, { query, format: 'ndjson' }),
      await post(sql, { query, wait_timeout_ms: 20_000 }),
      await post(`${sql}/quotes`, { query, exact: true }),
      await post(`${path}/run`, {}, owner),
      await post(`${path}/shares`, {}, owner),
      await (await fetch(`${service.service.url}/api/r/${token.data.token}.csv`)).text(),
    ];
    for (const text of told) {
      expect(text).toMatch(/Could not convert string '…' to INTEGER|"state":"failed"/);
      expect(text).not.toMatch(/[0-9a-f]{32}/);
    }
  });

  test('quotes share the rate of checks', async () => {
    const own = await limitedBy({ checksPerMinute: 2 });
    const codes = [];
    for (const path of ['check', 'quotes', 'quotes', 'quotes', 'quotes', 'quotes']) {
      const answer = await fetch(`${own.url}/api/shortvideo/sql/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'SELECT video_id FROM videos' }),
      });
      codes.push(answer.status);
    }
    expect(codes[0]).toBe(200);
    expect(codes).toContain(429);
    await own.close();
  });
});
