import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';
import { withinOneMinute } from '../../../test/support/within-one-minute.ts';
import { sqlCheck } from '../../contract/src/index.ts';
import { startService } from '../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Answer {
  data: z.infer<typeof sqlCheck>;
}

async function check(body: object, { url = service.service.url, key = service.key } = {}) {
  const response = await fetch(`${url}/api/shortvideo/sql/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}

test('a valid query: columns, parameters, what it costs at most, and its plan', async () => {
  const { status, body } = await check({
    query: 'SELECT region, count(*) AS n FROM videos WHERE author = $author AND play_count > $n GROUP BY 1',
    parameters: { n: 3 },
    limit: 50,
  });
  expect(status).toBe(200);
  expect(sqlCheck.strict().safeParse(body.data).error).toBeUndefined();
  expect(body).toMatchObject({
    success: true,
    cost: '$0.0000',
    data: {
      valid: true,
      faults: [],
      columns: [
        { name: 'region', type: 'VARCHAR' },
        { name: 'n', type: 'BIGINT' },
      ],
      parameters: [
        { name: 'author', given: false },
        { name: 'n', given: true },
      ],
      rows_max: 50,
      cost_max: '$0.0050',
      rows_estimated: videoRows,
      snapshot_id: service.engine.snapshotId,
      plan: { rows_max: 50 },
    },
  });
});

test.each([
  ['SELECT author FROM videos LIMIT ? OFFSET ?', ['1', '2'], 100],
  ['SELECT $2, $1', ['2', '1'], 1],
  ['SELECT count(*) FROM videos', [], 1],
  ['', [], 100],
])('%s has the parameters %j and returns at most %i rows', async (query, names, rows) => {
  const { body } = await check({ query });
  expect(body.data).toMatchObject({ valid: true, rows_max: rows });
  expect(body.data.parameters.map(({ name }: { name: string }) => name)).toEqual(names);
});

test.each([
  ['play_count > $a AND author = $b', { a: 'BIGINT', b: 'VARCHAR' }],
  [
    'create_time >= $From AND list_contains(hashtags, $tag)',
    { From: 'TIMESTAMP WITH TIME ZONE', tag: 'VARCHAR' },
  ],
  ['list_has_any(hashtags, $tags) LIMIT $n', { tags: 'VARCHAR[]', n: 'BIGINT' }],
  ['is_ad = $ad AND $x IS NULL', { ad: 'BOOLEAN', x: null }],
  ['author ILIKE $p AND create_time > $d::DATE', { p: 'VARCHAR', d: null }],
])('WHERE %s has parameters of the types %j', async (where, types) => {
  for (const parameters of [undefined, Object.fromEntries(Object.keys(types).map((name) => [name, null]))]) {
    const { body } = await check({ query: `SELECT author FROM videos WHERE ${where}`, parameters });
    expect(body.data.faults).toEqual([]);
    const told = body.data.parameters.map(({ name, type }: Record<string, unknown>) => [name, type]);
    expect(Object.fromEntries(told)).toEqual(types);
  }
});

test('each fault has its own code', async () => {
  const { body } = await check({ query: 'SELECT nofunc(author) FROM vidoes' });
  expect(body.data.faults).toMatchObject([
    { code: 'sql_unknown_function', near: 'nofunc' },
    { code: 'sql_unknown_table', near: 'vidoes', candidates: ['videos'] },
  ]);
});

test.each([
  ['SELECT autor FROM videos', 'sql_unknown_column', { line: 1, column: 8 }],
  ['SELECT author FROM vids', 'sql_unknown_table', { near: 'vids', candidates: ['videos'] }],
  ['SELECT author FORM videos', 'sql_syntax_error', {}],
  ['DELETE FROM videos', 'statement_not_allowed', {}],
  ['SELECT 1; SELECT 2', 'multiple_statements', {}],
  ["SELECT 'open", 'sql_syntax_error', {}],
  ['SELECT upper(author) + 1 FROM videos', 'sql_type_error', {}],
])('%s is invalid, which is no error of the check', async (query, code, detail) => {
  const { status, body } = await check({ query });
  expect(status).toBe(200);
  expect(sqlCheck.strict().safeParse(body.data).error).toBeUndefined();
  expect(body.data).toMatchObject({ valid: false, columns: [], cost_max: null, plan: null });
  expect(body.data.faults[0]).toMatchObject({ code, ...detail });
  const run = await postSql(service, { query });
  expect(await run.json(), 'running it says the same').toMatchObject({
    error: { code },
  });
});

test('rows that are paid already cost nothing more', async () => {
  const query = 'SELECT author FROM videos ORDER BY play_count';
  await (await postSql(service, { query, limit: 30 })).text();
  expect((await check({ query, limit: 30 })).body.data).toMatchObject({ rows_max: 30, cost_max: '$0.0000' });
  expect((await check({ query, limit: 34 })).body.data).toMatchObject({ rows_max: 34, cost_max: '$0.0004' });
});

test('checks have a rate limit of their own', async () => {
  const { engine, accounts } = service;
  const limits = { checksPerMinute: 2, sqlPerMinute: 1, keyPerMinute: 1 };
  const limited = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits });
  try {
    const query = 'SELECT 1';
    const { key } = await accounts.createKey(service.accountId, { name: 'fresh' });
    const place = { url: limited.url, key };
    await withinOneMinute();
    expect((await check({ query }, place)).headers.get('ratelimit-policy')).toBe('"check";q=2;w=60');
    expect((await check({ query }, place)).status).toBe(200);
    expect((await check({ query }, place)).status).toBe(429);
    expect((await postSql({ service: limited, key }, { query })).status).toBe(200);
  } finally {
    await limited.close();
  }
});
