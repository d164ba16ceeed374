import { apiKeyList, createdApiKey, currentUser, platforms } from '@sdq/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Answer {
  data: Record<string, unknown>;
  cost: string;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(`${service.service.url}/api/users/me${path}`, {
    method,
    headers: {
      'x-api-key': service.accountKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

test('the current user', async () => {
  const { status, answer } = await call('GET', '');
  expect(status).toBe(200);
  expect(answer.cost).toBe('$0.0000');
  expect(answer.data).toMatchObject({ name: 'Nele Voss', email: 'nele@example.org', balance: '$10.0000' });
  expect(currentUser.strict().safeParse(answer.data).error).toBeUndefined();
});

test('a key is made, shown once, used, listed masked, revoked for good', async () => {
  const { answer: made } = await call('POST', '/api-keys', {
    name: '  dashboard ',
    permissions: ['shortvideo'],
  });
  expect(createdApiKey(platforms).strict().safeParse(made.data).error).toBeUndefined();
  expect(made.data).toMatchObject({ name: 'dashboard', permissions: ['shortvideo'], status: 'active' });
  const key = String(made.data.key);
  expect((await postSql({ ...service, key }, { limit: 1 })).status).toBe(200);

  const { answer: listed } = await call('GET', '/api-keys');
  expect(apiKeyList(platforms).strict().safeParse(listed.data).error).toBeUndefined();
  expect(listed.data).toMatchObject({ total: 2 });
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(listed.data.keys).toMatchObject([{ key_id: made.data.key_id }, { name: 'test' }]);

  const first = await call('DELETE', `/api-keys/${made.data.key_id}`);
  expect(first).toMatchObject({
    status: 200,
    answer: { data: { key_id: made.data.key_id, status: 'revoked' } },
  });
  expect((await postSql({ ...service, key }, { limit: 1 })).status).toBe(401);
  const second = await call('DELETE', `/api-keys/${made.data.key_id}`);
  expect(second.answer.data).toEqual(first.answer.data);
});

test('an unknown key and another account’s are alike', async () => {
  const { account } = await service.accounts.createAccount({ name: 'Other', email: 'o@example.org' });
  const { record } = await service.accounts.createKey(account.accountId, { name: 'theirs' });
  for (const id of ['key_none', record.keyId, '..%2f..%2fetc', 'a%00b']) {
    const { status, answer } = await call('DELETE', `/api-keys/${id}`);
    expect(status).toBe(404);
    expect(answer).toMatchObject({
      detail: 'API key not found',
      error: { code: 'api_key_not_found', meta: {} },
    });
  }
});

test('a key needs a name and at least one platform', async () => {
  const { status, answer } = await call('POST', '/api-keys', { permissions: [] });
  expect(status).toBe(422);
  expect(answer).toEqual({
    detail: [
      { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: { permissions: [] } },
      {
        type: 'too_short',
        loc: ['body', 'permissions'],
        msg: 'List should have at least 1 item after validation, not 0',
        input: [],
        ctx: { field_type: 'List', min_length: 1, actual_length: 0 },
      },
    ],
  });
});
