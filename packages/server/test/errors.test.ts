import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { builtInPlatforms } from '@sdq/catalog';
import { errorCodes } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { statusOf } from '../src/response/error-status.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const call = (path: string, init: RequestInit = {}) => fetch(service.service.url + path, init);

/** The body must be our envelope, its code and status those expected, and the ids agree. */
async function expectError(answer: Response, status: number, code: string) {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  const body = (await answer.json()) as { error: { meta: Record<string, unknown> }; request_id: string };
  expect(Object.keys(body)).toEqual(['success', 'detail', 'error', 'cost', 'request_id']);
  expect(body).toMatchObject({
    success: false,
    cost: '$0.0000',
    request_id: answer.headers.get('x-request-id'),
    error: { code, status, doc_url: `${service.service.url}/docs/errors#${code}` },
  });
  return body;
}

/** Writes raw bytes and reads until the service closes. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(service.service.url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

describe('credentials', () => {
  test('none, and ones of another scheme', async () => {
    for (const authorization of [undefined, 'Basic x', 'Bearer', 'Bearer  ']) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await call('/api/shortvideo/sql', {
        method: 'POST',
        body: '{}',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await expectError(answer, 401, 'missing_api_key')).toMatchObject({
        detail: 'Not authenticated',
      });
    }
    const account = await call('/api/users/me');
    expect(account.headers.get('www-authenticate')).toBe('APIKey');
    await expectError(account, 401, 'missing_api_key');
  });

  test('a wrong key, a revoked one, one in the URL, two at once', async () => {
    await expectError(await postSql({ ...service, key: 'nonsense' }, {}), 401, 'invalid_api_key');
    const { record, key } = await service.accounts.createKey(service.accountId, { name: 'gone' });
    expect((await postSql({ ...service, key }, { limit: 1 })).status).toBe(200);
    await service.accounts.revokeKey(service.accountId, record.keyId);
    await expectError(await postSql({ ...service, key }, { limit: 1 }), 401, 'revoked_api_key');
    await expectError(await call(`/api/users/me?key=${service.key}`), 400, 'key_in_query_string');
    const { key: second } = await service.accounts.createKey(service.accountId, { name: 'second' });
    await expectError(await postSql(service, {}, { 'x-api-key': second }), 400, 'ambiguous_credentials');
    expect((await postSql(service, { limit: 1 }, { 'x-api-key': service.key })).status).toBe(200);
  });

  test('two Authorization headers with different keys are noticed', async () => {
    const { hostname } = new URL(service.service.url);
    const answer = await raw(
      `GET /api/users/me HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('ambiguous_credentials');
  });

  test('a key opens what it is for', async () => {
    const photo = await service.accounts.createKey(service.accountId, { name: 'p', permissions: ['photo'] });
    await expectError(await postSql({ ...service, key: photo.key }, {}), 403, 'platform_not_permitted');
    await expectError(await postSql({ ...service, key: service.accountKey }, {}), 403, 'insufficient_scope');
    const asData = { headers: { authorization: `Bearer ${service.key}` } };
    expect((await call('/api/users/me', asData)).status).toBe(200);
    await expectError(await call('/api/users/me/api-keys', asData), 403, 'insufficient_scope');
  });
});

describe('requests', () => {
  test.each(builtInPlatforms.filter((facts) => facts.sql !== 'available').map((facts) => facts.platform))(
    'SQL for %s is not yet available',
    async (platform) => {
      const answer = await call(`/api/${platform}/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const body = await expectError(answer, 501, 'sql_not_available');
      expect(body).toMatchObject({
        detail: `SQL is not yet available for platform "${platform}" (coming soon)`,
      });
      expect(body.error.meta).toEqual({ platform, status: 'indexing in progress' });
    },
  );

  test('unknown paths and methods, also with a body that is no JSON', async () => {
    await expectError(await call('/nope'), 404, 'route_not_found');
    await expectError(await call('/%zz'), 404, 'route_not_found');
    await expectError(await call('/api/nowhere/sql', { method: 'POST', body: '{' }), 404, 'route_not_found');
    const answer = await call('/api/shortvideo/sql', { method: 'PUT', body: '{}' });
    await expectError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('POST, QUERY');
    const key = await call('/api/users/me/api-keys/key_1', { method: 'POST' });
    expect(key.headers.get('allow')).toBe('DELETE');
  });

  test('bodies of the wrong type, coding or size', async () => {
    await expectError(
      await postSql(service, '{}', { 'content-type': 'application/xml' }),
      415,
      'unsupported_media_type',
    );
    await expectError(
      await postSql(service, '{}', { 'content-encoding': 'gzip' }),
      415,
      'unsupported_media_type',
    );
    await expectError(await postSql(service, `"${'a'.repeat(1_048_577)}"`), 413, 'body_too_large');
  });

  test('formats that cannot be had', async () => {
    await expectError(await postSql(service, {}, { accept: 'image/png' }), 406, 'not_acceptable');
    expect((await postSql(service, { limit: 1 }, { accept: 'image/png, */*;q=0.1' })).status).toBe(200);
    expect((await postSql(service, { limit: 1 }, { accept: 'application/problem+json' })).status).toBe(200);
  });

  test('headers that are too long, and what is not HTTP, are answered as JSON and closed', async () => {
    for (const [text, status, code] of [
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      ['nonsense\r\n\r\n', 400, 'malformed_request'],
    ] as const) {
      const answer = await raw(text);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: { code, status } });
    }
  });

  test('our request id is ours, the caller’s comes back beside it', async () => {
    const answer = await call('/healthz', { headers: { 'x-request-id': 'mine-7' } });
    expect(answer.headers.get('x-client-request-id')).toBe('mine-7');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    const long = await call('/healthz', { headers: { 'x-request-id': 'x'.repeat(129) } });
    expect(long.headers.get('x-client-request-id')).toBeNull();
  });

  test('a problem document has the same facts', async () => {
    const answer = await postSql(
      service,
      { query: 'SELECT nope FROM videos' },
      { accept: 'application/problem+json' },
    );
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      type: `${service.service.url}/docs/errors#sql_unknown_column`,
      status: 400,
      code: 'sql_unknown_column',
      request_id: answer.headers.get('x-request-id'),
      retryable: false,
      sql: { offset: 7, length: 4, line: 1, column: 8 },
    });
  });

  test('every failure comes as a problem document to who asks for that', async () => {
    const accept = { accept: 'application/problem+json' };
    const sent: [string, RequestInit, number][] = [
      ['/nope', {}, 404],
      ['/%zz', {}, 404],
      ['/healthz', { method: 'DELETE' }, 405],
      ['/api/users/me', {}, 401],
      [`/api/users/me?key=${service.key}`, {}, 400],
      ['/api/shortvideo/comments?video_id=1', { headers: { 'x-api-key': service.key } }, 404],
      ['/api/shortvideo/sql', { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' }, 415],
      ['/api/shortvideo/sql', { method: 'POST', body: `"${'a'.repeat(1_048_577)}"` }, 413],
      [
        '/api/photo/sql',
        {
          method: 'POST',
          headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
          body: '{}',
        },
        501,
      ],
    ];
    for (const [path, init, status] of sent) {
      const answer = await call(path, { ...init, headers: { ...(init.headers as object), ...accept } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        status,
        accept.accept,
      ]);
      const problem = (await answer.json()) as Record<string, unknown>;
      expect(problem).toMatchObject({ status, request_id: answer.headers.get('x-request-id') });
      expect(Object.keys(problem).slice(0, 8)).toEqual([
        'type',
        'title',
        'status',
        'detail',
        'instance',
        'code',
        'request_id',
        'retryable',
      ]);
    }
    for (const [text, status] of [
      [`GET / HTTP/1.1\r\nHost: x\r\nAccept: application/problem+json\r\nX A: b\r\n\r\n`, 400],
      [`GET / HTTP/1.1\r\nAccept: application/problem+json\r\n\r\n`, 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nAccept: application/problem+json\r\n${'a:b\r\n'.repeat(300)}\r\n`, 431],
    ] as const) {
      const answer = await raw(text);
      expect(answer).toMatch(
        new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`, 'i'),
      );
    }
  });

  test('methods: HEAD where there is GET, OPTIONS and others with what is allowed', async () => {
    const head = await call('/healthz', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['OPTIONS', 'PUT', 'DELETE']) {
      const answer = await call('/healthz', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    // what is read is charged: nobody reads it without its body
    const charged = await call('/api/shortvideo/feed', {
      method: 'HEAD',
      headers: { 'x-api-key': service.key },
    });
    expect([charged.status, charged.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('an internal error discloses nothing', async () => {
    const schema = service.engine.schema;
    service.engine.schema = async () => {
      throw new Error('secret path /var/lib');
    };
    try {
      const body = await expectError(await call('/api/platforms'), 500, 'internal_error');
      expect(JSON.stringify(body)).not.toContain('secret');
    } finally {
      service.engine.schema = schema;
    }
  });
});

describe('refused SQL', () => {
  test.each([
    ['SELEC 1', 'sql_syntax_error'],
    ['SELECT * FROM nowhere', 'sql_unknown_table'],
    ['SELECT nope FROM videos', 'sql_unknown_column'],
    ['SELECT nofunction(1)', 'sql_unknown_function'],
    ['DELETE FROM videos', 'statement_not_allowed'],
    ['SELECT 1; SELECT 2', 'multiple_statements'],
    ["SELECT CAST('x' AS INTEGER)", 'sql_conversion_error'],
    ['SELECT ?', 'sql_parameter_error'],
  ])('%s', async (query, code) => {
    const body = await expectError(await postSql(service, { query }), 400, code);
    expect(body.error).toHaveProperty('sql.message');
  });
});

test('every code has a status that its kind allows', () => {
  for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
    const status = statusOf(code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status >= 500 && ![501, 502, 503, 504, 507].includes(status)).toBe(status === 500);
  }
});

test('a request that stops half-way is not answered with a page', async () => {
  const { hostname, port } = new URL(service.service.url);
  const answer = await new Promise<number | undefined>((resolve) => {
    const request = httpRequest(
      { hostname, port, path: '/api/shortvideo/sql', method: 'POST', headers: { 'content-length': 10 } },
      (response) => resolve(response.statusCode),
    );
    request.on('error', () => resolve(undefined));
    request.write('{"a');
    request.destroy();
  });
  expect(answer).toBeUndefined();
  expect((await call('/healthz')).status).toBe(200);
});
