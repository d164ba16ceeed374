import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, writeIndex } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';
import { callsOf } from './account-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, errorOf } = callsOf(() => service);
const path = '/api/users/me/queries';

interface Made {
  query_id: string;
  token_id: string;
  token: string;
  urls: Record<string, string>;
}

async function makeToken(query: object = {}, token: object = {}): Promise<Made> {
  const text = { query: 'SELECT video_id, duration_ms FROM videos ORDER BY video_id', limit: 4, ...query };
  const saved = await call('POST', path, { name: 'Lengths', platform: 'shortvideo', ...text });
  const { query_id } = saved.body.data as unknown as Made;
  const made = await call('POST', `${path}/${query_id}/tokens`, {
    name: 'sheet',
    cost_per_day: '$0.0010',
    ...token,
  });
  return made.body.data as unknown as Made;
}

async function read(url: string | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(url ?? '', { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const units = async () => (await service.accounts.usageTotals(service.accountId)).units;

test('a token reads its query in each format without a key, and pays for each snapshot once', async () => {
  const { urls, token, query_id, token_id } = await makeToken();
  expect(token).toMatch(/^sdq_read_[0-9A-Za-z]{36}$/);
  expect(urls.csv).toBe(`${service.service.url}/api/r/${token}.csv`);
  const before = await units();
  const csv = await read(urls.csv);
  expect(csv.text.trim().split('\n')).toHaveLength(5);
  expect([csv.headers.get('x-cost-max'), csv.headers.get('x-result-kept')]).toEqual(['$0.0004', 'true']);
  const json = JSON.parse((await read(urls.json)).text);
  expect(json).toMatchObject({
    cost: '$0.0000',
    data: { row_count: 4, rows: [{ duration_ms: 15_000 }, {}, {}, {}] },
  });
  expect((await read(urls.parquet)).text.slice(0, 4)).toBe('PAR1');
  expect((await read(urls.arrow)).status).toBe(200);
  expect((await units()) - before).toBe(4);
  const tag = csv.headers.get('etag') ?? '';
  expect((await read(urls.csv, { 'if-none-match': tag })).status).toBe(304);
  await writeIndex(join(service.directory, 'index'), 21_000);
  await service.engine.refresh();
  const newer = await read(urls.csv, { 'if-none-match': tag });
  expect([newer.status, newer.text.includes('21000')]).toEqual([200, true]);
  expect((await units()) - before).toBe(8);
  const list = await call('GET', `${path}/${query_id}/tokens`);
  expect(list.body.data).toMatchObject({
    total: 1,
    tokens: [{ token_id, status: 'active', cost_per_day: '$0.0010' }],
  });
  expect(JSON.stringify(list.body)).not.toContain(token);
  const usage = await call('GET', `/api/users/me/usage?key_id=${token_id}`);
  expect(usage.body.data).toMatchObject({
    records: [{ key_name: 'sheet', cost: '$0.0004' }, { cost: '$0.0004' }],
  });
});

test('the cost of a day is never exceeded, also by readers at once in two processes', async () => {
  const { token } = await makeToken(
    { query: 'SELECT video_id, random() AS r FROM videos', limit: 3 },
    { cost_per_day: '$0.0010' },
  );
  const { engine, accounts } = service;
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0 });
  const before = await units();
  const urls = [service.service.url, own.url].map((url) => `${url}/api/r/${token}.json`);
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => (await read(urls[i % 2])).status),
  );
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
  for (;;) if ((await read(urls[0])).status !== 200) break;
  expect((await units()) - before).toBe(9);
  const refused = JSON.parse((await read(urls[0])).text);
  expect(refused).toMatchObject({
    error: {
      code: 'spend_limit_reached',
      meta: { cost_per_day: '$0.0010', available: '$0.0001', scope: 'token' },
    },
    cost: '$0.0000',
  });
  expect(statuses.every((status) => [200, 402].includes(status))).toBe(true);
  await own.close();
  expect((await service.accounts.verifyLedger()).disagreements).toEqual([]);
});

