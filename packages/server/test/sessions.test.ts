import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, unlimited } from '../../../test/support/test-service.ts';
import { browserOf } from './browser-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, signIn, sentBack, cookieOf, sql, started } = browserOf(() => service);

describe('a session', () => {
  test('is a cookie that scripts cannot read and other sites do not send, for 12 hours', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const rules = 'Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Strict';
    const [host = '', loopback = ''] = answer.cookies;
    expect(host).toMatch(/^__Host-sdq=[\w-]{43}; /);
    expect(
      host
        .slice(host.indexOf(';') + 2)
        .split('; ')
        .sort(),
    ).toEqual(rules.split('; ').sort());
    expect(loopback).toBe(host.replace('__Host-sdq', 'sdq').replace(' Secure;', ''));
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain(host.slice(11, 54));
    expect(answer.body.data).toMatchObject({
      access: 'account',
      account_id: service.accountId,
      key_name: 'console',
      spend_limit: '$10.0000',
    });
  });

  test('calls account and data endpoints, and spends with the console key, of which nobody knows the text', async () => {
    const answer = await signIn();
    const cookie = sentBack(answer);
    const { key_id: keyId } = answer.body.data;
    expect((await call('GET', '/api/users/me', { cookie })).body.data.id).toBe(service.accountId);
    const ran = await sql(cookie);
    expect(ran).toMatchObject({ status: 200, body: { cost: '$0.0003' } });
    const usage = await call('GET', '/api/users/me/usage?limit=1', { cookie });
    expect(usage.body.data.records[0]).toMatchObject({ key_id: keyId, key_name: 'console', cost: '$0.0003' });
    // another sign-in spends with the same key
    expect((await signIn()).body.data.key_id).toBe(keyId);
    for (const [method, path, body] of [
      ['POST', '/api/shortvideo/sql/check', { query: 'SELECT 1' }],
      ['POST', '/api/shortvideo/sql/quotes', { query: 'SELECT author FROM videos' }],
      ['GET', '/api/users/me/api-keys', undefined],
      ['GET', '/api/events?count=1', undefined],
      ['POST', '/api/users/me/api-keys', { name: 'of a session' }],
    ] as const) {
      expect((await call(method, path, { cookie }, body)).status, path).toBe(200);
    }
  });

  test('cannot spend more than the limit of the console key, which a sign-in sets', async () => {
    const cookie = sentBack(await signIn({ key: service.accountKey, spend_limit: '$0.0006' }));
    const refused = await sql(cookie, {}, { query: 'SELECT author FROM videos', limit: 900 });
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'spend_limit_reached' } } });
    const raised = await signIn({ key: service.accountKey, spend_limit: '$10' });
    expect(raised.body.data.spend_limit).toBe('$10.0000');
    expect((await sql(cookie, {}, { query: 'SELECT author FROM videos', limit: 900 })).status).toBe(200);
  });

  test('of a data key has the rights of that key, and no account', async () => {
    const answer = await signIn({ key: service.key });
    expect(answer.body.data).toMatchObject({ access: 'data', key_name: 'test', spend_limit: null });
    const cookie = sentBack(answer);
    expect((await sql(cookie)).status).toBe(200);
    const refused = await call('GET', '/api/users/me/api-keys', { cookie });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  });

  test('a key counts before a cookie', async () => {
    const cookie = await cookieOf();
    const asked = await sql(cookie, { authorization: `Bearer ${service.key}`, 'sec-fetch-site': undefined });
    expect(asked.status).toBe(200);
    const wrong = await sql(cookie, { authorization: 'Bearer sdq_live_x' });
    expect(wrong.body.error.code).toBe('invalid_api_key');
  });

  test('a browser that took both cookies loses the one without the prefix', async () => {
    const cookies = sentBack(await signIn());
    const { cookies: set } = await call('GET', '/api/users/me', { cookie: cookies });
    expect(set).toEqual([expect.stringMatching(/^sdq=; Max-Age=0; /)]);
    expect((await call('GET', '/api/users/me', { cookie: cookies.split('; ')[1] })).status).toBe(200);
  });

  test('ends with DELETE, for every copy of its cookie', async () => {
    const cookie = await cookieOf();
    const ended = await call('DELETE', '/api/session', { cookie });
    expect(ended.body.data).toEqual({ ended: true });
    expect(ended.cookies.map((each) => each.split(';', 2).join(';'))).toEqual([
      '__Host-sdq=; Max-Age=0',
      'sdq=; Max-Age=0',
    ]);
    const after = await call('GET', '/api/users/me', { cookie });
    expect(after).toMatchObject({ status: 401, body: { error: { code: 'session_expired' } } });
    expect((await call('DELETE', '/api/session', { cookie })).body.data).toEqual({ ended: false });
  });

  test('ends when its key is revoked, that of the console or the one that signed in', async () => {
    const console = await signIn();
    await service.accounts.revokeKey(service.accountId, console.body.data.key_id);
    const after = await call('GET', '/api/users/me', { cookie: sentBack(console) });
    expect(after.body.error.code).toBe('session_expired');
    const other = await service.accounts.createKey(service.accountId, { name: 'short' });
    const cookie = await cookieOf({ key: other.key });
    await service.accounts.revokeKey(service.accountId, other.record.keyId);
    expect((await sql(cookie)).body.error.code).toBe('session_expired');
    expect((await signIn({ key: other.key })).body.error.code).toBe('revoked_api_key');
  });

  test('repeats a named request with the answer of its own session only', async () => {
    const [one, two] = [await cookieOf(), await cookieOf()];
    const named = { 'idempotency-key': 'a query of the console' };
    const first = await sql(one, named);
    const again = await sql(one, named);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await sql(two, named)).body.error.code).toBe('idempotency_answer_not_kept');
  });

  test('sign-in needs one of key and token, and no admin key', async () => {
    for (const body of [{}, { key: service.accountKey, token: 'x' }, { key: service.key, spend_limit: 1 }]) {
      expect((await signIn(body)).status).toBe(422);
    }
    const admin = await service.accounts.createAdminKey({ name: 'operator' });
    expect((await signIn({ key: admin.key })).body.error.code).toBe('insufficient_scope');
    expect((await signIn({ key: 'sdq_acct_wrong' })).body.error.code).toBe('invalid_api_key');
  });
});

describe('the one-time token', () => {
  test('signs in once, and never again', async () => {
    const token = await service.accounts.createSignInToken(service.accountId);
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await signIn({ token })).body.error.code).toBe('invalid_sign_in_token');
    expect((await signIn({ token: `${token.slice(1)}A` })).body.error.code).toBe('invalid_sign_in_token');
  });

  test('is refused to a page of another site, which does not use it up', async () => {
    const token = await service.accounts.createSignInToken(service.accountId);
    expect((await signIn({ token }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await signIn({ token }, { host: 'attacker.example' })).status).toBe(403);
    expect((await signIn({ token })).status).toBe(200);
  });

  test('guesses are counted by address', async () => {
    const { engine, accounts } = service;
    await using few = await started({
      engine,
      accounts,
      limits: { ...unlimited, failedAuthenticationsPerMinute: 3 },
    });
    const codes = [];
    for (let i = 0; i < 5; i++) {
      const { body } = await call('POST', '/api/session', {}, { token: 'A'.repeat(43) }, few.url);
      codes.push(body.error.code);
    }
    expect(codes).toEqual([...Array(3).fill('invalid_sign_in_token'), 'rate_limited', 'rate_limited']);
  });
});
