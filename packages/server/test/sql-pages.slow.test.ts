import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

interface Page {
  data: {
    rows: Record<string, unknown>[];
    row_count: number;
    truncated: boolean;
    has_more: boolean;
    cursor: string | null;
    snapshot_id: string;
    limit: number;
  };
  cost: string;
}

const ask = async (body: object, from: Pick<TestService, 'service' | 'key'> = service) => {
  const answer = await postSql(from, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Page;
};

const errorOf = async (body: object, from: Pick<TestService, 'service' | 'key'> = service) => {
  const answer = await postSql(from, body);
  const { error } = (await answer.json()) as { error: { code: string; param: string } };
  return [answer.status, error?.code];
};

/** All pages of a result; no page before the last may say that it is. */
async function readPages(body: { query: string; limit: number; [field: string]: unknown }): Promise<Page[]> {
  const pages = [await ask(body)];
  for (let last = pages[0]; last?.data.has_more; last = pages.at(-1)) {
    expect(last.data.cursor).toEqual(expect.any(String));
    const next = await ask({ ...body, cursor: last.data.cursor });
    expect(next.data.row_count).toBeGreaterThan(0);
    expect(next.data.row_count).toBeLessThanOrEqual(body.limit);
    pages.push(next);
  }
  expect(pages.at(-1)?.data.cursor).toBeNull();
  return pages;
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Total orders, none at all, ties, duplicates, groups, an own limit, no rows, one page. */
const queries = [
  'SELECT video_id, play_count FROM videos WHERE play_count <= 97 ORDER BY play_count',
  'SELECT author, play_count % 3 AS third FROM videos WHERE play_count <= 90',
  'SELECT author FROM videos WHERE play_count <= 80 ORDER BY author DESC',
  'SELECT author, play_count % 2 AS odd, count(*) AS n FROM videos GROUP BY ALL',
  'SELECT play_count FROM videos ORDER BY play_count DESC LIMIT 50',
  'SELECT i % 5 AS five FROM range(60) AS t(i) ORDER BY five',
  'SELECT video_id FROM videos WHERE play_count < 0',
  'SELECT 1 AS one',
] as const;

describe('pages', () => {
  test('of any size cover the result exactly, and has_more never lies', async () => {
    const results = new Map<string, unknown[]>();
    for (const query of queries) results.set(query, (await ask({ query, limit: 10_000 })).data.rows);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...queries), fc.integer({ min: 1, max: 60 }), async (query, size) => {
        const limit = Math.max(size, Math.ceil((results.get(query)?.length ?? 0) / 12));
        const pages = await readPages({ query, limit });
        const rows = pages.flatMap(({ data }) => data.rows);
        expect(sorted(rows)).toEqual(sorted(results.get(query) ?? []));
        expect(pages).toHaveLength(Math.max(1, Math.ceil(rows.length / limit)));
        if (query.includes('ORDER BY play_count')) expect(rows).toEqual(results.get(query));
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  test('rows in no order are delivered once each, wherever the second run has them', async () => {
    // the limit of the first run decides which rows it meets first; an aggregate over threads gives any order
    const query = 'SELECT play_count // 2 AS half, count(*) AS n FROM videos GROUP BY 1';
    const pages = await readPages({ query, limit: 700 });
    const halves = pages.flatMap(({ data }) => data.rows.map(({ half }) => half));
    expect(new Set(halves).size).toBe(halves.length);
    expect(halves).toHaveLength(videoRows / 2 + 1);
  });

  test('each page is charged for its rows', async () => {
    const query = 'SELECT video_id FROM videos WHERE play_count <= 25 ORDER BY play_count';
    const pages = await readPages({ query, limit: 10 });
    expect(pages.map(({ cost }) => cost)).toEqual(['$0.0010', '$0.0010', '$0.0005']);
    expect(pages.map(({ data }) => [data.truncated, data.limit])).toEqual([
      [true, 10],
      [true, 10],
      [false, 10],
    ]);
  });

  test('a page can be asked for again, in its shape and with full data', async () => {
    const body = {
      query: 'SELECT video_id FROM videos ORDER BY play_count',
      limit: 3,
      include_full_data: true,
    };
    const first = await ask(body);
    const next = async () => (await ask({ ...body, cursor: first.data.cursor })).data;
    const second = await next();
    expect((await next()).rows).toEqual(second.rows);
    expect(second.rows.map((row) => (row.full_data as { play_count: number }).play_count)).toEqual([4, 5, 6]);
    const arrays = { query: 'SELECT video_id, play_count FROM videos ORDER BY 2', limit: 2, shape: 'arrays' };
    const { cursor } = (await ask(arrays)).data;
    expect((await ask({ ...arrays, cursor })).data.rows).toEqual([
      ['7000000000000000003', 3],
      ['7000000000000000004', 4],
    ]);
  });

  test('callers who ask for a second page at once share one run', async () => {
    const body = { query: 'SELECT video_id, author FROM videos ORDER BY play_count DESC', limit: 50 };
    const { cursor } = (await ask(body)).data;
    const pages = await Promise.all(Array.from({ length: 6 }, () => ask({ ...body, cursor })));
    for (const page of pages) expect(page.data.rows).toEqual(pages[0]?.data.rows);
  });

  test('a query that gives something else each time has one page', async () => {
    const { data } = await ask({ query: 'SELECT random() AS r FROM videos', limit: 5 });
    expect(data).toMatchObject({ truncated: true, has_more: false, cursor: null });
  });

  test('a cursor opens its own result and nothing else', async () => {
    const body = { query: 'SELECT video_id FROM videos WHERE author = ?', parameters: ['a1'], limit: 4 };
    const { cursor } = (await ask(body)).data;
    const refused = [400, 'invalid_cursor'];
    expect(await errorOf({ ...body, cursor, parameters: ['a2'] })).toEqual(refused);
    expect(await errorOf({ ...body, cursor, query: `${body.query} ` })).toEqual(refused);
    expect(await errorOf({ ...body, cursor, limit: 5 })).toEqual(refused);
    expect(await errorOf({ ...body, cursor, shape: 'arrays' })).toEqual(refused);
    expect(await errorOf({ ...body, cursor: 'nothing' })).toEqual(refused);
    const { key } = await service.accounts.createKey(service.accountId, { name: 'another' });
    expect(await errorOf({ ...body, cursor }, { ...service, key })).toEqual(refused);
    const stream = await postSql(service, { ...body, cursor, format: 'csv' });
    expect(stream.status).toBe(422);
    expect((await ask({ ...body, cursor })).data.row_count).toBe(4);
  });

  test('nothing is charged for a refused cursor, nor for a page that fails', async () => {
    const units = async () => (await service.accounts.usageTotals(service.accountId)).units;
    const before = await units();
    expect(await errorOf({ query: 'SELECT 1', cursor: 'x' })).toEqual([400, 'invalid_cursor']);
    expect(await units()).toBe(before);
    const query =
      "SELECT CASE WHEN play_count < 4000 THEN 1 ELSE ('no' || author)::INTEGER END AS n FROM videos";
    const first = await postSql(service, { query, limit: 2 });
    if (first.status === 200) {
      const { cursor } = ((await first.json()) as Page).data;
      const between = await units();
      expect(await errorOf({ query, limit: 2, cursor })).toEqual([400, 'sql_conversion_error']);
      expect(await units()).toBe(between);
    }
  });
});

test('what is kept for pages is bounded: the results unused for longest go, and their cursors are refused', async () => {
  await using small = await startTestService({ retained: { resultsMax: 2, pagedMax: 3, pagedRowsMax: 100 } });
  const body = (least: number) => ({
    query: `SELECT play_count FROM videos WHERE play_count > ${least} ORDER BY 1`,
    limit: 10,
  });
  const cursors: (string | null)[] = [];
  for (const least of [1, 2, 3, 4]) cursors.push((await ask(body(least), small)).data.cursor);
  expect(await errorOf({ ...body(1), cursor: cursors[0] }, small)).toEqual([400, 'invalid_cursor']);
  for (const least of [2, 3, 4]) await ask({ ...body(least), cursor: cursors[least - 1] }, small);
  expect(await errorOf({ ...body(2), cursor: cursors[1] }, small)).toEqual([400, 'invalid_cursor']);
  // pages end where what is kept ends: cut, and without a cursor
  let last = await ask({ ...body(4), cursor: cursors[3] }, small);
  let pages = 2;
  while (last.data.has_more) {
    last = await ask({ ...body(4), cursor: last.data.cursor }, small);
    pages++;
  }
  expect(pages).toBe(10);
  expect(last.data).toMatchObject({ truncated: true, cursor: null });
});
