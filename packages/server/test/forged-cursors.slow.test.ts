import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

type Ask = (cursor: string | undefined, key?: string) => Promise<Response>;

const sql: Ask = (cursor, key = service.key) =>
  postSql({ ...service, key }, { query: 'SELECT video_id FROM videos', limit: 4, cursor });
const usage: Ask = (cursor, key = service.accountKey) => usageOf(cursor, key, '');
const feed: Ask = (cursor, key = service.key) =>
  fetch(`${service.service.url}/api/shortvideo/feed?count=3${and(cursor)}`, { headers: bearer(key) });

const and = (cursor: string | undefined) => (cursor === undefined ? '' : `&cursor=${cursor}`);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const usageOf = (cursor: string | undefined, key: string, dates: string) =>
  fetch(`${service.service.url}/api/users/me/usage?limit=2${dates}${and(cursor)}`, {
    headers: { 'x-api-key': key },
  });

async function outcomeOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return [response.status, error?.code];
}

async function dataOf(response: Response) {
  return ((await response.json()) as { data: Record<string, unknown> & { cursor: string } }).data;
}

describe.each([
  ['SQL', sql],
  ['the usage log', usage],
  ['a data endpoint', feed],
])('a cursor of %s', (_name, ask) => {
  test('is refused with any bit turned over, cut short, made longer, or in the hands of another key', async () => {
    for (let i = 0; i < 3; i++) await postSql(service, { limit: 1 });
    const { cursor } = await dataOf(await ask(undefined));
    expect((await ask(cursor)).status).toBe(200);
    const refused = [400, 'invalid_cursor'];
    const bytes = Buffer.from(cursor, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(await outcomeOf(await ask(forged.toString('base64url'))), `bit ${bit}`).toEqual(refused);
    }
    for (const other of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, 'abc'])
      expect(await outcomeOf(await ask(other)), other).toEqual(refused);
    const otherKey = await service.accounts.createKey(service.accountId, {
      name: 'another',
      permissions: ['shortvideo'],
    });
    expect(await outcomeOf(await ask(cursor, otherKey.key))).toEqual(refused);
    expect((await ask(cursor)).status).toBe(200);
  });
});

test('a cursor of one list is refused by the others', async () => {
  const lists = [sql, usage, feed];
  const cursors = await Promise.all(lists.map(async (ask) => (await dataOf(await ask(undefined))).cursor));
  for (const [own, ask] of lists.entries())
    for (const cursor of cursors.filter((_, place) => place !== own))
      expect(await outcomeOf(await ask(cursor))).toEqual([400, 'invalid_cursor']);
});

test('the window of the usage log stays where it was on the first page; other dates are another list', async () => {
  const first = await dataOf(await usage(undefined));
  await postSql(service, { limit: 1 });
  const { start_date, end_date } = first;
  expect(await dataOf(await usage(first.cursor))).toMatchObject({ start_date, end_date });
  const other = usageOf(first.cursor, service.accountKey, '&start_date=2026-01-01');
  expect(await outcomeOf(await other)).toEqual([400, 'invalid_cursor']);
});
