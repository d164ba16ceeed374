import { openSnapshot } from '@sdq/index';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState, type State } from './built-states.ts';
import { type OpenIndex, openIndex, sampledIds } from './open-index.ts';
import { anyQuery } from './query-grammar.ts';
import { expectSame } from './same-on-every-route.ts';
import { seldomQueries } from './seldom-queries.ts';

const anyPath = fc.option(fc.constantFrom(...accessPaths.map(({ name }) => name)), { nil: undefined });

describe.each<State>(['whole', 'stale months', 'deltas', 'deltas and an overlay'])('%s', (state) => {
  let index: OpenIndex;

  beforeAll(async () => {
    index = await openIndex(async (root) => {
      await makeState(root, state, 'compact');
      const { manifest } = await openSnapshot(root);
      const covered = manifest.segments?.flatMap(({ covers }) => covers) ?? [];
      expect(manifest.segments?.map(({ profile }) => profile)).not.toContain(undefined);
      expect(covered.filter(({ row_file }) => row_file !== undefined)).toEqual([]);
    });
  });

  afterAll(async () => {
    await index[Symbol.asyncDispose]();
  });

  test('every query gives the same rows from the structures of the compact profile as from base files', async () => {
    const ids = await sampledIds(index);
    await fc.assert(
      fc.asyncProperty(anyQuery(ids), anyPath, async (query, preferred) => {
        await expectSame(index, query, preferred);
      }),
      { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 80) },
    );
  }, 600_000);

  test.each(seldomQueries)('$rule: $sql', async ({ rule, sql, isPreferred = false }) => {
    const original = await index.answer(sql, ruleNames);
    const routed = await index.answer(sql, [], isPreferred ? rule : undefined);
    expect([...routed.lines].sort()).toEqual([...original.lines].sort());
  });

  test.each([
    "SELECT date_trunc('month', create_time) AS month, count(*), sum(play_count) FROM videos WHERE author = 'user3' GROUP BY 1",
    "SELECT max(author), upper(author), sum(like_count) FROM videos WHERE author = 'user3' AND play_count > 300 GROUP BY 2",
    "SELECT author, play_count FROM videos AS own WHERE own.author IN ('user3')",
    "SELECT sum(play_count) FROM videos WHERE author = 'nobody'",
  ])('the rows of an owner with too many to be fetched are read from the native scan: %s', async (sql) => {
    const original = await index.answer(sql, ruleNames);
    const routed = await index.answer(sql, [], 'owner-rows', 'shortvideo', () => false);
    expect([...routed.lines].sort()).toEqual([...original.lines].sort());
    expect(routed.plan.sql).toContain('rowid IN');
  });
});

describe('rows are fetched from base files', () => {
  let index: OpenIndex;

  beforeAll(async () => {
    index = await openIndex((root) => makeState(root, 'deltas', 'compact'));
  });

  afterAll(async () => {
    await index[Symbol.asyncDispose]();
  });

  test.each([
    ['key-rows', "SELECT author, description FROM videos WHERE video_id = 'FIRST'"],
    ['owner-rows', "SELECT * FROM videos WHERE author = 'user3'"],
    ['tag-rows', "SELECT * FROM videos WHERE list_contains(hashtags, 'rare77')"],
    ['text-rows', "SELECT * FROM videos WHERE description ILIKE '%word17 %'"],
    [
      'ordered-first',
      "SELECT * FROM videos WHERE author = 'user3' ORDER BY play_count DESC, video_id LIMIT 3",
    ],
    [
      'ordered-first',
      "SELECT * FROM videos WHERE list_contains(hashtags, 'tag1') ORDER BY create_time DESC, video_id LIMIT 5",
    ],
    ['filtered-first', 'SELECT video_id, description FROM videos WHERE share_count = 7 AND play_count > 300'],
  ])('by %s: %s', async (path, sql) => {
    const [first = ''] = await sampledIds(index);
    const text = sql.replace('FIRST', first);
    const original = await index.answer(text, ruleNames);
    const routed = await index.answer(text, [], path);
    expect([...routed.lines].sort()).toEqual([...original.lines].sort());
    const [attempt] = routed.plan.attempts;
    const isFromBase = attempt?.steps.some(({ files }) => files.some((file) => file.isParquet === true));
    expect([routed.attempt, isFromBase]).toEqual([0, true]);
  });
});
