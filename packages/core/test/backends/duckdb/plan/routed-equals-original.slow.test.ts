import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState, type State } from './built-states.ts';
import { type OpenIndex, openIndex, sampledIds } from './open-index.ts';
import { anyQuery } from './query-grammar.ts';
import { expectSame } from './same-on-every-route.ts';
import { seldomQueries } from './seldom-queries.ts';

const fired = new Map<string, number>();

function note({ plan, attempt }: Awaited<ReturnType<OpenIndex['answer']>>): void {
  const outcome = plan.attempts.length === 0 ? '' : attempt === null ? ' given up' : ' held';
  for (const { rule, fired: did } of plan.rules) {
    if (did) fired.set(`${rule}${outcome}`, (fired.get(`${rule}${outcome}`) ?? 0) + 1);
  }
}

/** The cheapest path, or one that would cost too much over so few rows. */
const anyPath = fc.option(fc.constantFrom(...accessPaths.map(({ name }) => name)), { nil: undefined });

describe.each<State>(['whole', 'stale months', 'overlay', 'deltas', 'deltas and an overlay'])(
  '%s',
  (state) => {
    let index: OpenIndex;

    beforeAll(async () => {
      index = await openIndex((root) => makeState(root, state));
    });

    afterAll(async () => {
      await index[Symbol.asyncDispose]();
    });

    test('every query gives the same rows from structures as from base files', async () => {
      const ids = await sampledIds(index);
      await fc.assert(
        fc.asyncProperty(anyQuery(ids), anyPath, async (query, preferred) => {
          note(await expectSame(index, query, preferred));
        }),
        { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? (state.startsWith('deltas') ? 100 : 200)) },
      );
    }, 600_000);

    test.each(seldomQueries)('$rule: $sql', async ({ rule, sql, fallsBack = false, isPreferred = false }) => {
      const original = await index.answer(sql, ruleNames);
      const routed = await index.answer(sql, [], isPreferred ? rule : undefined);
      expect([...routed.lines].sort()).toEqual([...original.lines].sort());
      // Totals cannot tell what has changed since.
      const isFired = !['table-totals', 'group-totals', 'top-groups'].includes(rule) || state === 'whole';
      expect(routed.plan.rules.some((outcome) => outcome.rule === rule && outcome.fired)).toBe(isFired);
      if (routed.plan.attempts.length > 0) expect(routed.attempt === null).toBe(fallsBack);
      note(routed);
    });
  },
);

test('every rule fired, every kind of attempt held, and some were given up', () => {
  if (process.env.SDQ_SHOW !== undefined) console.log(Object.fromEntries([...fired].sort()));
  // Samples, small sides of joins and merged subqueries have tests of their own; rows by time are of tables that are not split
  // by month.
  const others = new Set(['push-limit', 'sample', 'time-rows', 'small-side-first', 'merge-subqueries']);
  for (const rule of ruleNames.filter((name) => !others.has(name)))
    expect(
      [...fired.keys()].filter((key) => key.startsWith(rule)),
      rule,
    ).not.toEqual([]);
  for (const rule of ['key-rows', 'ordered-first', 'filtered-first', 'owner-rows', 'tag-rows', 'text-rows'])
    expect(fired.get(`${rule} held`) ?? 0, rule).toBeGreaterThan(0);
  expect(fired.get('ordered-first given up') ?? 0).toBeGreaterThan(0);
});

test.each([
  ["'7000000000000000001'", 1],
  ["'7000000000000000001', '9223372036854775807', '0'", 3],
  ["'7000000000000000001', '007'", 2],
])('ids are looked up in the key file: %s', async (ids, count) => {
  await using index = await openIndex((root) => makeState(root, 'whole'));
  const { plan } = await index.answer(`SELECT * FROM videos WHERE video_id IN (${ids})`, [], 'key-rows');
  const [step] = plan.attempts[0]?.steps ?? [];
  expect(step?.sql).toBe(null);
  expect(step?.keys?.keys).toHaveLength(count);
});
