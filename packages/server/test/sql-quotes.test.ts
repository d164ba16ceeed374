import { join } from 'node:path';
import { parseDollars } from '@sdq/pricing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { startTestService, type TestService, writeIndex } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Answer {
  data: Record<string, unknown> & { rows: unknown[]; quote_id: string; snapshot_id: string };
  cost: string;
  error: { code: string };
}

async function call(
  method: string,
  path: string,
  {
    body,
    key = service.key,
    url = service.service.url,
  }: {
    body?: object;
    key?: string;
    url?: string;
  } = {},
) {
  const response = await fetch(`${url}/api/shortvideo/sql${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

const total = { query: 'SELECT sum(duration_ms) AS total FROM videos', limit: 1_000 };

test('a quote holds its snapshot and its cost while newer snapshots are published', async () => {
  const { body: made, status } = await call('POST', '/quotes', { body: total });
  expect({ status, cost: made.cost }).toEqual({ status: 200, cost: '$0.0000' });
  expect(made.data).toMatchObject({
    snapshot_id: service.engine.snapshotId,
    columns: [{ name: 'total' }],
    rows_max: 1,
    cost_max: '$0.0001',
    price_version: '2026-11',
  });
  const { rows: before } = (await call('POST', '', { body: total })).body.data;
  await writeIndex(join(service.directory, 'index'), 33_000);
  await service.engine.refresh();
  const { quote_id } = made.data;
  const ran = await call('POST', '', { body: { quote_id } });
  expect(ran.body.data).toMatchObject({ rows: before, snapshot_id: made.data.snapshot_id });
  expect((await call('POST', '', { body: total })).body.data.rows).not.toEqual(before);
  expect((await call('GET', `/quotes/${quote_id}`)).body.data).toEqual(made.data);
});

test('a quote is of its account, its platform and its query, and can be withdrawn', async () => {
  const { quote_id } = (await call('POST', '/quotes', { body: total })).body.data;
  const another = await service.accounts.createAccount({ name: 'Bo', email: 'bo@example.org' });
  const { key } = await service.accounts.createKey(another.account.accountId, { name: 'other' });
  for (const [method, path, body] of [
    ['GET', `/quotes/${quote_id}`],
    ['DELETE', `/quotes/${quote_id}`],
    ['POST', '', { quote_id }],
  ] as const) {
    const refused = await call(method, path, { key, ...(body && { body }) });
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  }
  expect((await call('POST', '', { body: { quote_id, query: 'SELECT 1' } })).status).toBe(422);
  expect((await call('POST', '', { body: { quote_id, query: total.query } })).status).toBe(200);
  expect((await call('DELETE', `/quotes/${quote_id}`)).status).toBe(200);
  expect((await call('POST', '', { body: { quote_id } })).status).toBe(404);
  expect(
    (await call('POST', '/quotes', { body: { query: 'SELECT nothing FROM videos' } })).body,
  ).toMatchObject({
    error: { code: 'sql_unknown_column' },
    cost: '$0.0000',
  });
});

test('a quote expires, and an account keeps the newest ones', async () => {
  const { engine, accounts } = service;
  const retained = { quoteMs: 400, quotesPerAccountMax: 2 };
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0, retained });
  try {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++)
      ids.push((await call('POST', '/quotes', { body: total, url: own.url })).body.data.quote_id);
    expect((await call('GET', `/quotes/${ids[0]}`, { url: own.url })).status).toBe(404);
    await expect
      .poll(async () => (await call('POST', '', { body: { quote_id: ids[2] }, url: own.url })).status, {
        timeout: 9_000,
      })
      .toBe(404);
  } finally {
    await own.close();
  }
});

test('running with a quote never costs more than it says, whatever is asked', async () => {
  const query = fc.constantFrom(
    'SELECT author FROM videos LIMIT 7',
    'SELECT play_count % 5 AS rest, count(*) AS n FROM videos GROUP BY 1',
    'SELECT count(*) FROM videos',
    'SELECT video_id FROM videos WHERE play_count < 4 ORDER BY 1',
    'SELECT * FROM (VALUES (1), (2)) AS t(n), (SELECT author FROM videos LIMIT 2)',
    'SHOW TABLES',
  );
  const limit = fc.constantFrom(1, 3, 20, 500);
  const format = fc.constantFrom('json', 'csv', 'parquet');
  const { accountId } = service;
  const balance = async () => (await service.accounts.findAccount(accountId))?.balanceUnits ?? 0;
  await fc.assert(
    fc.asyncProperty(query, limit, format, async (text, rows, wanted) => {
      const { data } = (await call('POST', '/quotes', { body: { query: text, limit: rows } })).body;
      const before = await balance();
      const answer = await fetch(`${service.service.url}/api/shortvideo/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ quote_id: data.quote_id, format: wanted }),
      });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      expect(before - (await balance())).toBeLessThanOrEqual(parseDollars(String(data.cost_max)) ?? -1);
    }),
    { numRuns: propertyRuns(25) },
  );
});

