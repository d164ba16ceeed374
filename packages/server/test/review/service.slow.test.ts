import { markSql, readPlatformFacts } from '@sdq/platforms';
import { type Service, startService } from '@sdq/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../../../test/support/sample-service.ts';
import { committedExamples } from '../committed-examples.ts';

/** Findings of a review of the service, by their numbers. */

let service: SampleService;
/** The same with SQL of all platforms. */
let enabledService: Service;
beforeAll(async () => {
  service = await startSampleService();
  for (const platform of ['network', 'photo', 'micro'] as const)
    await markSql(service.engine.index, platform, 'ready');
  const { engine, accounts } = service;
  const platforms = await readPlatformFacts(engine.index);
  enabledService = await startService({ engine, accounts, platforms, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await enabledService?.close();
  await service?.[Symbol.asyncDispose]();
});

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  body: any;
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  key?: 'account',
  url = service.url,
): Promise<Answered> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key === 'account'
        ? { 'x-api-key': service.accountKey }
        : { authorization: `Bearer ${service.key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const sql = async (query: string, options: object = {}) =>
  (await send('POST', '/api/shortvideo/sql', { query, ...options })).body.data;

test('9: only a statement that can be fetched has a statement_id', async () => {
  expect((await sql('SELECT 1 AS one')).statement_id ?? null).toBeNull();
  const { statement_id: id } = await sql('SELECT count(*) AS n FROM videos', { wait_timeout_ms: 0 });
  expect((await send('GET', `/api/shortvideo/sql/statements/${id}`)).status).toBeLessThan(300);
});

test('10: examples of SQL answer 2xx where the operator has enabled SQL; all others answered 2xx when they were made', async () => {
  const enabled =
    /^(?:query|check|create|get|delete|cancel)_(network|photo|micro)_sql(?:_quote|_statement|_statement_events|_result_link)?$/;
  const ended = 'cancel_shortvideo_sql_statement'; // its statement had ended: its example is the 404
  for (const [operation, { valid }] of Object.entries(committedExamples())) {
    if (enabled.test(operation) || operation === ended) continue;
    expect([200, 201, 202, 204], operation).toContain(valid.status);
  }
  const ask = (method: string, path: string, body?: unknown) =>
    send(method, path, body, undefined, enabledService.url);
  for (const platform of ['network', 'photo', 'micro']) {
    const path = `/api/${platform}/sql`;
    const { body } = committedExamples()[`query_${platform}_sql`]?.valid ?? {};
    expect(body).toBeDefined();
    expect((await ask('POST', path, body)).status).toBe(200);
    expect((await ask('POST', `${path}/check`, body)).status).toBe(200);
    const quote = await ask('POST', `${path}/quotes`, body);
    expect(quote.status).toBeLessThan(300);
    const quotePath = `${path}/quotes/${quote.body.data.quote_id}`;
    expect((await ask('GET', quotePath)).status).toBe(200);
    expect((await ask('DELETE', quotePath)).status).toBe(200);
    const statement = await ask('POST', path, { ...(body as object), wait_timeout_ms: 0 });
    const statementPath = `${path}/statements/${statement.body.data.statement_id}`;
    expect((await ask('GET', statementPath)).status).toBeLessThan(300);
  }
});

test('13: totals and decimals are numbers where a double holds them, else text', async () => {
  const { rows } = await sql(
    'SELECT sum(play_count) AS total, 1.5 AS half, 9007199254740993::HUGEINT AS large, 0.1234567890123456789 AS long FROM videos',
  );
  expect(rows).toEqual([
    { total: expect.any(Number), half: 1.5, large: '9007199254740993', long: '0.1234567890123456789' },
  ]);
});

test('19: PATCH names the fields that it did not apply', async () => {
  const change = {
    name: 'Ruta S.',
    email: 'new@example.org',
    settings: { usageAlerts: true, theme: 'dark' },
    ignored: 1,
  };
  const { status, body } = await send('PATCH', '/api/users/me', change, 'account');
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    name: 'Ruta S.',
    email: 'ruta@example.org',
    ignored: ['email', 'ignored', 'settings.theme'],
  });
  expect((await send('PATCH', '/api/users/me', {}, 'account')).body.data.ignored).toEqual([]);
  expect((await send('GET', '/api/users/me', undefined, 'account')).body.data).not.toHaveProperty('ignored');
});

test.each([
  ['/api/network/user-posts', 'username'],
  ['/api/micro/user-posts', 'username'],
  ['/api/micro/search', 'keyword'],
])('19: %s is not described as requiring %s, and says what to provide', async (path, name) => {
  const { body: document } = await send('GET', '/openapi.json');
  const given = document.paths[path].get.parameters.find((each: { name: string }) => each.name === name);
  expect(given).toBeDefined();
  expect(given.required ?? false).toBe(false);
  const { status, body } = await send('GET', path);
  expect([status, body.detail]).toMatchObject([
    422,
    [{ type: 'missing', loc: ['query', name], msg: 'Field required' }],
  ]);
});

test('19: unknown years and pictures are null, as the document says', async () => {
  const { body: document } = await send('GET', '/openapi.json');
  const { Author, Company, Profile } = document.components.schemas;
  for (const field of [
    Company.properties.founded,
    Author.properties.avatar_url,
    Profile.properties.avatar_url,
  ])
    expect(JSON.stringify(field)).toContain('"null"');
});
