import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { Executor } from '../../../../src/backends/duckdb/execute/executor.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

const author = "CASE WHEN i % 11 = 0 THEN NULL ELSE 'user' || (i % 17) END";
const data = {
  video_id: 'i::VARCHAR',
  author,
  play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE (i % 7)::BIGINT END',
  author_verified: 'CASE WHEN i % 5 = 0 THEN NULL ELSE i % 2 = 0 END',
  create_time: "TIMESTAMPTZ '2025-11-01' + to_days((hash(i + 1) % 40)::INTEGER)",
};

let index: OpenIndex;
/** With masked rows. */
let changed: OpenIndex;
/** With masked rows, and rows of a delta file in their place. */
let rewritten: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, data);
    await buildIndex({ index: root });
  });
  changed = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, data);
    await buildIndex({ index: root });
    await changeRows(root, videos, {
      written: 'SELECT * FROM living LIMIT 0',
      removed: "video_id IN ('5', '20') OR (author = 'user3' AND video_id < '2')",
    });
  });
  rewritten = await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, data);
    await buildIndex({ index: root });
    await changeRows(root, videos, {
      written: `SELECT * REPLACE (play_count + 1000 AS play_count, ['fresh', 'tag1'] AS hashtags) FROM living WHERE video_id LIKE '%77'
        UNION ALL SELECT * REPLACE ('3100' AS video_id, 'newcomer' AS author) FROM living WHERE video_id = '12'`,
      removed: "video_id IN ('5', '20')",
    });
  });
});
afterAll(async () => {
  await index[Symbol.asyncDispose]();
  await changed[Symbol.asyncDispose]();
  await rewritten[Symbol.asyncDispose]();
});
afterEach(() => vi.restoreAllMocks());

const lists = fc.oneof(
  fc.constantFrom('*', 'video_id', 'play_count AS plays, author', 'video_id, web_url, hashtags, author'),
  fc
    .uniqueArray(
      fc.constantFrom('video_id', 'author', 'description', 'play_count', 'web_url', 'create_time'),
      {
        minLength: 1,
      },
    )
    .map((names) => names.join(', ')),
);
const keys = fc
  .array(fc.integer({ min: 0, max: 3_300 }), { minLength: 1, maxLength: 60 })
  .map((ids) => `video_id IN (${ids.map((id) => `'${id}'`).join(', ')})`);
const conditions = fc.oneof(
  keys,
  keys.map((condition) => `${condition} AND true`),
  fc.integer({ min: 0, max: 3_300 }).map((id) => `'${id}' = video_id`),
);
const orders = fc
  .uniqueArray(fc.constantFrom('author', 'play_count', 'create_time', 'description'), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...[...names, 'video_id'].map((name) =>
        fc
          .tuple(fc.constantFrom('', ' DESC', ' ASC'), fc.constantFrom('', ' NULLS FIRST', ' NULLS LAST'))
          .map(([direction, nulls]) => `${name}${direction}${nulls}`),
      ),
    ),
  )
  .map((terms) => `ORDER BY ${terms.join(', ')}`);
const limits = fc.constantFrom('', 'LIMIT 1', 'LIMIT 5 OFFSET 2', 'LIMIT 0', 'LIMIT 100', 'OFFSET 4');
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
  const sql = `SELECT v.video_id, plays FROM (SELECT *, play_count AS plays FROM videos) AS v WHERE v.video_id IN ('13', '26') ORDER BY plays`;
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

/** Conditions that are tested on fetched rows: NULL, order and equality of texts, numbers and times, and their combinations. */
const tests = fc.letrec<{ test: string }>((tie) => ({
  test: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'play_count > 2',
      'play_count <> 3',
      '4 >= play_count',
      'play_count IN (1, 5, 6)',
      'play_count NOT IN (0, 1)',
      'play_count IS NULL',
      'author IS NOT NULL',
      "author = 'user3'",
      "author > 'user15'",
      "author <> 'user4'",
      "description >= 'caption 2'",
      'author_verified',
      'NOT author_verified',
      'play_count BETWEEN 2 AND 5',
      "create_time < '2025-11-20'",
      "create_time >= TIMESTAMPTZ '2025-11-09 00:00:00+00'",
      "create_time <> DATE '2025-11-15'",
      "(create_time <= '2025-11-20' AND (create_time < '2025-11-20' OR video_id > '15'))",
    ),
    fc.tuple(tie('test'), fc.constantFrom('AND', 'OR'), tie('test')).map((parts) => `(${parts.join(' ')})`),
    tie('test').map((test) => `NOT (${test})`),
  ),
})).test;

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
      fc.tuple(lists, whose, tests, fc.constantFrom('LIMIT 1', 'LIMIT 7', 'LIMIT 20 OFFSET 5', 'LIMIT 60')),
      async ([list, owner, test, limit]) => {
        const sql = `SELECT ${list} FROM videos WHERE ${test} AND ${owner} ORDER BY create_time DESC, video_id ${limit}`;
        const fetched = await each.answer(sql, [], 'ordered-first');
        expect(fetched.lines, sql).toEqual((await each.answer(sql, ruleNames)).lines);
        if (fetched.plan.attempts[0]?.answer?.test !== undefined) attempts.add(fetched.attempt);
      },
    );
    await fc.assert(check, { numRuns: 60 });
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
