import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPlatforms } from '@sdq/catalog';
import {
  balance,
  createdApiKey,
  currentUser,
  dailyUsage,
  notificationList,
  platforms,
  receipt,
  rotatedApiKey,
  usageList,
  usageSummary,
} from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';
import { bearer, callsOf } from './account-calls.ts';

const available = builtInPlatforms.map((facts) => ({ ...facts, sql: 'available' as const }));

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: available });
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, errorOf } = callsOf(() => service);

describe('the account', () => {
  test('PATCH merges settings key by key, ignores what it does not know, and answers the user', async () => {
    const changed = await call('PATCH', '/api/users/me', {
      name: ' Nele V. ',
      settings: { alertThreshold: 12.5, usageAlerts: 'off', other: 1 },
      email: 'x@example.org',
    });
    const { ignored, ...user } = changed.body.data as unknown as { ignored: string[] };
    expect(ignored.length).toBeGreaterThan(0);
    expect(currentUser.strict().safeParse(user).error).toBeUndefined();
    expect(changed.body.data).toMatchObject({
      name: 'Nele V.',
      email: 'nele@example.org',
      settings: { emailNotifications: true, usageAlerts: false, alertThreshold: 12.5 },
    });
    const cleared = await call('PATCH', '/api/users/me', { settings: { alertThreshold: null } });
    expect(cleared.body.data.settings).toEqual({
      emailNotifications: true,
      usageAlerts: false,
      alertThreshold: null,
    });
    expect((await call('PATCH', '/api/users/me', {})).status).toBe(200);
  });

  test('PATCH refuses wrong types, all at once', async () => {
    const { status, body } = await call('PATCH', '/api/users/me', {
      name: 5,
      settings: { emailNotifications: 'maybe', usageAlerts: null, alertThreshold: -1 },
    });
    expect(status).toBe(422);
    expect((body as unknown as { detail: { type: string; loc: string[] }[] }).detail).toMatchObject([
      { type: 'string_type', loc: ['body', 'name'] },
      { type: 'bool_parsing', loc: ['body', 'settings', 'emailNotifications'] },
      { type: 'bool_type', loc: ['body', 'settings', 'usageAlerts'] },
      { type: 'greater_than_equal', loc: ['body', 'settings', 'alertThreshold'], ctx: { ge: 0 } },
    ]);
    for (const [alertThreshold, type] of [
      ['x', 'float_parsing'],
      [[], 'float_type'],
      [1e12, 'less_than_equal'],
    ]) {
      const answer = await call('PATCH', '/api/users/me', { settings: { alertThreshold } });
      expect(answer.body).toMatchObject({ detail: [{ type, loc: ['body', 'settings', 'alertThreshold'] }] });
    }
  });
});