test('an exact quote costs a unit, tells rows and price, and accepting it pays the rest, once', async () => {
  const { accountId } = service;
  const balance = async () => (await service.accounts.findAccount(accountId))?.balanceUnits ?? 0;
  const sample = 'SELECT video_id, random() AS r FROM videos WHERE play_count <= 40';
  const cases = [
    ['SELECT video_id FROM videos WHERE play_count BETWEEN 100 AND 161', 500, 62],
    ['SELECT author, play_count FROM videos WHERE play_count > 4000 ORDER BY play_count', 30, 30],
    ['SELECT play_count % 13 AS rest, count(*) AS n FROM videos GROUP BY 1', 500, 13],
    [sample, 500, 40],
    ['SELECT video_id FROM videos WHERE play_count < 0', 500, 0],
  ] as const;
  for (const [query, limit, rows] of cases) {
    const before = await balance();
    const made = await call('POST', '/quotes', { body: { query, limit, exact: true } });
    const unpaid = Math.max(0, rows - 1);
    expect(made.body).toMatchObject({ cost: '$0.0001', data: { exact: true, rows, rows_max: rows } });
    expect(parseDollars(String(made.body.data.cost_max)), query).toBe(unpaid);
    expect(before - (await balance())).toBe(1);
    const { quote_id } = made.body.data;
    expect((await call('GET', `/quotes/${quote_id}`)).body.data).toEqual(made.body.data);
    const ran = await call('POST', '', { body: { quote_id } });
    expect(ran.status).toBe(200);
    expect(ran.body.data.rows).toHaveLength(rows);
    expect(before - (await balance()), query).toBe(1 + unpaid);
    for (const more of [{ format: 'ndjson' }, { wait_timeout_ms: 20_000 }]) {
      const again = await fetch(`${service.service.url}/api/shortvideo/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ quote_id, ...more }),
      });
      const text = await again.text();
      const found =
        'format' in more
          ? text
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line))
          : JSON.parse(text).data.rows;
      // the very rows that were sealed, also of a query that answers differently each time
      expect(found).toEqual(ran.body.data.rows);
    }
    expect(before - (await balance()), `${query}: accepted again`).toBe(1 + unpaid);
  }
  expect((await service.accounts.verifyLedger()).disagreements).toEqual([]);
});

test('exact quotes are refused above max_cost and without balance, free when they fail, and limited in number', async () => {
  const query = 'SELECT video_id FROM videos';
  const exact = { query, limit: 5, exact: true };
  const refused = await call('POST', '/quotes', { body: { ...exact, max_cost: 0 } });
  expect(refused.body.error.code).toBe('max_cost_exceeded');
  const { account } = await service.accounts.createAccount({
    name: 'Poor',
    email: 'p@example.org',
    balanceUnits: 0,
  });
  const { key } = await service.accounts.createKey(account.accountId, { name: 'poor' });
  expect((await call('POST', '/quotes', { body: exact, key })).body.error.code).toBe('insufficient_balance');
  await service.accounts.addCredit(account.accountId, { units: 3, reason: 'test' });
  const wrong = { query: `SELECT error('x') FROM videos`, exact: true };
  expect((await call('POST', '/quotes', { body: wrong, key })).status).toBe(400);
  const made = await call('POST', '/quotes', { body: exact, key });
  expect(made.body.cost).toBe('$0.0001');
  expect((await service.accounts.findAccount(account.accountId))?.balanceUnits).toBe(2);
  const { quote_id } = made.body.data;
  expect((await call('POST', '', { body: { quote_id }, key })).body.error.code).toBe('insufficient_balance');
  for (const [method, path] of [
    ['GET', `/quotes/${quote_id}`],
    ['DELETE', `/quotes/${quote_id}`],
  ] as const)
    expect((await call(method, path)).status, 'of another account').toBe(404);
  expect((await call('POST', '', { body: { quote_id } })).status).toBe(404);

  const { engine, accounts } = service;
  const retained = { exactQuotesPerAccountMax: 2 };
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0, retained });
  try {
    const ids: string[] = [];
    for (let i = 1; i <= 3; i++) {
      const body = { query: `SELECT author FROM videos LIMIT ${i}`, exact: true };
      ids.push((await call('POST', '/quotes', { body, url: own.url })).body.data.quote_id);
    }
    const states = await Promise.all(ids.map((id) => call('GET', `/quotes/${id}`, { url: own.url })));
    expect(states.map(({ status }) => status)).toEqual([404, 200, 200]);
    expect((await call('POST', '/quotes', { body: total, url: own.url })).body.data).toMatchObject({
      exact: false,
      rows: null,
    });
  } finally {
    await own.close();
  }
});
