import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  writeIndex,
} from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';
import { callsOf } from './account-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, errorOf } = callsOf(() => service);
const path = '/api/users/me/queries';

interface ShareData {
  share_id: string;
  page_url: string;
  snapshot_id: string;
  row_count: number;
}

async function save(changes: object = {}): Promise<string> {
  const query = {
    name: 'Lengths',
    platform: 'shortvideo',
    query: 'SELECT video_id, duration_ms FROM videos ORDER BY video_id',
    limit: 4,
    ...changes,
  };
  return ((await call('POST', path, query)).body.data as unknown as { query_id: string }).query_id;
}

async function shareOf(id: string, body: object = {}) {
  const made = await call('POST', `${path}/${id}/shares`, body);
  return { cost: made.body.cost, status: made.status, ...(made.body.data as unknown as ShareData) };
}

async function open(id: string, query = '', headers: Record<string, string> = {}, url = service.service.url) {
  const response = await fetch(`${url}/api/q/${id}${query}`, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

test('a share is paid by who makes it, free for who opens it, and stays as it was shared', async () => {
  const id = await save();
  const made = await shareOf(id, { title: 'How long they are', embed_hosts: ['https://blog.example.org'] });
  expect(made).toMatchObject({ status: 200, cost: '$0.0004', row_count: 4, title: 'How long they are' });
  expect(made.share_id).toMatch(/^[0-9A-Za-z]{26}$/);
  const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits;
  const before = await balance();
  const first = await open(made.share_id);
  await writeIndex(join(service.directory, 'index'), 44_000);
  await service.engine.refresh();
  expect(service.engine.snapshotId).not.toBe(made.snapshot_id);
  const second = await open(made.share_id);
  const { data, cost } = JSON.parse(second.text);
  expect(data).toEqual(JSON.parse(first.text).data);
  expect(cost).toBe('$0.0000');
  expect(data).toMatchObject({
    snapshot_id: made.snapshot_id,
    row_count: 4,
    rows_total: 4,
    has_more: false,
    title: 'How long they are',
    query: 'SELECT video_id, duration_ms FROM videos ORDER BY video_id',
    rows: [{ duration_ms: 15_000 }, {}, {}, {}],
  });
  for (const secret of [service.accountId, service.key, 'Nele', 'nele@', id, 'key_'])
    expect(second.text).not.toContain(secret);
  expect(await balance()).toBe(before);
  const page = JSON.parse((await open(made.share_id, '?limit=3&offset=1&shape=arrays')).text).data;
  expect(page).toMatchObject({
    row_count: 3,
    offset: 1,
    has_more: false,
    rows: [[expect.any(String), 15_000], [], []].map(() => expect.any(Array)),
  });
});

test('a share of rows that are paid already is free', async () => {
  const query = 'SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY author';
  expect((await postSql(service, { query, limit: 100 })).status).toBe(200);
  expect(await shareOf(await save({ query, limit: 100 }))).toMatchObject({ cost: '$0.0000', row_count: 7 });
});

test('a share is read in each format, and not again when it is known', async () => {
  const { share_id: id } = await shareOf(await save());
  const csv = await open(id, '', { accept: 'text/csv' });
  expect(csv.text.trim().split('\n')).toHaveLength(5);
  expect((await open(id, '?format=ndjson')).text.trim().split('\n')).toHaveLength(4);
  expect((await open(id, '?format=parquet')).text.slice(0, 4)).toBe('PAR1');
  expect((await open(id, '?format=arrow')).status).toBe(200);
  expect((await open(id, '', { accept: 'image/png' })).status).toBe(406);
  const tag = csv.headers.get('etag') ?? '';
  expect((await open(id, '', { accept: 'text/csv', 'if-none-match': tag })).status).toBe(304);
  expect((await open(id, '?format=json', { 'if-none-match': tag })).status).toBe(200);
});

test('a statement is shared without being run or paid again', async () => {
  const query = 'SELECT max(play_count) AS most FROM videos';
  const { data } = (await (await postSql(service, { query, wait_timeout_ms: 20_000 })).json()) as {
    data: { statement_id: string };
  };
  const id = await save();
  const made = await shareOf(id, { statement_id: data.statement_id });
  expect(made).toMatchObject({ status: 200, cost: '$0.0000', row_count: 1 });
  expect(JSON.parse((await open(made.share_id)).text).data).toMatchObject({ query, rows: [{ most: 5_000 }] });
  const { accountKey } = await service.accounts.createAccount({ name: 'Bo Ek', email: 'bo@example.org' });
  const own = { 'x-api-key': accountKey };
  const other = await call('POST', path, { name: 'x', platform: 'shortvideo', query: 'SELECT 1' }, own);
  const { query_id } = other.body.data as unknown as { query_id: string };
  const shares = `${path}/${query_id}/shares`;
  expect(await errorOf('POST', shares, { statement_id: data.statement_id }, own)).toEqual([404, 'not_found']);
});

test('revoked, expired, never made and misspelt shares cannot be told apart', async () => {
  const id = await save();
  const [revoked, deleted, expired] = [await shareOf(id), await shareOf(await save()), await shareOf(id)];
  expect((await call('DELETE', `${path}/${id}/shares/${revoked.share_id}`)).status).toBe(200);
  expect(await errorOf('DELETE', `${path}/${id}/shares/${revoked.share_id}`)).toEqual([404, 'not_found']);
  const list = (await call('GET', `${path}/${id}/shares`)).body.data;
  expect(list).toMatchObject({ total: 1, shares: [{ share_id: expired.share_id, row_count: 4 }] });
  await service.accounts.deleteShare(service.accountId, { shareId: deleted.share_id });
  const past = new Date(Date.now() - 1_000).toISOString();
  expect((await call('POST', `${path}/${id}/shares`, { expires_at: past })).status).toBe(422);
  const of = async (share: string) => {
    const { status, text } = await open(share);
    const { request_id: _, ...rest } = JSON.parse(text);
    return { status, rest };
  };
  const unknown = await of('0'.repeat(26));
  expect(unknown).toMatchObject({ status: 404, rest: { error: { code: 'not_found' } } });
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[0-9A-Za-z]{1,40}$/), async (guess) => {
      expect(await of(guess)).toEqual(unknown);
    }),
    { numRuns: 20 },
  );
  for (const share of [revoked, deleted]) expect(await of(share.share_id)).toEqual(unknown);
});

