import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { callsOf } from './account-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const { call, errorOf } = callsOf(() => service);
const path = '/api/users/me/queries';

const mostPlayed = {
  name: 'Most played',
  folder: 'reports/weekly',
  platform: 'shortvideo',
  query: 'SELECT video_id, play_count FROM videos WHERE author = $author ORDER BY play_count DESC, video_id',
  parameters: { author: 'a1' },
  limit: 3,
  view: 'view=chart&chart=bar~author~plays',
};

async function save(changes: object = {}): Promise<string> {
  const { body } = await call('POST', path, { ...mostPlayed, ...changes });
  return (body.data as unknown as { query_id: string }).query_id;
}

test('a query is saved, changed and deleted; another account has no such query', async () => {
  const { status, body } = await call('POST', path, mostPlayed);
  expect([status, body.cost]).toEqual([200, '$0.0000']);
  expect(body.data).toMatchObject({
    ...mostPlayed,
    description: '',
    query_id: expect.stringMatching(/^qry_/),
  });
  const one = `${path}/${(body.data as unknown as { query_id: string }).query_id}`;
  expect((await call('GET', one)).body.data).toEqual(body.data);
  const changed = await call('PATCH', one, { folder: '', parameters: null, limit: null, view: null });
  expect(changed.body.data).toMatchObject({
    name: 'Most played',
    folder: '',
    parameters: null,
    limit: null,
    view: null,
  });
  const { accountKey } = await service.accounts.createAccount({ name: 'Bo Ek', email: 'bo@example.org' });
  const other = { 'x-api-key': accountKey };
  for (const [method, where, sent] of [
    ['GET', one, undefined],
    ['PATCH', one, { name: 'mine' }],
    ['DELETE', one, undefined],
    ['POST', `${one}/run`, {}],
  ] as const)
    expect(await errorOf(method, where, sent, other)).toEqual([404, 'not_found']);
  expect(await errorOf('GET', one, undefined, { 'x-api-key': service.key })).toEqual([
    403,
    'insufficient_scope',
  ]);
  expect((await call('DELETE', one)).status).toBe(200);
  expect(await errorOf('DELETE', one)).toEqual([404, 'not_found']);
});

test('queries are found by folder, text and platform, page by page', async () => {
  const { accountKey } = await service.accounts.createAccount({ name: 'Di Roth', email: 'di@example.org' });
  const own = { 'x-api-key': accountKey };
  for (const [name, folder] of [
    ['Alpha', 'reports'],
    ['Beta', 'reports/weekly'],
    ['Gamma', 'reportsx'],
    ['Delta', ''],
  ])
    await call('POST', path, { ...mostPlayed, name, folder }, own);
  const list = async (query: string) => {
    const { data } = (await call('GET', `${path}?${query}`, undefined, own)).body;
    const { queries, ...rest } = data as unknown as { queries: { name: string }[]; cursor: string | null };
    return { names: queries.map(({ name }) => name), ...rest };
  };
  expect(await list('folder=reports')).toMatchObject({ names: ['Beta', 'Alpha'], total: 2, has_more: false });
  expect((await list('search=GAM')).names).toEqual(['Gamma']);
  expect((await list('search=play_count%20desc')).names).toHaveLength(4);
  expect((await list('platform=photo')).names).toEqual([]);
  const first = await list('limit=3');
  expect(first).toMatchObject({
    names: ['Delta', 'Gamma', 'Beta'],
    total: 4,
    has_more: true,
    folders: [
      { folder: 'reports', queries: 1 },
      { folder: 'reports/weekly', queries: 1 },
      { folder: 'reportsx', queries: 1 },
    ],
  });
  expect(await list(`limit=3&cursor=${first.cursor}`)).toMatchObject({ names: ['Alpha'], has_more: false });
});

test('a run is priced, repeated and refused as any query', async () => {
  const id = await save();
  const run = async (body: object = {}, headers: object = {}) =>
    await call('POST', `${path}/${id}/run`, body, headers);
  const first = await run();
  expect(first.body).toMatchObject({ cost: '$0.0003', data: { row_count: 3, repeat_of: null } });
  expect(first.body.data.rows).toMatchObject([{ play_count: 4_999 }, {}, {}]);
  expect((await run()).body).toMatchObject({ cost: '$0.0000', data: { repeat_of: first.body.request_id } });
  const another = await run({ parameters: { author: 'a2' }, limit: 1 });
  expect(another.body.data.rows).toMatchObject([{ play_count: 5_000 }]);
  expect(
    await errorOf('POST', `${path}/${id}/run`, {
      limit: 9,
      parameters: { author: 'a3' },
      max_cost: '$0.0001',
    }),
  ).toEqual([402, 'max_cost_exceeded']);
  expect((await run({ limit: 20_000 })).status).toBe(422);
  const csv = await fetch(`${service.service.url}${path}/${id}/run`, {
    method: 'POST',
    headers: { 'x-api-key': service.accountKey, 'content-type': 'application/json', accept: 'text/csv' },
    body: '{"limit": 2}',
  });
  expect((await csv.text()).trim().split('\n')).toHaveLength(3);
  const usage = await call(
    'GET',
    `/api/users/me/usage?status=succeeded&min_cost=0.0003&endpoint=shortvideo/sql`,
  );
  expect(usage.body.data).toMatchObject({
    records: [{ request_id: first.body.request_id, cost: '$0.0003' }],
  });
  const failed = await call('GET', '/api/users/me/usage?error_code=max_cost_exceeded');
  expect(failed.body.data).toMatchObject({ records: [] }); // refused before anything was reserved
  expect((await call('GET', '/api/users/me/usage?status=maybe')).status).toBe(422);
});

test('a platform without SQL is refused, and a text is checked when it runs', async () => {
  const noSql = await save({ platform: 'photo', query: 'SELECT * FROM posts', parameters: null });
  expect(await errorOf('POST', `${path}/${noSql}/run`, {})).toEqual([501, 'sql_not_available']);
  const wrong = await save({ query: 'SELECT nothing FROM videos', parameters: null });
  expect(await errorOf('POST', `${path}/${wrong}/run`, {})).toEqual([400, 'sql_unknown_column']);
});

test('names, folders and texts have limits', async () => {
  for (const changes of [
    { name: ' ' },
    { folder: 'a//b' },
    { query: '' },
    { query: 'x'.repeat(65_537) },
    { platform: 'elsewhere' },
    { limit: 0 },
    { parameters: 3 },
  ])
    expect(
      (await call('POST', path, { ...mostPlayed, ...changes })).status,
      JSON.stringify(changes).slice(0, 40),
    ).toBe(422);
  const { accountKey } = await service.accounts.createAccount({ name: 'Ed Wolf', email: 'ed@example.org' });
  const own = { 'x-api-key': accountKey };
  const big = { ...mostPlayed, query: 'x'.repeat(65_500) };
  let refused: unknown;
  for (let i = 0; i < 70 && refused === undefined; i++) {
    const { status, body } = await call('POST', path, big, own);
    if (status !== 200) refused = body.error?.code;
  }
  expect(refused).toBe('saved_limit_reached');
});

test('an Idempotency-Key saves once', async () => {
  const key = { 'idempotency-key': 'save-1' };
  const first = await call('POST', path, mostPlayed, key);
  const again = await call('POST', path, mostPlayed, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});
