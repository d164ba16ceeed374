import { afterAll, beforeAll, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
let adminKey: string;
beforeAll(async () => {
  service = await startTestService({ slowQueryMs: 0 });
  ({ key: adminKey } = await service.accounts.createAdminKey({ name: 'on call' }));
});
afterAll(async () => await service[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = { status: number; data: any; code: string | undefined };

async function call(
  path: string,
  options: { method?: string; body?: object; key?: string } = {},
): Promise<Answer> {
  const { method = 'GET', body, key = adminKey } = options;
  const response = await fetch(`${service.service.url}/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: unknown; error?: { code: string } };
  return { status: response.status, data: answer.data, code: answer.error?.code };
}

test('only an admin key opens the routes, and it opens no others', async () => {
  for (const key of [service.key, service.accountKey]) {
    expect(await call('status', { key })).toMatchObject({ status: 403, code: 'insufficient_scope' });
  }
  expect(await call('status', { key: 'nonsense' })).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect((await postSql({ ...service, key: adminKey }, {})).status).toBe(403);
  const { key, record } = await service.accounts.createAdminKey({ name: 'left' });
  expect((await call('status', { key })).status).toBe(200);
  await service.accounts.revokeAdminKey(record.keyId);
  expect(await call('status', { key })).toMatchObject({ status: 401, code: 'revoked_api_key' });
});

test('the status has readiness, queries, memory and free disk space', async () => {
  const { data } = await call('status');
  expect(data).toMatchObject({
    ready: true,
    index: { snapshot_id: service.engine.snapshotId },
    queries: { running: 0, waiting: 0 },
    memory: { resident_bytes: expect.any(Number) },
  });
  expect(data.disks[0]).toMatchObject({ name: 'index', free_bytes: expect.any(Number) });
});

test('slow queries are listed with their figures, the text only where the account allows it', async () => {
  await postSql(service, { query: 'SELECT author FROM videos LIMIT 3' });
  const [hidden] = (await call('queries/slow')).data.queries;
  expect(hidden).toMatchObject({
    account_id: service.accountId,
    outcome: 'succeeded',
    rows: 3,
    text: null,
    plan_ms: expect.any(Number),
    queued_ms: expect.any(Number),
  });
  await service.accounts.updateAccount(service.accountId, { settings: { keepQueryText: true } });
  await postSql(service, { query: 'SELECT nothing FROM videos' });
  const [failed] = (await call('queries/slow?limit=1')).data.queries;
  expect(failed).toMatchObject({
    outcome: 'failed',
    error_code: 'sql_unknown_column',
    text: 'SELECT nothing FROM videos',
  });
});

test('a running query is listed and cancelled by an operator, which the audit log has', async () => {
  const query =
    'SELECT count(*) FROM videos a, videos b, videos c WHERE a.play_count + b.play_count > c.play_count';
  const running = postSql(service, { query, timeout_ms: 20_000 });
  let found: { query_id: string } | undefined;
  await expect
    .poll(async () => (found = (await call('queries')).data.queries[0]), { timeout: 10_000 })
    .toMatchObject({ account_id: service.accountId, state: 'starting', text: query });
  const queryId = found?.query_id ?? '';
  expect(await call(`queries/${queryId}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect((await running).status).toBe(499);
  expect((await call('queries')).data.total).toBe(0);
  expect(await call(`queries/${queryId}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
  const [entry] = (await call('audit?limit=1')).data.entries;
  expect(entry).toMatchObject({ action: 'query.cancel', subject: queryId, address: '127.0.0.1' });
  expect(entry.actor).toMatch(/^admin key key_/);
});

test('accounts are listed, shown, suspended, resumed and exported; an account key is revoked', async () => {
  const { accountId } = service;
  expect((await call('accounts')).data.accounts).toMatchObject([{ id: accountId, state: 'active' }]);
  const { data } = await call(`accounts/${accountId}`);
  expect(data.keys.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['account', 'data']);
  const body = { state: 'suspended', reason: 'unpaid' };
  const suspended = await call(`accounts/${accountId}`, { method: 'PATCH', body });
  expect(suspended.data).toMatchObject({ state: 'suspended', state_reason: 'unpaid' });
  const refused = await postSql(service, { limit: 1 });
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    403,
    'account_suspended',
  ]);
  await call(`accounts/${accountId}`, { method: 'PATCH', body: { state: 'active' } });
  expect((await postSql(service, { limit: 1 })).status).toBe(200);
  expect((await call(`accounts/${accountId}`, { method: 'PATCH', body: { state: 'gone' } })).status).toBe(
    422,
  );

  const exported = await fetch(`${service.service.url}/api/admin/accounts/${accountId}/export`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect(await exported.json()).toMatchObject({ account_id: accountId, accounts: [{ name: 'Nele Voss' }] });
  const { key_id: keyId } = data.keys.find(({ kind }: { kind: string }) => kind === 'account');
  await call(`accounts/${accountId}/keys/${keyId}`, { method: 'DELETE' });
  const answer = await fetch(`${service.service.url}/api/users/me`, {
    headers: { 'x-api-key': service.accountKey },
  });
  expect(answer.status).toBe(401);
  expect((await call('accounts/acct_none')).status).toBe(404);
  expect((await call('crashes')).data).toEqual({ crashes: [], texts: [] });
});

test('14: a data key and an account key in one request: each route takes its own', async () => {
  const { record, key } = await service.accounts.createAccountKey(service.accountId, { name: 'new' });
  const headers = { authorization: `Bearer ${service.key}`, 'x-api-key': key };
  for (const path of ['/api/users/me/api-keys', '/api/users/me', '/api/shortvideo/sql/schema']) {
    expect((await fetch(service.service.url + path, { headers })).status, path).toBe(200);
  }
  await service.accounts.revokeKey(service.accountId, record.keyId, { scope: 'all' });
});
