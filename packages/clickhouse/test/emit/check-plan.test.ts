import { AppError } from '@sdq/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Emitter } from './emitter.ts';

const statements = [
  'SELECT author, count(*) AS n, sum(play_count) FILTER (WHERE is_ad) FROM videos GROUP BY ALL HAVING n > 2 ORDER BY n DESC, author LIMIT 10',
  "SELECT v.video_id, a.nickname FROM videos v LEFT JOIN authors a USING (author_id) WHERE list_contains(v.hashtags, 'x')",
  'SELECT video_id, lag(play_count) OVER (PARTITION BY author ORDER BY create_time, video_id) FROM videos QUALIFY row_number() OVER (PARTITION BY author ORDER BY video_id) = 1',
  'SELECT DISTINCT ON (region) region, CASE WHEN play_count BETWEEN 1 AND 5 THEN 1 END FROM videos ORDER BY region, video_id',
  'WITH x AS (SELECT unnest(hashtags) AS tag FROM videos) SELECT tag, count(*) FROM x GROUP BY tag',
];

type Objects = Record<string, unknown>[];

/** All objects of a plan that the description names, with what is described as any value left out. */
function objectsOf(value: unknown, key = ''): Objects {
  if (Array.isArray(value)) return value.flatMap((item) => objectsOf(item, key));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, item]) => objectsOf(item, name));
  const isDescribed =
    'expression_class' in value ||
    /^LOGICAL_/.test(String((value as { type?: unknown }).type)) ||
    ['orders', 'conditions', 'limit_val', 'offset_val', 'binding', 'case_checks', 'column_indexes'].includes(
      key,
    );
  return isDescribed ? [value as Record<string, unknown>, ...inner] : inner;
}

describe('the description of plans is closed', () => {
  let emitter: Emitter;
  beforeAll(async () => {
    emitter = await Emitter.open();
  });
  afterAll(async () => await emitter[Symbol.asyncDispose]());

  test('an unknown key refuses the query, wherever it stands', async () => {
    for (const sql of statements) {
      const bound = await emitter.bind(sql);
      expect(emitter.emit(sql, bound).sql).toContain('SELECT');
      const count = objectsOf(bound.plan).length;
      expect(count).toBeGreaterThan(5);
      fc.assert(
        fc.property(fc.nat(count - 1), fc.constantFrom('filters2', 'is_new', 'toString'), (at, key) => {
          const plan = structuredClone(bound.plan);
          const object = objectsOf(plan)[at];
          if (object === undefined) throw new Error('no such object');
          object[key] = true;
          expect(() => emitter.emit(sql, { ...bound, plan })).toThrow(
            expect.objectContaining({ code: 'not_supported_by_backend' }),
          );
        }),
        { numRuns: 60 },
      );
    }
  });

  test('an unknown operator and an unknown kind of expression refuse', async () => {
    const sql = statements[0] ?? '';
    const bound = await emitter.bind(sql);
    const plan = JSON.parse(
      JSON.stringify(bound.plan, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ) as Record<string, unknown>;
    const renamed = (from: string, to: string) =>
      JSON.parse(JSON.stringify(plan).replaceAll(`"${from}"`, `"${to}"`)) as unknown;
    for (const [from, to] of [
      ['LOGICAL_ORDER_BY', 'LOGICAL_TOP_N'],
      ['BOUND_AGGREGATE', 'BOUND_SOMETHING'],
      ['NULLS LAST', 'NULLS NOWHERE'],
      ['NON_DISTINCT', 'HALF_DISTINCT'],
    ] as const)
      expect(() => emitter.emit(sql, { ...bound, plan: renamed(from, to) })).toThrow(AppError);
  });
});