test('wrong shares are limited by address; right ones are still opened, up to a rate', async () => {
  const { share_id: id } = await shareOf(await save());
  const { engine, accounts } = service;
  const limits = { failedAuthenticationsPerMinute: 3, sharesPerMinute: 8 };
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits });
  const codes = [];
  for (let i = 0; i < 6; i++) codes.push((await open(`${i}`.repeat(26), '', {}, own.url)).status);
  expect(codes).toEqual([404, 404, 404, 429, 429, 429]);
  expect((await open(id, '', {}, own.url)).status).toBe(200);
  expect((await open(id, '', {}, own.url)).status).toBe(200);
  expect((await open(id, '', {}, own.url)).status).toBe(429);
  await own.close();
});

test('a share is kept over a restart, and said to be gone when its result is', async () => {
  const { share_id: id } = await shareOf(await save());
  const { engine, accounts } = service;
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0 });
  expect((await open(id, '', {}, own.url)).status).toBe(200);
  await own.close();
  await service.accounts.setAccountState(service.accountId, { state: 'suspended' });
  expect((await open(id)).status).toBe(404);
  await service.accounts.setAccountState(service.accountId, { state: 'active' });
  expect((await open(id)).status).toBe(200);
});

test('what cannot be kept or paid is not shared', async () => {
  const wide = await save({
    query: 'SELECT video_id, repeat(video_id, 400) AS long FROM videos ORDER BY play_count',
    limit: 5_000,
  });
  expect(await errorOf('POST', `${path}/${wide}/shares`, {})).toEqual([413, 'result_too_large']);
  const wrong = await save({ query: 'SELECT nothing FROM videos' });
  expect(await errorOf('POST', `${path}/${wrong}/shares`, {})).toEqual([400, 'sql_unknown_column']);
  const id = await save({ query: 'SELECT video_id, region FROM videos ORDER BY video_id' });
  expect(await errorOf('POST', `${path}/${id}/shares`, { max_cost: '$0.0001' })).toEqual([
    402,
    'max_cost_exceeded',
  ]);
  const poor = await service.accounts.createAccount({
    name: 'Al Fox',
    email: 'al@example.org',
    balanceUnits: 2,
  });
  const own = { 'x-api-key': poor.accountKey };
  const query = {
    name: 'x',
    platform: 'shortvideo',
    query: 'SELECT video_id FROM videos ORDER BY 1',
    limit: 5,
  };
  const { query_id } = (await call('POST', path, query, own)).body.data as unknown as { query_id: string };
  expect(await errorOf('POST', `${path}/${query_id}/shares`, {}, own)).toEqual([402, 'insufficient_balance']);
  expect((await call('GET', `${path}/${query_id}/shares`, undefined, own)).body.data).toMatchObject({
    total: 0,
  });
  for (const host of [
    'example.org; script-src *',
    "'self'",
    '*',
    'https://a b',
    'javascript:x',
    'https://x.org/path',
  ])
    expect((await call('POST', `${path}/${id}/shares`, { embed_hosts: [host] })).status, host).toBe(422);
});

test('an Idempotency-Key shares once and is paid once', async () => {
  const id = await save({ query: 'SELECT video_id, author FROM videos ORDER BY video_id' });
  const key = { 'idempotency-key': 'share-1' };
  const first = await call('POST', `${path}/${id}/shares`, {}, key);
  const again = await call('POST', `${path}/${id}/shares`, {}, key);
  expect(again.body).toEqual(first.body);
  expect((await call('GET', `${path}/${id}/shares`)).body.data).toMatchObject({ total: 1 });
});

test('a share of rows that are paid is free, whether no parameters are left out or empty', async () => {
  const query = 'SELECT video_id, duration_ms + 1 AS longer FROM videos ORDER BY video_id';
  const ran = await postSql(service, { query, limit: 4 });
  expect(await ran.json()).toMatchObject({ cost: '$0.0004' });
  for (const parameters of [{}, null, []]) {
    const id = await save({ query, parameters });
    expect(await shareOf(id, { max_cost: '$0.0000' })).toMatchObject({ status: 200, cost: '$0.0000' });
  }
});
