import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Executor } from '../../../../src/backends/duckdb/execute/executor.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type KeyedIndexes, keys, limits, lists, openKeyedIndexes, orders, tests } from './keyed-queries.ts';
import type { OpenIndex } from './open-index.ts';

let indexes: KeyedIndexes;
let index: OpenIndex;
let changed: OpenIndex;
let rewritten: OpenIndex;
beforeAll(async () => {
  indexes = await openKeyedIndexes();
  ({ index, changed, rewritten } = indexes);
});
afterAll(async () => await indexes[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

const conditions = fc.oneof(
  keys,
  keys.map((condition) => `${condition} AND true`),
  fc.integer({ min: 0, max: 3_300 }).map((id) => `'${id}' = video_id`),
);
const questions = fc
  .tuple(lists, conditions, orders, limits)
  .map(([list, where, order, limit]) => `SELECT ${list} FROM videos WHERE ${where} ${order} ${limit}`);

test('rows named by keys are the answer without SQL, as DuckDB gives it', async () => {
  let answered = 0;
  for (const each of [index, changed, rewritten]) {
    const check = fc.asyncProperty(questions, async (sql) => {
      const fetched = await each.answer(sql, [], 'key-rows');
      const original = await each.answer(sql, ruleNames);
      expect(fetched.plan.attempts[0]?.answer, sql).toBeDefined();
      expect(fetched.lines, sql).toEqual(original.lines);
      expect(fetched.columns, sql).toEqual(original.columns);
      if (fetched.attempt === 0) answered++;
    });
    await fc.assert(check, { numRuns: 54 });
  }
  expect(answered).toBe(162);
});

test('rows that a subquery names by keys are the answer too', async () => {
  const sql = `SELECT v.video_id, plays FROM (SELECT *, play_count AS plays FROM videos) AS v WHERE v.video_id IN ('14', '27') ORDER BY plays`;
  const fetched = await index.answer(sql, [], 'key-rows');
  expect(fetched.attempt).toBe(0);
  expect(fetched.plan.attempts[0]?.answer).toBeDefined();
  expect(fetched.lines).toEqual((await index.answer(sql, ruleNames)).lines);
});

test('the newest rows of an owner are the answer without SQL', async () => {
  for (const each of [index, changed]) {
    const sql = `SELECT * FROM videos WHERE author = 'user3' AND true ORDER BY create_time DESC, video_id LIMIT 20`;
    const fetched = await each.answer(sql, [], 'ordered-first');
    expect(fetched.plan.attempts[0]?.answer).toBeDefined();
    expect(fetched.attempt).toBe(0);
    expect(fetched.lines).toEqual((await each.answer(sql, ruleNames)).lines);
  }
});

test.each([
  ['SELECT * FROM videos WHERE video_id = ?', '13', '77', 'key-rows'],
  ['SELECT * FROM videos WHERE video_id = ?', '5', '3100', 'key-rows'],
  [
    'SELECT * FROM videos WHERE author = ? ORDER BY create_time DESC, video_id LIMIT 20',
    'nobody',
    'newcomer',
    'ordered-first',
  ],
  [
    'SELECT * FROM videos WHERE list_contains(hashtags, ?) ORDER BY create_time DESC, video_id LIMIT 20',
    'tag2',
    'fresh',
    'ordered-first',
  ],
])('%s: changed rows that have the key are read apart', async (pattern, unchanged, fresh, path) => {
  const started = vi.spyOn(Executor.prototype, 'start');
  const ask = async (key: string) => {
    const sql = pattern.replace('?', `'${key}'`);
    const { lines: expected } = await rewritten.answer(sql, ruleNames);
    started.mockClear();
    const { lines, plan } = await rewritten.answer(sql, [], path);
    expect(lines).toEqual(expected);
    expect(plan.attempts[0]?.answer).toMatchObject({ hasRowsBeside: true });
    return { runs: started.mock.calls.length, rows: lines.length };
  };
  await ask(unchanged);
  expect((await ask(unchanged)).runs).toBe(0);
  const { runs, rows } = await ask(fresh);
  expect(runs).toBe(0);
  expect(rows).toBeGreaterThan(0);
});

test('of the rows named by keys, those that pass other conditions are the answer, as DuckDB gives it', async () => {
  let rows = 0;
  for (const each of [index, changed, rewritten]) {
    const check = fc.asyncProperty(
      fc.tuple(lists, keys, tests, orders, limits),
      async ([list, keyed, test, order, limit]) => {
        const sql = `SELECT ${list} FROM videos WHERE ${keyed} AND ${test} ${order} ${limit}`;
        const fetched = await each.answer(sql, [], 'key-rows');
        const original = await each.answer(sql, ruleNames);
        expect(fetched.plan.attempts[0]?.answer, sql).toBeDefined();
        expect(fetched.lines, sql).toEqual(original.lines);
        expect(fetched.columns, sql).toEqual(original.columns);
        rows += fetched.lines.length;
      },
    );
    await fc.assert(check, { numRuns: 60 });
  }
  expect(rows).toBeGreaterThan(100);
});

test('of the newest rows of an owner or tag, those that pass other conditions are the answer, or DuckDB finds them', async () => {
  const whose = fc.constantFrom(
    ...["author = 'user3'", "'user7' = author", "author = 'nobody'", "author = 'newcomer'"],
    ...["list_contains(hashtags, 'tag1')", "list_contains(hashtags, 'fresh')"],
  );
  const attempts = new Set<number | null>();
  for (const each of [index, changed, rewritten]) {
    const check = fc.asyncProperty(
      fc.tuple(
        ...[lists, whose, fc.option(tests, { nil: 'true' })],
        fc.constantFrom(
          'video_id',
          'video_id DESC',
          'author_verified, video_id',
          'play_count DESC, video_id',
        ),
        fc.constantFrom('LIMIT 1', 'LIMIT 7', 'LIMIT 20 OFFSET 5', 'LIMIT 60'),
      ),
      async ([list, owner, test, ties, limit]) => {
        const sql = `SELECT ${list} FROM videos WHERE ${test} AND ${owner} ORDER BY create_time DESC, ${ties} ${limit}`;
        const fetched = await each.answer(sql, [], 'ordered-first');
        expect(fetched.lines, sql).toEqual((await each.answer(sql, ruleNames)).lines);
        if (fetched.plan.attempts[0]?.answer?.test !== undefined) attempts.add(fetched.attempt);
      },
    );
    await fc.assert(check, { numRuns: 80 });
  }
  expect(attempts).toContain(0);
});

test('where too few of the newest rows pass, the next plan finds the others', async () => {
  const ask = (before: string) =>
    `SELECT video_id FROM videos WHERE author = 'user3' AND create_time < '${before}' ORDER BY create_time DESC, video_id LIMIT 5`;
  for (const [before, attempt] of [
    ['2025-12-08', 0],
    ['2025-11-09', 1],
  ] as const) {
    const fetched = await index.answer(ask(before), [], 'ordered-first');
    expect(fetched.plan.attempts[0]).toMatchObject({ isAnswerOnly: true });
    expect(fetched.attempt).toBe(attempt);
    expect(fetched.lines).toHaveLength(5);
    expect(fetched.lines).toEqual((await index.answer(ask(before), ruleNames)).lines);
  }
});

const keyed = "video_id IN ('1', '2', '3')";
test.each([
  `SELECT upper(author) FROM videos WHERE ${keyed}`,
  `SELECT DISTINCT author FROM videos WHERE ${keyed}`,
  `SELECT author, count(*) FROM videos WHERE ${keyed} GROUP BY author`,
  `SELECT author FROM videos WHERE ${keyed} ORDER BY length(author), video_id`,
  `SELECT video_id FROM videos WHERE ${keyed} ORDER BY video_id COLLATE NOCASE`,
  `SELECT author, video_id FROM videos WHERE ${keyed} ORDER BY ALL`,
  `SELECT video_id FROM videos WHERE ${keyed} AND play_count > 2.5`,
  `SELECT video_id FROM videos WHERE ${keyed} AND length(author) > 2`,
  `SELECT video_id FROM videos WHERE ${keyed} AND play_count IS DISTINCT FROM 3`,
  `SELECT video_id FROM videos WHERE ${keyed} AND create_time < now()`,
  `SELECT video_id FROM videos WHERE ${keyed} AND play_count > like_count`,
  `SELECT video_id FROM videos WHERE ${keyed} OR author = 'user1'`,
  `SELECT video_id FROM videos WHERE ${keyed} LIMIT 50%`,
  `SELECT video_id FROM videos WHERE ${keyed} USING SAMPLE 2 ROWS`,
  `SELECT v.video_id FROM videos v, (SELECT 1 AS one) WHERE v.${keyed}`,
  `SELECT video_id FROM (SELECT DISTINCT * FROM videos WHERE ${keyed})`,
  `SELECT * EXCLUDE (author) FROM videos WHERE ${keyed}`,
  `SELECT VIDEO_ID FROM videos WHERE ${keyed}`,
  `SELECT row_number() OVER (ORDER BY video_id) FROM videos WHERE ${keyed}`,
])('what is more than stored rows is left to DuckDB: %s', async (sql) => {
  const answer = await index.answer(sql, [], 'key-rows');
  expect(answer.plan.attempts.filter((attempt) => attempt.answer !== undefined)).toEqual([]);
  const original = await index.answer(sql, ruleNames);
  if (!/SAMPLE|50%/.test(sql)) expect([...answer.lines].sort()).toEqual([...original.lines].sort());
});
