import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  writeIndex,
} from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Answer {
  data: { rows: unknown[]; repeat_of: string | null; snapshot_id: string; cursor: string | null };
  cost: string;
  request_id: string;
}

const ask = async (body: object) => (await (await postSql(service, body)).json()) as Answer;
const ranked = 'SELECT author, play_count FROM videos WHERE play_count > $1 ORDER BY play_count';
const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits ?? 0;
/** What it costs, in units. */
const costOf = async (work: () => Promise<unknown>) => {
  const before = await balance();
  await work();
  return before - (await balance());
};

test('what was paid costs nothing again, in any layout, format and as a statement; its receipt names what paid', async () => {
  const body = { query: ranked, parameters: [10], limit: 40 };
  const first = await ask(body);
  expect(first).toMatchObject({ cost: '$0.0040', data: { repeat_of: null } });
  const again = await ask({ ...body, query: ranked.toLowerCase(), shape: 'arrays' });
  expect(again).toMatchObject({ cost: '$0.0000', data: { repeat_of: first.request_id } });
  expect(again.data.rows).toHaveLength(40);
  for (const format of ['ndjson', 'csv', 'arrow', 'parquet']) {
    let requestId = '';
    const cost = await costOf(async () => {
      const stream = await postSql(service, { ...body, format });
      requestId = stream.headers.get('x-request-id') ?? '';
      await stream.arrayBuffer();
    });
    expect(cost, format).toBe(0);
    const receipt = await fetch(`${service.service.url}/api/requests/${requestId}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(await receipt.json()).toMatchObject({
      data: { cost: '$0.0000', records: 40, repeat_of: first.request_id },
    });
  }
  expect(await ask({ ...body, wait_timeout_ms: 20_000 })).toMatchObject({ cost: '$0.0000' });
});

test('a statement is waited for, its rows are read from an offset, and a stream says what it costs at most', async () => {
  const get = (path: string) =>
    fetch(`${service.service.url}${path}`, { headers: { authorization: `Bearer ${service.key}` } });
  const begun = await postSql(service, {
    query: ranked,
    parameters: [30],
    limit: 50,
    wait_timeout_ms: 0,
    format: 'csv',
  });
  const location =
    begun.headers.get('location') ?? `/api/shortvideo/sql/statements/${begun.headers.get('x-statement-id')}`;
  await begun.text();
  const whole = (await (await get(`${location}?format=ndjson&wait_ms=20000`)).text()).trim().split('\n');
  expect(whole).toHaveLength(50);
  const rest = (await (await get(`${location}?format=ndjson&offset=47`)).text()).trim().split('\n');
  expect(rest).toEqual(whole.slice(47));
  const json = (await (await get(`${location}?offset=48`)).json()) as Answer;
  expect(json.data.rows).toEqual(whole.slice(48).map((line) => JSON.parse(line)));
  expect((await get(`${location}?offset=4&cursor=x`)).status).toBe(422);
  const stream = await postSql(service, { query: ranked, parameters: [31], limit: 60, format: 'ndjson' });
  expect(stream.headers.get('x-cost-max')).toBe('$0.0060');
  const requestId = stream.headers.get('x-request-id');
  await stream.text();
  const receipt = await get(`/api/requests/${requestId}?wait_ms=10000`);
  expect(await receipt.json()).toMatchObject({ data: { cost: '$0.0060' } });
});

test('a higher limit costs the rows that it adds, a lower one nothing, other parameters all', async () => {
  const body = { query: ranked, parameters: [20] };
  expect((await ask({ ...body, limit: 10 })).cost).toBe('$0.0010');
  expect((await ask({ ...body, limit: 25 })).cost).toBe('$0.0015');
  expect((await ask({ ...body, limit: 5 })).cost).toBe('$0.0000');
  expect((await ask({ ...body, parameters: [21], limit: 5 })).cost).toBe('$0.0005');
});

test('a repeat needs neither balance nor max_cost', async () => {
  const { account } = await service.accounts.createAccount({
    name: 'Ada',
    email: 'ada@example.org',
    balanceUnits: 3,
  });
  const { key } = await service.accounts.createKey(account.accountId, { name: 'poor' });
  const run = async (rest: object) =>
    (await postSql({ ...service, key }, { query: ranked, parameters: [0], ...rest })).status;
  expect(await run({ limit: 3 })).toBe(200);
  expect(await run({ limit: 3, max_cost: '$0' })).toBe(200);
  expect(await run({ limit: 4, max_cost: '$0' })).toBe(402);
  expect(await run({ limit: 4 })).toBe(402);
});

test('pages are paid once, and so is the whole after its pages', async () => {
  const body = { query: ranked, parameters: [4_000], limit: 30 };
  const first = await ask(body);
  const second = await ask({ ...body, cursor: first.data.cursor });
  expect(second).toMatchObject({ cost: '$0.0030', data: { repeat_of: null } });
  expect(await ask({ ...body, cursor: first.data.cursor })).toMatchObject({ cost: '$0.0000' });
  expect(await ask({ ...body, limit: 70 })).toMatchObject({ cost: '$0.0010' });
});

describe('what could give other rows the next time is no repeat', () => {
  test.each([
    ['SELECT author, random() AS r FROM videos ORDER BY author LIMIT 4', 4],
    ['SELECT author FROM videos WHERE create_time < now() LIMIT 4', 4],
    ['SELECT play_count % 50 AS rest, count(*) FROM videos GROUP BY 1', 4],
    ['SELECT play_count % 50 AS rest, count(*) FROM videos GROUP BY 1 LIMIT 3', 3],
    ['SELECT * FROM (SELECT DISTINCT play_count FROM videos LIMIT 3) ORDER BY 1', 3],
  ])('%s', async (query, rows) => {
    const run = () => postSql(service, { query, limit: 4 });
    expect(await costOf(run)).toBe(rows);
    expect(await costOf(run)).toBe(rows);
  });

  test.each([
    ['SELECT region, count(*) FROM videos GROUP BY 1', 1],
    ['SELECT play_count % 9 AS rest, count(*) FROM videos GROUP BY 1 ORDER BY 1', 4],
    ['SELECT play_count FROM videos LIMIT 3', 3],
    ['SELECT count(DISTINCT author), sum(play_count) FROM videos', 1],
  ])('but %s is', async (query, rows) => {
    const run = () => postSql(service, { query, limit: 4 });
    expect(await costOf(run)).toBe(rows);
    expect(await costOf(run)).toBe(0);
  });
});

test('equal requests at once pay once', async () => {
  const body = { query: ranked, parameters: [77], limit: 12 };
  expect(await costOf(() => Promise.all([1, 2, 3, 4].map(() => ask(body))))).toBe(12);
});

test('a named snapshot stays free and has its rows, the newest is another result', async () => {
  const body = { query: 'SELECT sum(duration_ms) AS total FROM videos' };
  const first = await ask(body);
  await writeIndex(join(service.directory, 'index'), 20_000);
  await service.engine.refresh();
  const named = await ask({ ...body, snapshot_id: first.data.snapshot_id });
  expect(named).toMatchObject({ cost: '$0.0000', data: { rows: first.data.rows } });
  const newest = await ask(body);
  expect(newest).toMatchObject({ cost: '$0.0001', data: { repeat_of: null } });
  expect(newest.data.rows).not.toEqual(first.data.rows);
  const dry = await ask({ ...body, snapshot_id: first.data.snapshot_id, dry_run: true });
  expect(dry.data.snapshot_id).toBe(first.data.snapshot_id);
  const gone = await postSql(service, { ...body, snapshot_id: 'f'.repeat(32) });
  expect(gone.status).toBe(410);
  expect(await gone.json()).toMatchObject({ error: { code: 'result_expired' }, cost: '$0.0000' });
});

test('the books balance', async () => {
  expect((await service.accounts.verifyLedger()).disagreements).toEqual([]);
});
