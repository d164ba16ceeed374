import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { browserOf } from './browser-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, signIn, sentBack, cookieOf, sql, started } = browserOf(() => service);

describe('attacks', () => {
  test('a page of another site cannot use the session, with any method (CSRF)', async () => {
    const cookie = await cookieOf();
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      for (const [method, path, body] of [
        ['GET', '/api/shortvideo/profile?username=a1', undefined],
        ['GET', '/api/users/me', undefined],
        ['POST', '/api/shortvideo/sql', { query: 'SELECT 1' }],
        ['POST', '/api/users/me/api-keys', { name: 'theirs' }],
        ['DELETE', '/api/session', undefined],
        ['QUERY', '/api/shortvideo/sql', { query: 'SELECT 1' }],
      ] as const) {
        const answer = await call(method, path, { cookie, 'sec-fetch-site': site }, body);
        expect(answer.body.error.code, `${site} ${method} ${path}`).toBe('session_refused');
      }
    }
    expect((await call('GET', '/api/users/me', { cookie })).status).toBe(200);
  });

  test('unsafe methods need a header that a form cannot send', async () => {
    const cookie = await cookieOf();
    const bare = { cookie, 'x-requested-with': undefined };
    for (const [method, path, body] of [
      ['POST', '/api/shortvideo/sql', { query: 'SELECT 1' }],
      ['QUERY', '/api/shortvideo/sql', { query: 'SELECT 1' }],
      ['PATCH', '/api/users/me', { name: 'theirs' }],
      ['DELETE', '/api/session', undefined],
      ['POST', '/api/session', { key: service.accountKey }],
    ] as const) {
      expect((await call(method, path, bare, body)).body.error.code, `${method} ${path}`).toBe(
        'session_refused',
      );
    }
    expect((await call('GET', '/api/users/me', bare)).status).toBe(200);
    expect((await sql(cookie, { origin: 'https://attacker.example' })).body.error.code).toBe(
      'session_refused',
    );
  });

  test('no other origin gets credentials through CORS, even where all origins are allowed', async () => {
    const { engine, accounts } = service;
    await using open = await started({ engine, accounts, http: { corsOrigins: ['*'] } });
    const preflight = await call(
      'OPTIONS',
      '/api/users/me',
      {
        origin: 'https://attacker.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-requested-with',
      },
      undefined,
      open.url,
    );
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).not.toContain(
      'x-requested-with',
    );
  });

  test('a sign-in makes a new secret, and ends the session that the browser had (fixation)', async () => {
    const theirs = await cookieOf();
    const mine = await signIn(undefined, { cookie: theirs });
    expect(sentBack(mine)).not.toContain(theirs.split('=')[1]);
    expect((await call('GET', '/api/users/me', { cookie: theirs })).body.error.code).toBe('session_expired');
    const invented = `__Host-sdq=${'x'.repeat(43)}`;
    expect((await call('GET', '/api/users/me', { cookie: invented })).body.error.code).toBe(
      'session_expired',
    );
    expect(sentBack(await signIn(undefined, { cookie: invented }))).not.toContain('xxxx');
  });

  test('a name that another site resolves to this machine is refused (DNS rebinding)', async () => {
    const cookie = await cookieOf();
    for (const host of [
      'attacker.example',
      'attacker.example:8080',
      '127.0.0.1.attacker.example',
      'localhost.attacker.example',
      '0.0.0.0',
      '10.0.0.7',
    ]) {
      expect((await signIn(undefined, { host })).body.error.code, host).toBe('session_refused');
      const read = await call('GET', '/api/users/me', { cookie, host });
      expect(read.body.error.code, host).toBe('session_refused');
    }
    for (const host of ['localhost', 'LOCALHOST:8080', 'app.localhost:1', '127.0.0.2', '[::1]:8080']) {
      expect((await call('GET', '/api/users/me', { cookie, host })).status, host).toBe(200);
    }
  });

  test('over plain HTTP elsewhere the sign-in is refused with the reason; over TLS the cookie has the prefix', async () => {
    const plain = await signIn(undefined, { host: 'sdq.example.org' });
    expect(plain.body.detail).toBe(
      'Sessions over plain HTTP are refused at sdq.example.org: others on the network could read the cookie',
    );
    const { engine, accounts } = service;
    await using behind = await started({ engine, accounts, baseUrl: 'https://sdq.example.org' });
    const host = { host: 'sdq.example.org' };
    const secure = await call('POST', '/api/session', host, { key: service.accountKey }, behind.url);
    expect(secure.cookies).toEqual([expect.stringMatching(/^__Host-sdq=.* Secure;/)]);
    const bare = sentBack(secure).replace('__Host-', '');
    expect(
      (await call('GET', '/api/users/me', { ...host, cookie: bare }, undefined, behind.url)).body.error.code,
    ).toBe('missing_api_key');
    const proxied = await started({ engine, accounts, trustProxy: '127.0.0.1' });
    await using _proxied = proxied;
    const forwarded = { host: 'sdq.example.org', 'x-forwarded-proto': 'https' };
    expect(
      (await call('POST', '/api/session', forwarded, { key: service.accountKey }, proxied.url)).status,
    ).toBe(200);
    expect((await signIn(undefined, forwarded)).status, 'a header of an untrusted client').toBe(403);
  });

  test('no page can be framed (clickjacking)', async () => {
    const { engine, accounts } = service;
    const consoleDirectory = new URL('../../console/dist', import.meta.url).pathname;
    await using pages = await started({ engine, accounts, consoleDirectory });
    for (const path of [
      '/',
      '/console/',
      '/console/query',
      '/q/any',
      '/docs',
      '/docs/errors',
      '/openapi.json',
      '/llms.txt',
      '/api/platforms',
      '/healthz',
      '/nowhere',
      '/console/assets/none.js',
    ]) {
      const { headers } = await call('GET', path, { accept: 'text/html' }, undefined, pages.url);
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    }
  });

  test('the session is no key of the agents’ endpoint, nor of the operator', async () => {
    const cookie = await cookieOf();
    expect((await call('GET', '/api/admin/status', { cookie })).body.error.code).toBe('missing_api_key');
    const { engine, accounts } = service;
    const mcp = () => async () => new Response('an answer');
    await using agents = await started({ engine, accounts, mcp });
    const asked = await call('POST', '/mcp', { cookie }, {}, agents.url);
    expect(asked.body.error.code).toBe('missing_api_key');
  });
});