describe('usage', () => {
  test('what an answer says it cost is what log, receipt, summary, days and balance say', async () => {
    const before = (await call('GET', '/api/users/me/usage/summary')).body.data;
    const answer = await postSql(service, { query: 'SELECT video_id FROM videos', limit: 7 });
    const { cost, request_id: id } = (await answer.json()) as { cost: string; request_id: string };
    const failed = await postSql(service, { query: 'SELECT nope FROM videos' });
    const { request_id: failedId } = (await failed.json()) as { request_id: string };
    expect(cost).toBe('$0.0007');

    const { data: found } = (await call('GET', `/api/requests/${id}`)).body;
    expect(receipt(platforms).strict().safeParse(found).error).toBeUndefined();
    expect(found).toMatchObject({
      request_id: id,
      cost,
      records: 7,
      status: 200,
      key_name: 'test',
      endpoint: '/api/shortvideo/sql',
      line_items: [{ item: 'records', quantity: 7, unit_price: '$0.0001', cost: '$0.0007' }],
      price_version: '2026-11',
      error_code: null,
      delivered: true,
    });
    const log = (await call('GET', '/api/users/me/usage?limit=2')).body.data;
    expect(usageList(platforms).strict().safeParse(log).error).toBeUndefined();
    expect(log).toMatchObject({
      records: [
        { request_id: failedId, cost: '$0.0000', status: 400, error_code: 'sql_unknown_column' },
        { request_id: id, cost },
      ],
      total_fetched: 2,
    });
    const summary = (await call('GET', '/api/users/me/usage/summary')).body.data;
    expect(usageSummary(platforms).strict().safeParse(summary).error).toBeUndefined();
    expect(summary).toMatchObject({
      total_requests: Number(before.total_requests) + 2,
      failed_requests: Number(before.failed_requests) + 1,
      cost_source: 'ledger',
      pending_cost: '$0.0000',
      keys: { total: 1, active: 1, revoked: 0 },
      by_platform: { network: { requests: 0, records: 0, cost: '$0.0000' } },
    });
    const daily = (await call('GET', '/api/users/me/usage/daily')).body.data;
    expect(dailyUsage.strict().safeParse(daily).error).toBeUndefined();
    expect(daily.total_cost).toBe(summary.current_period_cost);
    const left = (await call('GET', '/api/users/me/balance')).body.data;
    expect(balance.strict().safeParse(left).error).toBeUndefined();
    expect(left).toMatchObject({ current_period_cost: summary.current_period_cost, reserved: '$0.0000' });
    expect((await call('GET', '/api/users/me/notifications')).body.data).toEqual({
      notifications: [],
      total: 0,
    });
    expect(notificationList.safeParse({ notifications: [], total: 0 }).success).toBe(true);
  });

  test('pages cover the log exactly', async () => {
    for (let i = 0; i < 5; i++) await postSql(service, { limit: 1 });
    const whole = (await call('GET', '/api/users/me/usage?limit=1000')).body.data;
    const paged: unknown[] = [];
    for (let cursor = ''; ; ) {
      const page = (await call('GET', `/api/users/me/usage?limit=2${cursor}`)).body.data;
      paged.push(...(page.records as unknown as unknown[]));
      expect(page.has_more).toBe(page.cursor !== null);
      if (page.cursor === null) break;
      cursor = `&cursor=${page.cursor}`;
    }
    expect(paged).toEqual(whole.records);
  });

  test('windows are [start, end), a date includes its whole UTC day, a start after the end is refused', async () => {
    const window = async (query: string) => (await call('GET', `/api/users/me/usage?${query}`)).body.data;
    expect(await window('start_date=2026-01-01&end_date=2026-01-31')).toMatchObject({
      records: [],
      start_date: '2026-01-01T00:00:00.000Z',
      end_date: '2026-02-01T00:00:00.000Z',
    });
    expect(await window('start_date=2026-01-01T02:00:00%2B02:00&end_date=1767312000')).toMatchObject({
      start_date: '2026-01-01T00:00:00.000Z',
      end_date: '2026-01-02T00:00:00.000Z',
    });
    const { status, body } = await call(
      'GET',
      '/api/users/me/usage?start_date=2026-02-02&end_date=2026-01-01',
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: [
        { type: 'value_error', loc: ['query'], msg: 'Value error, start_date must not be after end_date' },
      ],
    });
    for (const [text, error] of [
      ['2026-13-01', 'month value is outside expected range of 1-12'],
      ['2026-02-30T00:00:00Z', 'day value is outside expected range'],
      ['2026-02-03T99:00:00Z', 'unexpected extra characters at the end of the input'],
      ['2026/02/03', 'invalid date separator, expected `-`'],
      ['twenty-six-01', 'invalid character in year'],
    ]) {
      const answer = await call('GET', `/api/users/me/usage?end_date=${text}`);
      expect(answer.body).toMatchObject({
        detail: [{ type: 'datetime_from_date_parsing', loc: ['query', 'end_date'], ctx: { error } }],
      });
    }
    const year = '/api/users/me/usage/daily?start_date=2020-01-01&end_date=2026-01-01';
    expect((await call('GET', year)).status).toBe(422);
  });

  test('a data key sees its own requests and nothing of the others', async () => {
    const { record, key } = await service.accounts.createKey(service.accountId, { name: 'second' });
    const { request_id: id } = (await (await postSql({ ...service, key }, { limit: 2 })).json()) as {
      request_id: string;
    };
    const { records } = (await call('GET', '/api/users/me/usage', undefined, bearer(key))).body.data;
    expect(records).toMatchObject([{ request_id: id, key_id: record.keyId }]);
    const summary = (await call('GET', '/api/users/me/usage/summary', undefined, bearer(key))).body.data;
    expect(summary).toMatchObject({ total_requests: 1, current_period_cost: '$0.0002' });
    expect((await call('GET', `/api/requests/${id}`, undefined, bearer(key))).status).toBe(200);
    const own = bearer(service.key);
    expect(await errorOf('GET', `/api/requests/${id}`, undefined, own)).toEqual([404, 'not_found']);
    const { accountKey: foreign } = await service.accounts.createAccount({
      name: 'X',
      email: 'x@example.org',
    });
    expect(await errorOf('GET', `/api/requests/${id}`, undefined, bearer(foreign))).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('keys', () => {
  test('expiry and spend limit are set at creation; a limit that is reached answers 402', async () => {
    const made = await call('POST', '/api/users/me/api-keys', {
      name: 'capped',
      expires_at: '2126-01-01T00:00:00+01:00',
      spend_limit: 0.0005,
    });
    expect(createdApiKey(platforms).strict().safeParse(made.body.data).error).toBeUndefined();
    expect(made.body.data).toMatchObject({ expires_at: '2125-12-31T23:00:00.000Z', spend_limit: '$0.0005' });
    const key = String(made.body.data.key);
    expect((await postSql({ ...service, key }, { limit: 3 })).status).toBe(200);
    const query = 'SELECT author FROM videos ORDER BY play_count';
    const refused = await postSql({ ...service, key }, { query, limit: 3 });
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'spend_limit_reached',
        meta: { required: '$0.0003', available: '$0.0002', spend_limit: '$0.0005', scope: 'key' },
      },
    });
    const past = await call('POST', '/api/users/me/api-keys', { name: 'x', expires_at: '2020-01-01' });
    expect(past.body).toMatchObject({ detail: [{ type: 'value_error', loc: ['body', 'expires_at'] }] });
    const wrong = await call('POST', '/api/users/me/api-keys', { name: 'x', expires_at: 'soon' });
    expect(wrong.body).toMatchObject({ detail: [{ type: 'datetime_from_date_parsing' }] });
  });

  test('rotation answers a new key, and the former one works for the overlap', async () => {
    const made = await call('POST', '/api/users/me/api-keys', { name: 'turn', permissions: ['shortvideo'] });
    const { key_id: keyId, key } = made.body.data;
    const path = `/api/users/me/api-keys/${keyId}/rotate`;
    const rotated = await call('POST', path, { overlap_seconds: 60 });
    expect(rotatedApiKey(platforms).strict().safeParse(rotated.body.data).error).toBeUndefined();
    expect(rotated.body.data).toMatchObject({ name: 'turn', permissions: ['shortvideo'], status: 'active' });
    for (const each of [key, rotated.body.data.key]) {
      expect((await postSql({ ...service, key: each as unknown as string }, { limit: 1 })).status).toBe(200);
    }
    const twice = `/api/users/me/api-keys/${rotated.body.data.key_id}/rotate`;
    const again = await call('POST', twice, {}, { 'idempotency-key': 'turn' });
    expect(again.status).toBe(200);
    expect((await call('POST', twice, {}, { 'idempotency-key': 'turn' })).body).toEqual(again.body);
    const former = { ...service, key: rotated.body.data.key as unknown as string };
    expect((await postSql(former, { limit: 1 })).status).toBe(401);
    expect(await errorOf('POST', '/api/users/me/api-keys/key_none/rotate', {})).toEqual([
      404,
      'api_key_not_found',
    ]);
  });
});

