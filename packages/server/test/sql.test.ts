import { builtInPlatforms } from '@sdq/catalog';
import { sqlAnswer, sqlSchema } from '@sdq/contract';
import { parseDollars } from '@sdq/pricing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    platforms: builtInPlatforms.map((facts) =>
      facts.platform === 'network' ? { ...facts, sql: 'available' } : facts,
    ),
  });
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Answer {
  success: boolean;
  data: {
    columns: { name: string; type: string }[];
    rows: Record<string, unknown>[];
    row_count: number;
    truncated: boolean;
  };
  cost: string;
  request_id: string;
}

const answerOf = async (body: unknown, headers = {}) =>
  (await (await postSql(service, body, headers)).json()) as Answer;

const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits ?? 0;

describe('what tools ask first', () => {
  const rest = { limit: 10_000 };

  test.each([
    'SHOW TABLES',
    'DESCRIBE videos',
    'DESCRIBE SELECT author, count(*) FROM videos GROUP BY 1',
    'SELECT * FROM information_schema.columns',
    'SELECT (SELECT count(*) FROM pg_catalog.pg_class), current_schema()',
    'BEGIN',
    "SET TimeZone = 'UTC'",
  ])('%s costs nothing, as JSON and as a stream', async (query) => {
    const before = await balance();
    const answer = await answerOf({ query, ...rest, max_cost: '$0.0000' });
    expect(answer).toMatchObject({ success: true, cost: '$0.0000' });
    const dry = await postSql(service, { query, dry_run: true });
    expect(await dry.json()).toMatchObject({ data: { explanation: { cost_max: '$0.0000' } } });
    const stream = await postSql(service, { query, format: 'ndjson', ...rest });
    expect(stream.status).toBe(200);
    await stream.text();
    const later = await answerOf({ query, wait_timeout_ms: 10_000, ...rest });
    expect(later).toMatchObject({ success: true, cost: '$0.0000' });
    expect(await balance()).toBe(before);
  });

  test.each([
    ['SUMMARIZE videos', '$0.00'],
    ['SELECT c.column_name FROM information_schema.columns c, main.videos LIMIT 3', '$0.0003'],
    ['SELECT current_schema() FROM videos LIMIT 2', '$0.0002'],
    ['SELECT 1', '$0.0001'],
  ])('%s is a query', async (query, cost) => {
    const before = await balance();
    const answer = await answerOf({ query, ...rest });
    expect(answer.cost).toContain(cost);
    expect(before - (await balance())).toBe(answer.data.row_count);
  });

  test('an error is free, and tells what to write', async () => {
    const answer = await postSql(service, { query: "SELECT TOP 3 to_char(create_time, 'YYYY') FROM videos" });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('LIMIT 3');
  });
});

