import { builtInPlatforms } from '@sdq/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { type Answer, bearer, callsOf } from './account-calls.ts';

const available = builtInPlatforms.map((facts) => ({ ...facts, sql: 'available' as const }));

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: available });
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call } = callsOf(() => service);

const named = (key: string) => ({ 'idempotency-key': key });

test('the same body again, without a charge; another request of that name is refused', async () => {
  const body = { query: 'SELECT video_id FROM videos', limit: 4 };
  const first = await postSql(service, body, named('a'));
  const text = await first.text();
  const before = (await service.accounts.findAccount(service.accountId))?.balanceUnits;
  const second = await postSql(service, body, named('a'));
  expect([second.status, await second.text()]).toEqual([200, text]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect((await service.accounts.findAccount(service.accountId))?.balanceUnits).toBe(before);
  const other = await postSql(service, { ...body, limit: 5 }, named('a'));
  expect([other.status, ((await other.json()) as Answer['body']).error?.code]).toEqual([
    422,
    'idempotency_key_reused',
  ]);
});

test('one that failed may be tried again; a stream is charged once and not answered twice', async () => {
  const bad = { query: 'SELECT nope FROM videos' };
  for (let i = 0; i < 2; i++) expect((await postSql(service, bad, named('b'))).status).toBe(400);
  const stream = { query: 'SELECT video_id FROM videos', limit: 2, format: 'ndjson' };
  const first = await postSql(service, stream, named('c'));
  expect((await first.text()).trim().split('\n')).toHaveLength(2);
  const second = await postSql(service, stream, named('c'));
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({
    error: {
      code: 'idempotency_answer_not_kept',
      retryable: false,
      meta: { request_id: first.headers.get('x-request-id') },
    },
  });
});

test('a new key is made once, and only who made it can read it again', async () => {
  const body = { name: 'once' };
  const first = await call('POST', '/api/users/me/api-keys', body, named('d'));
  const second = await call('POST', '/api/users/me/api-keys', body, named('d'));
  expect(second.body).toEqual(first.body);
  const stored = await service.accounts.findIdempotentRequest(await accountKeyId(), 'd');
  expect(JSON.stringify(stored)).not.toContain(String(first.body.data.key));
  const long = await call('POST', '/api/users/me/api-keys', body, named('x'.repeat(300)));
  expect(long.status).toBe(422);
});

const savedQuery = (name: string) => ({
  name,
  platform: 'shortvideo',
  query: 'SELECT video_id FROM videos ORDER BY video_id LIMIT 3',
});

/** Those of statements, and of schedules, which the operator has to enable: their own tests name them. */
const needsMore = /\{statement_id\}|\/schedules$/;

test('every POST that says it takes a name is done once: side by side, again, and not with other content', async () => {
  const document = await (await fetch(`${service.service.url}/openapi.json`)).json();
  const { paths } = document as {
    paths: Record<string, { post?: { parameters?: { name: string }[]; security?: object[] } }>;
  };
  const posts = Object.entries(paths).flatMap(([path, { post }]) =>
    post === undefined ? [] : [[path, post] as const],
  );
  const takers = posts.filter(([, { parameters = [] }]) =>
    parameters.some(({ name }) => /^idempotency-key$/i.test(name)),
  );
  const others = posts.filter((each) => !takers.includes(each)).map(([path]) => path);
  expect(others.filter((path) => !/\/sql\/(?:check|quotes)$/.test(path))).toEqual([
    '/api/signup',
    '/api/session',
  ]);
  expect(takers.length).toBeGreaterThanOrEqual(7);
  const { record } = await service.accounts.createKey(service.accountId, { name: 'turn me' });
  const saved = await call('POST', '/api/users/me/queries', savedQuery('turned'), named('saved'));
  const ids: Record<string, string> = {
    key_id: record.keyId,
    query_id: String(saved.body.data.query_id),
  };
  const contents: Record<string, [object, object]> = {
    sql: [{ limit: 2 }, { limit: 3 }],
    queries: [savedQuery('one'), savedQuery('two')],
    run: [{ limit: 2 }, { limit: 3 }],
    shares: [{}, { embed_hosts: ['https://blog.example.org'] }],
    tokens: [
      { name: 'one', cost_per_day: '$0.5000' },
      { name: 'two', cost_per_day: '$0.5000' },
    ],
    'api-keys': [{ name: 'one' }, { name: 'two' }],
    rotate: [{}, { overlap_seconds: 5 }],
    webhooks: [{ url: 'https://example.org/a' }, { url: 'https://example.org/b' }],
  };
  for (const [template, { security }] of takers) {
    if (needsMore.test(template)) continue;
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    const [content, other] = contents[path.split('/').at(-1) ?? ''] ?? [{}, {}];
    const isData = JSON.stringify(security).includes('HTTPBearer');
    const headers = { ...named(`every ${path}`), ...(isData && bearer(service.key)) };
    const send = (body: object) => call('POST', path, body, headers);
    const sideBySide = await Promise.all(Array.from({ length: 6 }, () => send(content)));
    const done = sideBySide.filter(({ status }) => status === 200);
    expect([path, done.length > 0]).toEqual([path, true]);
    for (const { status, body } of sideBySide) {
      if (status === 200) expect([path, body]).toEqual([path, done[0]?.body]);
      else expect([path, status, body.error?.code]).toEqual([path, 409, 'idempotency_conflict']);
    }
    const again = await send(content);
    expect([path, again.body]).toEqual([path, done[0]?.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const reused = await send(other);
    expect([path, reused.status, reused.body.error?.code]).toEqual([path, 422, 'idempotency_key_reused']);
  }
  const keys = (await service.accounts.listKeys(service.accountId)).map(({ name }) => name);
  expect(keys.filter((name) => name === 'one')).toHaveLength(1);
  expect(keys.filter((name) => name === 'turn me')).toHaveLength(2);
  const hooks = await service.accounts.listWebhooks(service.accountId);
  expect(hooks.map(({ url }) => url)).toEqual(['https://example.org/a']);
  for (const { webhookId } of hooks) await service.accounts.deleteWebhook(service.accountId, webhookId);
});

async function accountKeyId(): Promise<string> {
  const who = await service.accounts.authenticate(service.accountKey);
  if (!who.ok) throw new Error(who.reason);
  return who.principal.keyId;
}