test('a token opens its query and nothing else', async () => {
  const { token, urls, query_id } = await makeToken();
  const api = service.service.url;
  const sent: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }];
  for (const headers of sent) {
    for (const where of ['/api/users/me', '/api/users/me/queries', '/api/shortvideo/sql/statements/x']) {
      const { status, text } = await read(api + where, headers);
      expect([status, JSON.parse(text).error.code]).toEqual([403, 'insufficient_scope']);
    }
  }
  expect((await read(`${api}/api/platforms?key=${token}`)).status).toBe(200); // public: nothing is authenticated
  const inQuery = JSON.parse(
    (await read(`${api}/api/users/me?key=${token}`, { 'x-api-key': service.accountKey })).text,
  );
  expect(inQuery.error.code).toBe('key_in_query_string');
  expect((await read(`${api}/api/r/${service.key}.csv`)).status).toBe(404);
  expect((await read(`${api}/api/r/${token}.xlsx`)).status).toBe(422);
  const head = await fetch(urls.csv ?? '', { method: 'HEAD' });
  expect([404, 405]).toContain(head.status);
  expect((await call('GET', '/api/users/me/api-keys')).body.data).toMatchObject({ total: 1 });
  expect((await call('PATCH', `${path}/${query_id}`, { query: 'SELECT 1 AS one' })).status).toBe(200);
  expect((await read(urls.csv)).text.trim().split(/\r?\n/)).toEqual(['one', '1']);
});

test('wrong and revoked tokens and those of deleted queries are alike', async () => {
  const [revoked, deleted] = [await makeToken(), await makeToken()];
  expect((await read(revoked.urls.json)).status).toBe(200);
  const one = `${path}/${revoked.query_id}/tokens/${revoked.token_id}`;
  expect((await call('DELETE', one)).body.data).toMatchObject({ revoked_at: expect.any(String) });
  expect((await call('DELETE', one)).status).toBe(200);
  expect(await errorOf('DELETE', `${path}/${deleted.query_id}/tokens/${revoked.token_id}`)).toEqual([
    404,
    'not_found',
  ]);
  expect((await call('DELETE', `${path}/${deleted.query_id}`)).status).toBe(200);
  const of = async (url: string | undefined) => {
    const { status, text } = await read(url);
    const { request_id: _, ...rest } = JSON.parse(text);
    return { status, rest };
  };
  const unknown = await of(`${service.service.url}/api/r/nothing.csv`);
  expect(unknown).toMatchObject({ status: 404, rest: { error: { code: 'not_found' } } });
  for (const { urls } of [revoked, deleted]) expect(await of(urls.csv)).toEqual(unknown);
  const changed = `${revoked.token.slice(0, -1)}${revoked.token.endsWith('0') ? '1' : '0'}`;
  expect(await of(`${service.service.url}/api/r/${changed}.csv`)).toEqual(unknown);
});

test('texts that a spreadsheet would run are marked', async () => {
  const { urls } = await makeToken({ query: "SELECT '=1+1' AS text" });
  expect((await read(urls.csv)).text).toContain("'=1+1");
  expect((await read(`${urls.csv}?csv_safe=false`)).text).not.toContain("'=1+1");
});

test('wrong tokens are limited by address; right ones are still read', async () => {
  const { token } = await makeToken();
  const { engine, accounts } = service;
  const limits = { failedAuthenticationsPerMinute: 2 };
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits });
  const codes = [];
  for (let i = 0; i < 4; i++) codes.push((await read(`${own.url}/api/r/sdq_read_${i}.csv`)).status);
  expect(codes).toEqual([404, 404, 429, 429]);
  expect((await read(`${own.url}/api/r/${token}.csv`)).status).toBe(200);
  await own.close();
});
