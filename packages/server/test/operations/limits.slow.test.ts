import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { withinOneMinute } from '../../../../test/support/within-one-minute.ts';
import { type CallLimits, startService } from '../../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Another service over the same accounts and, if no other is given, the same engine, with limits of its own. */
async function withLimits(limits: Partial<CallLimits>, engine: Engine = service.engine) {
  const { accounts } = service;
  const other = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits });
  return {
    url: other.url,
    service: other,
    [Symbol.asyncDispose]: () => other.close(),
  };
}

/** A key that nobody has asked with. */
async function freshKey(): Promise<string> {
  return (await service.accounts.createKey(service.accountId, { name: 'fresh' })).key;
}

const get = (url: string, path: string, key?: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
  });
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('rates', () => {
  test('what a key has left stands in the headers of the IETF draft; the first request too many is refused', async () => {
    await using other = await withLimits({ keyPerMinute: 3, sqlPerMinute: 2 });
    const key = await freshKey();
    const ask = () => postSql({ service: other.service, key }, { query: 'SELECT 1 AS one' });
    await withinOneMinute();
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"sql";q=2;w=60, "key";q=3;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"sql";r=1;t=\d+, "key";r=2;t=\d+$/);
    expect((await ask()).headers.get('ratelimit')).toMatch(/^"sql";r=0;t=\d+, "key";r=1;t=\d+$/);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toMatch(/^"sql";r=0;t=\d+$/);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const { detail, error, cost } = (await refused.json()) as {
      detail: string;
      error: object;
      cost: string;
    };
    expect(detail).toBe(
      `Rate limit exceeded: this API key is limited to 2 SQL requests per minute. Retry in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    );
    expect(error).toMatchObject({
      code: 'rate_limited',
      retryable: true,
      meta: { policy: 'sql', limit: 2, window_seconds: 60, reset_seconds: seconds },
    });
    expect(cost).toBe('$0.0000');
    // other data is bounded by the key's own limit, which what was refused did not count against
    expect((await get(other.url, '/api/network/user-profile?username=user1', key)).status).toBe(200);
    expect(await codeOf(await get(other.url, '/api/network/user-profile?username=user1', key))).toBe(
      'rate_limited',
    );
  });

  test('many at once: as many pass as the limit says, not one more', async () => {
    await using other = await withLimits({ keyPerMinute: 25 });
    const key = await freshKey();
    await withinOneMinute();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => get(other.url, '/api/network/user-profile?username=user1', key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('a burst of data requests is queued for the index, and is not refused as too many queries', async () => {
    await using other = await withLimits({ keyPerMinute: 1_000 });
    const key = await freshKey();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => get(other.url, '/api/shortvideo/profile?username=a3&count=1', key)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('an account has a limit over all its keys', async () => {
    await using other = await withLimits({ accountPerMinute: 2 });
    const { account, accountKey } = await service.accounts.createAccount({
      name: 'B',
      email: 'b@example.org',
    });
    const { key } = await service.accounts.createKey(account.accountId, { name: 'own' });
    const me = (headers: Record<string, string>) => fetch(`${other.url}/api/users/me`, { headers });
    await withinOneMinute();
    const first = await me({ 'x-api-key': accountKey });
    expect(first.headers.get('ratelimit-policy')).toBe('"account";q=2;w=60');
    expect((await me({ 'x-api-key': key })).status).toBe(200);
    expect((await me({ 'x-api-key': accountKey })).status).toBe(429);
  });

  test('a quota of the day is told apart', async () => {
    await using other = await withLimits({ keyPerDay: 1 });
    const key = await freshKey();
    expect((await get(other.url, '/api/network/user-profile?username=user1', key)).status).toBe(200);
    const refused = await get(other.url, '/api/network/user-profile?username=user1', key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toContain('"day";q=1;w=86400');
    expect(await codeOf(refused)).toBe('quota_exceeded');
  });
});

test('the order of checks: 401, 422, 403, 501, 429, 402', async () => {
  await using other = await withLimits({ sqlPerMinute: 1 });
  const { account } = await service.accounts.createAccount({
    name: 'Poor',
    email: 'p@example.org',
    balanceUnits: 1,
  });
  const { key } = await service.accounts.createKey(account.accountId, { name: 'all' });
  const { key: narrow } = await service.accounts.createKey(account.accountId, {
    name: 'narrow',
    permissions: ['shortvideo'],
  });
  const ask = async (platform: string, body: object, withKey: string) =>
    await fetch(`${other.url}/api/${platform}/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${withKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await withinOneMinute();
  expect((await ask('shortvideo', { limit: 0 }, 'wrong')).status).toBe(401);
  expect((await ask('network', { limit: 0 }, narrow)).status).toBe(422);
  expect((await ask('network', {}, narrow)).status).toBe(403);
  // none of these counts against the limit of one
  expect((await ask('network', {}, key)).status).toBe(501);
  expect((await ask('shortvideo', {}, key)).status).toBe(402);
  expect((await ask('network', {}, key)).status).toBe(501);
  expect((await ask('shortvideo', {}, key)).status).toBe(429);
});

describe('wrong keys', () => {
  test('too many from one address are refused; a key that works goes on, none at all is no attempt', async () => {
    await using other = await withLimits({ failedAuthenticationsPerMinute: 3, accountPerMinute: 0 });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await get(other.url, '/api/users/me', 'wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await get(other.url, '/api/users/me', 'wrong');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(refused)).toBe('rate_limited');
    expect((await get(other.url, '/api/users/me', service.key)).status).toBe(200);
    expect((await get(other.url, '/api/users/me')).status).toBe(401);
  });

  test('whose address a proxy tells is only believed of proxies that are named', async () => {
    const { engine, accounts } = service;
    const options = {
      engine,
      accounts,
      host: '127.0.0.1',
      port: 0,
      limits: { failedAuthenticationsPerMinute: 1 },
    };
    const from = async (url: string, address: string) =>
      (await get(url, '/api/users/me', 'wrong', { 'x-forwarded-for': address })).status;
    const plain = await startService(options);
    expect(await from(plain.url, '192.0.2.1')).toBe(401);
    expect(await from(plain.url, '192.0.2.2')).toBe(429);
    await plain.close();
    const proxied = await startService({ ...options, trustProxy: 'loopback' });
    expect(await from(proxied.url, '192.0.2.1')).toBe(401);
    expect(await from(proxied.url, '192.0.2.2')).toBe(401);
    expect(await from(proxied.url, '192.0.2.1')).toBe(429);
    await proxied.close();
  });
});

test('sign-ups per client address are limited, invalid requests not counted', async () => {
  const { engine, accounts } = service;
  const limits = { signupsPerHour: 2 };
  const open = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    isSignupOpen: true,
    limits,
  });
  const signUp = async (body: object) =>
    await fetch(`${open.url}/api/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await signUp({})).status).toBe(422);
  expect((await signUp({ name: 'A', email: 'a@example.org' })).status).toBe(200);
  expect((await signUp({ name: 'B', email: 'b2@example.org' })).status).toBe(200);
  const refused = await signUp({ name: 'C', email: 'c@example.org' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await codeOf(refused)).toBe('rate_limited');
  await open.close();
});

describe('at once', () => {
  const slow = {
    query:
      'SELECT count(*) AS n FROM videos AS a, videos AS b, videos AS c WHERE a.play_count + b.play_count = c.play_count',
    timeout_ms: 1_500,
  };

  test('SQL of one key above the concurrency limit is refused before it is charged', async () => {
    await using engine = await openEngine({
      index: service.engine.index,
      threads: 2,
      refreshMs: 0,
      concurrency: { runningPerTenantMax: 1, waitingPerTenantMax: 1 },
    });
    await using other = await withLimits({ sqlPerMinute: 0 }, engine);
    const key = await freshKey();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postSql({ service: other.service, key }, slow)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('1');
      const { error, detail } = (await answer.json()) as { error: object; detail: string };
      expect(detail).toBe('Too many concurrent queries: 1 running and 1 queued for this key.');
      expect(error).toMatchObject({
        code: 'too_many_concurrent_queries',
        meta: { running_max: 1, waiting_max: 1 },
      });
    }
    // places are free again
    const after = await postSql({ service: other.service, key }, { query: 'SELECT 1 AS one' });
    expect(after.status).toBe(200);
  });

  test('above the concurrency limit of the service, requests are refused with 503, and probes are answered', async () => {
    await using other = await withLimits({ requestsAtOnce: 2, sqlPerMinute: 0 });
    const running = [1, 2].map((i) =>
      postSql({ service: other.service, key: service.key }, { ...slow, query: `${slow.query} + ${i}` }),
    );
    await expect.poll(() => service.engine.status().queriesRunning, { timeout: 10_000 }).toBe(2);
    const refused = await get(other.url, '/api/pricing');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await get(other.url, '/healthz')).status).toBe(200);
    await Promise.all(running);
    expect((await get(other.url, '/api/pricing')).status).toBe(200);
  });
});

test('GET /api/limits tells them all', async () => {
  await using other = await withLimits({ keyPerDay: 5_000 });
  const { data, cost } = (await (await get(other.url, '/api/limits')).json()) as {
    data: { rates: { name: string; requests: number; window_seconds: number }[]; concurrency: object };
    cost: string;
  };
  expect(cost).toBe('$0.0000');
  expect(data.rates.map(({ name, requests, window_seconds }) => [name, requests, window_seconds])).toEqual([
    ['key', 600, 60],
    ['sql', 60, 60],
    ['check', 300, 60],
    ['link', 600, 60],
    ['day', 5_000, 86_400],
    ['account', 120, 60],
    ['share', 120, 60],
    ['signup', 10, 3_600],
    ['authentication', 20, 60],
  ]);
  expect(data.concurrency).toEqual({
    sql_running_per_key: 4,
    sql_waiting_per_key: 32,
    sql_wait_seconds: 30,
    sql_running: 32,
  });
});
