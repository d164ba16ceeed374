import { openSnapshot } from '@sdq/index';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState, type State } from './built-states.ts';
import { type OpenIndex, openIndex, sampledIds } from './open-index.ts';
import { anyQuery } from './query-grammar.ts';
import { seldomQueries } from './seldom-queries.ts';

const anyPath = fc.option(fc.constantFrom(...accessPaths.map(({ name }) => name)), { nil: undefined });
const held = new Map<string, number>();

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
      fc.asyncProperty(anyQuery(ids), anyPath, async ({ text, isOrdered }, preferred) => {
        const original = await index.answer(text, ruleNames);
        const routed = await index.answer(text, ['push-limit'], preferred);
        const [a, b] = [original.lines, routed.lines];
        expect(isOrdered ? b : [...b].sort()).toEqual(isOrdered ? a : [...a].sort());
        expect(routed.columns).toEqual(original.columns);
        note(routed);
      }),
      { numRuns: Number(process.env.SDQ_PROPERTY_RUNS ?? 80) },
    );
  }, 600_000);

  test.each(seldomQueries)('$rule: $sql', async ({ rule, sql, isPreferred = false }) => {
    const original = await index.answer(sql, ruleNames);
    const routed = await index.answer(sql, [], isPreferred ? rule : undefined);
    expect([...routed.lines].sort()).toEqual([...original.lines].sort());
    note(routed);
  });
});

function note({ plan, attempt }: Awaited<ReturnType<OpenIndex['answer']>>): void {
  for (const { rule, fired } of plan.rules)
    if (fired && attempt !== null) held.set(rule, (held.get(rule) ?? 0) + 1);
}

test('rows were found by every path that fetches them', () => {
  for (const rule of ['key-rows', 'ordered-first', 'filtered-first', 'owner-rows', 'tag-rows', 'text-rows'])
    expect(held.get(rule) ?? 0, rule).toBeGreaterThan(0);
});
