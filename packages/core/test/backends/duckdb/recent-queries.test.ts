import type { Snapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { type Planned, RecentQueries } from '../../../src/backends/duckdb/recent-queries.ts';
import type { HeldParts, QueryRunner } from '../../../src/backends/duckdb/runnable-plan.ts';

/** A query that reads these tables of changed rows, whose names differ from snapshot to snapshot. */
function queryOf(...kinds: string[]) {
  let planned = 0;
  const planFor = ({ id }: Pick<Snapshot, 'id'>): Planned => {
    planned++;
    const attachments = kinds.map((kind) => ({ name: `${kind}_${id}`, sql: `SELECT '${kind}'` }));
    return { attachments, attempts: [], routes: [] };
  };
  return {
    planFor,
    times: () => {
      const times = planned;
      planned = 0;
      return times;
    },
  };
}

const warmed: string[][] = [];
const runner = {
  warmUp: async ({ attachments }: HeldParts) => void warmed.push(attachments.map(({ name }) => name).sort()),
} as unknown as QueryRunner;
const snapshot = (id: string) => ({ id }) as Snapshot;
const { signal } = new AbortController();

test('of queries that read the same, one is planned for the next snapshot, however many snapshots came before', async () => {
  const recent = new RecentQueries();
  const [both, masked, delta, other] = [
    queryOf('masked', 'delta'),
    queryOf('masked'),
    queryOf('delta'),
    queryOf('groups'),
  ] as const;
  const ask = (id: string, ...queries: readonly ReturnType<typeof queryOf>[]) => {
    for (const query of queries) {
      recent.note(query.planFor(snapshot(id)), query.planFor);
      query.times();
    }
  };
  ask('1', masked, delta, other, both);
  for (const id of ['2', '3', '4']) {
    await recent.warmUp(runner, snapshot(id), signal);
    expect(warmed.pop()).toEqual([`delta_${id}`, `groups_${id}`, `masked_${id}`]);
    expect([both, masked, delta, other].map(({ times }) => times())).toEqual([1, 0, 0, 1]);
  }
  ask('4', delta);
  await recent.warmUp(runner, snapshot('5'), signal);
  expect(warmed.pop()).toEqual(['delta_5', 'groups_5', 'masked_5']);
});

test('a query that cannot be planned any more, and an engine that closes, leave nothing to make', async () => {
  const recent = new RecentQueries();
  recent.note(queryOf('gone').planFor(snapshot('1')), () => {
    throw new Error('the table is gone');
  });
  await recent.warmUp(runner, snapshot('2'), signal);
  expect(warmed.pop()).toEqual([]);
  const query = queryOf('masked');
  recent.note(query.planFor(snapshot('2')), query.planFor);
  await recent.warmUp(runner, snapshot('3'), AbortSignal.abort());
  expect(warmed).toEqual([]);
});