describe('JSON', () => {
  test('the envelope holds the rows as the engine wrote them, and the charge', async () => {
    const query =
      'SELECT video_id, like_count, hashtags, create_time FROM videos ORDER BY play_count LIMIT 2';
    const answer = await postSql(service, { query });
    expect(answer.headers.get('content-type')).toBe('application/json');
    const body = (await answer.json()) as Answer;
    expect(Object.keys(body)).toEqual(['success', 'data', 'cost', 'request_id']);
    expect(body).toMatchObject({
      success: true,
      cost: '$0.0002',
      request_id: answer.headers.get('x-request-id'),
      data: { row_count: 2, total_fetched: 2, truncated: false, has_more: false, cursor: null, limit: 100 },
    });
    expect(body.data.rows[0]).toEqual({
      video_id: '7000000000000000001',
      like_count: '9007199254740994',
      hashtags: ['dance', 'tag1'],
      create_time: '2026-03-01T00:00:01Z',
    });
    expect(body.data, 'only a statement has an ID').not.toHaveProperty('statement_id');
    expect(sqlAnswer.safeParse(body.data).error).toBeUndefined();
  });

  test('an empty query browses the table; blanks are empty', async () => {
    for (const body of [{}, { query: ' \n' }]) {
      const { data, cost } = await answerOf(body);
      expect(data).toMatchObject({ row_count: 100, truncated: false });
      expect(cost, 'the second one is a repeat').toBe('query' in body ? '$0.0000' : '$0.0100');
    }
  });

  test('a platform that is marked ready answers with the same engine', async () => {
    const ask = async (body: object) =>
      await fetch(`${service.service.url}/api/network/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(((await (await ask({})).json()) as Answer).data.row_count).toBe(3);
    expect(((await (await ask({ table: 'companies' })).json()) as Answer).data.row_count).toBe(0);
    const unknown = await ask({ table: 'videos' });
    expect(unknown.status).toBe(422);
    expect(await unknown.json()).toMatchObject({
      detail: [{ type: 'literal_error', loc: ['body', 'table'], input: 'videos' }],
    });
    expect(((await (await ask({ table: 'x', query: 'SELECT 1' })).json()) as Answer).success).toBe(true);
  });

  test('the limit cuts rows and says so; the query’s own LIMIT is not a cut', async () => {
    const cut = await answerOf({ query: 'SELECT video_id FROM videos', limit: 7 });
    expect(cut).toMatchObject({ cost: '$0.0007', data: { row_count: 7, truncated: true, has_more: true } });
    const own = await answerOf({ query: 'SELECT video_id FROM videos LIMIT 7', limit: 7 });
    expect(own.data).toMatchObject({ row_count: 7, truncated: false });
  });

  test('no rows cost nothing', async () => {
    const answer = await answerOf({ query: 'SELECT video_id FROM videos WHERE play_count < 0' });
    expect(answer).toMatchObject({ cost: '$0.0000', data: { rows: [], row_count: 0 } });
  });

  test('parameters by place and by name, numbers as text where asked', async () => {
    const byPlace = await answerOf({
      query: 'SELECT count(*) AS n FROM videos WHERE play_count <= ? AND author = ?',
      parameters: [70, 'a1'],
    });
    expect(byPlace.data.rows).toEqual([{ n: 10 }]);
    const byName = await answerOf({
      query: 'SELECT count(*) AS n FROM videos WHERE play_count <= $most',
      parameters: { most: 12 },
      limit: '1',
    });
    expect(byName.data.rows).toEqual([{ n: 12 }]);
  });

  test('a whole number that JSON cannot carry exactly is refused as a parameter, its text is taken', async () => {
    const ask = (value: string) =>
      postSql(service, `{"query": "SELECT ?::BIGINT AS id", "parameters": [${value}]}`);
    expect((await ask('7506832745952218123')).status).toBe(422);
    const answer = (await (await ask('"7506832745952218123"')).json()) as Answer;
    expect(answer.data.rows).toEqual([{ id: '7506832745952218123' }]);
  });

  test('a dry run plans, runs nothing and costs nothing', async () => {
    const answer = (await answerOf({
      query: 'SELECT author FROM videos',
      dry_run: true,
      limit: 50,
    })) as Answer & {
      data: { explanation: { rows_estimated: number; cost_max: string; rules: { rule: string }[] } };
    };
    expect(answer.cost).toBe('$0.0000');
    expect(answer.data.columns).toEqual([{ name: 'author', type: 'VARCHAR', nullable: true }]);
    expect(answer.data.rows).toEqual([]);
    expect(answer.data.explanation).toMatchObject({ rows_estimated: videoRows, cost_max: '$0.0050' });
    expect(answer.data.explanation.rules.map(({ rule }) => rule)).toContain('prune-files');
    const refused = await postSql(service, { query: 'SELECT nothing FROM videos', dry_run: true });
    expect(refused.status).toBe(400);
  });

  test('explain adds the explanation to the rows', async () => {
    const answer = await answerOf({ query: 'SELECT author FROM videos LIMIT 2', explain: true });
    expect(answer).toMatchObject({
      cost: '$0.0002',
      data: { row_count: 2, explanation: { rows_max: 2, cost_max: '$0.0002' } },
    });
  });

  test('the worst case of an aggregate is one row, that of LIMIT 5 five, however high the limit is', async () => {
    const poor = await service.accounts.createAccount({
      name: 'Ada',
      email: 'ada@example.org',
      balanceUnits: 5,
    });
    const { key } = await service.accounts.createKey(poor.account.accountId, { name: 'poor' });
    const ask = (query: string) => postSql({ ...service, key }, { query, limit: 1_000 });
    const refused = await ask('SELECT author FROM videos LIMIT 6');
    expect(await refused.json()).toMatchObject({ error: { meta: { required: '$0.0006' } } });
    expect((await ask('SELECT count(*) FROM videos')).status).toBe(200);
    expect((await ask('SELECT author FROM videos LIMIT 4')).status).toBe(200);
    expect((await ask('SELECT count(*) AS n FROM videos')).status).toBe(402);
  });

  test('max_cost refuses a worst case above it, before any work', async () => {
    let asked = 0;
    const ask = (max_cost: unknown) =>
      postSql(service, { query: `SELECT author AS a${++asked} FROM videos`, limit: 100, max_cost });
    expect((await ask('$0.0100')).status).toBe(200);
    expect((await ask(0.01)).status).toBe(200);
    const refused = await ask('0.0099');
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      cost: '$0.0000',
      error: {
        code: 'max_cost_exceeded',
        param: 'max_cost',
        meta: { required: '$0.0100', max_cost: '$0.0099' },
      },
    });
    for (const wrong of ['much', -1, 1e12, '0.00001', {}])
      expect((await ask(wrong)).status, String(wrong)).toBe(422);
  });

  test('include_full_data adds the record to rows that carry an id', async () => {
    const { data, cost } = await answerOf({
      query:
        "SELECT video_id, play_count AS n FROM videos WHERE play_count <= 3 UNION ALL SELECT 'none', 9 ORDER BY n",
      include_full_data: true,
    });
    expect(data.rows.map((row) => (row.full_data as { play_count: number } | null)?.play_count)).toEqual([
      1,
      2,
      3,
      undefined,
    ]);
    expect(data.rows[3]).toEqual({ video_id: 'none', n: 9, full_data: null });
    expect(data.rows[0]?.full_data).toMatchObject({ like_count: '9007199254740994', author: 'a1' });
    expect(cost).toBe('$0.0004');
    const asCsv = await postSql(service, { format: 'csv', include_full_data: true });
    expect(asCsv.status).toBe(422);
    expect(await asCsv.json()).toMatchObject({
      detail: [{ type: 'value_error', loc: ['body', 'include_full_data'] }],
    });
    const without = await answerOf({ query: 'SELECT 1 AS one', include_full_data: true });
    expect(without.data.rows).toEqual([{ one: 1 }]);
  });

  test('a result above its size limit is refused with a status of its own, and free', async () => {
    const before = await balance();
    const answer = await postSql(service, {
      query: "SELECT repeat('x', 6000) AS x FROM videos",
      limit: 10_000,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'result_too_large' } });
    expect(await balance()).toBe(before);
  });
});

test('a balance that does not cover the worst case is 402, before any work', async () => {
  const { account } = await service.accounts.createAccount({
    name: 'Poor',
    email: 'p@example.org',
    balanceUnits: 42,
  });
  const { key } = await service.accounts.createKey(account.accountId, { name: 'k' });
  const answer = await postSql({ ...service, key }, { limit: 100, query: 'not even SQL' });
  expect(answer.status).toBe(402);
  expect(await answer.json()).toMatchObject({
    error: { code: 'insufficient_balance', meta: { required: '$0.0100', balance: '$0.0042' } },
  });
  expect((await postSql({ ...service, key }, { limit: 42 })).status).toBe(200);
  expect((await postSql({ ...service, key }, { limit: 1 })).status).toBe(402);
});

test('the costs in the answers are the ledger and the balance', async () => {
  const { account } = await service.accounts.createAccount({
    name: 'Busy',
    email: 'b@example.org',
    balanceUnits: 50_000,
  });
  const { key } = await service.accounts.createKey(account.accountId, { name: 'k' });
  const costOf = async (i: number) => {
    const query = i % 5 === 0 ? 'SELECT nope' : `SELECT video_id FROM videos WHERE play_count <= ${i}`;
    if (i % 7 !== 0) {
      const answer = await postSql({ ...service, key }, { query });
      return parseDollars(((await answer.json()) as Answer).cost) ?? Number.NaN;
    }
    const answer = await postSql({ ...service, key }, { query, format: 'csv' });
    return answer.status === 200 ? (await answer.text()).trim().split('\n').length - 1 : 0;
  };
  const costs: number[] = [];
  // As many at once as run and wait.
  for (const first of [0, 36]) {
    const some = Array.from({ length: 36 }, (_, i) => costOf(first + i));
    costs.push(...(await Promise.all(some)));
  }
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  expect(total).toBeGreaterThan(1_000);
  expect((await service.accounts.usageTotals(account.accountId)).units).toBe(total);
  expect(await service.accounts.findAccount(account.accountId)).toMatchObject({
    balanceUnits: 50_000 - total,
    reservedUnits: 0,
  });
});

test('the schema of every platform is told', async () => {
  for (const { platform } of builtInPlatforms) {
    const url = `${service.service.url}/api/${platform}/sql/schema`;
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: unknown };
    const tag = answer.headers.get('etag') ?? '';
    const again = (known: string) => fetch(url, { headers: { 'if-none-match': known } });
    expect(await again(tag)).toMatchObject({ status: 304 });
    expect(await again(`"other", ${tag.replace('W/', '')}`)).toMatchObject({ status: 304 });
    expect(await again('W/"other"')).toMatchObject({ status: 200 });
    expect(sqlSchema.safeParse(data).error).toBeUndefined();
  }
});