describe('webhooks and sign-up', () => {
  test('a webhook is made with its secret, listed without, deleted', async () => {
    const made = await call('POST', '/api/users/me/webhooks', { url: 'https://example.org/hook' });
    expect(made.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await call('GET', '/api/users/me/webhooks');
    expect(list.body.data).toMatchObject({ total: 1, webhooks: [{ url: 'https://example.org/hook' }] });
    expect(JSON.stringify(list.body)).not.toContain('whsec_');
    const path = `/api/users/me/webhooks/${made.body.data.webhook_id}`;
    expect((await call('DELETE', path)).status).toBe(200);
    expect(await errorOf('DELETE', path)).toEqual([404, 'webhook_not_found']);
    expect((await call('POST', '/api/users/me/webhooks', { url: 'http://10.0.0.1/' })).status).toBe(422);
  });

  test('sign-up is closed unless the operator opens it', async () => {
    const body = { name: 'Ida Moe', email: 'ida@example.org' };
    expect(await errorOf('POST', '/api/signup', body)).toEqual([403, 'signup_closed']);
    const { engine, accounts } = service;
    const open = await startService({ engine, accounts, host: '127.0.0.1', port: 0, isSignupOpen: true });
    const post = async (sent: object) =>
      await fetch(`${open.url}/api/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
    const made = (await (await post(body)).json()) as { data: { account_key: string; user: object } };
    expect(made.data).toMatchObject({ user: body, account_key: expect.stringMatching(/^sdq_acct_/) });
    expect((await post({ name: 'x', email: 'nobody' })).status).toBe(422);
    await open.close();
  });
});

test('when the charge cannot be written nothing is served, and nothing is charged', async () => {
  const { engine, accounts } = service;
  const { AppError } = await import('@sdq/contract');
  const broken = {
    ...accounts,
    settle: () => Promise.reject(new AppError('service_unavailable', 'disk I/O error')),
  };
  const second = await startService({ engine, accounts: broken, host: '127.0.0.1', port: 0 });
  const before = await accounts.findAccount(service.accountId);
  const answer = await postSql({ ...service, service: second }, { query: 'SELECT video_id FROM videos' });
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain('7000000000000000001');
  const after = await accounts.findAccount(service.accountId);
  expect(after).toMatchObject({ balanceUnits: before?.balanceUnits, reservedUnits: 0 });
  await second.close();
});

test('no key stands in any file or log', async () => {
  const logged: string[] = [];
  const write = (...parts: unknown[]) =>
    void logged.push(JSON.stringify(parts, Object.getOwnPropertyNames(parts[0] ?? {})));
  const logger = {
    level: 'trace',
    fatal: write,
    error: write,
    warn: write,
    info: write,
    debug: write,
    trace: write,
    silent: write,
  };
  const { engine, accounts } = service;
  const child = Object.assign(logger, { child: () => logger });
  const logging = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    logger: child as never,
  });
  const made = await call(
    'POST',
    '/api/users/me/api-keys',
    { name: 'secret' },
    { 'idempotency-key': 'secret' },
  );
  const keys = [String(made.body.data.key), service.key, service.accountKey];
  for (const key of keys) {
    await postSql({ service: logging, key }, { limit: 1 });
    await postSql({ service: logging, key }, { query: key });
    await fetch(`${logging.url}/api/users/me?key=${key}`);
    await fetch(`${logging.url}/api/${key}`, { headers: { authorization: `Bearer ${key}x` } });
  }
  await logging.close();
  expect(logged.length).toBeGreaterThan(8);
  const files = readdirSync(service.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  for (const key of keys) {
    const secret = key.slice(13, -4);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
    expect(files.filter((content) => content.includes(secret))).toEqual([]);
  }
});
