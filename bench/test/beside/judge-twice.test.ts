import { expect, test } from 'vitest';
import { judge, pairsOf } from '../../src/beside/comparison.ts';
import { judgeTwice } from '../../src/beside/judge-twice.ts';
import type { Outcome } from '../../src/run/run-workload.ts';

function measured(cpuMs: number, mebibytes = 100): Outcome {
  const memory = { treeBytes: mebibytes * 2 ** 20, processBytes: 2 ** 20 };
  const cost = { wallMs: cpuMs, cpuMs, memory };
  return { status: 'measured', median: cost, first: cost, runs: 5 };
}

const row = (name: string, sdq: Outcome, beside: Outcome) => ({ name, outcomes: { sdq, beside } });

const never = () => Promise.reject(new Error('nothing had to be measured again'));

test('alike engines are measured once, and everything holds', async () => {
  const rows = [row('a', measured(10), measured(10)), row('b', measured(40), measured(50))];
  const { pairs, again, verdicts } = await judgeTwice(rows, never);
  expect(pairs.map(({ query, cpuRatio }) => [query, cpuRatio])).toEqual([
    ['a', 1],
    ['b', 0.8],
  ]);
  expect(again).toEqual([]);
  expect(verdicts.map(({ holds, queries }) => [holds, queries])).toEqual([
    [true, []],
    [true, []],
    [true, []],
  ]);
});

test('a query may take a quarter and 2 ms more', () => {
  const slower = (ours: number, beside: number) =>
    judge(pairsOf([row('a', measured(ours), measured(beside))]))[1]?.queries;
  expect(slower(127, 100)).toEqual([]);
  expect(slower(127.1, 100)).toEqual(['a']);
  expect(slower(3, 1)).toEqual([]);
});

test('a slow query alone is measured again, and counts when it is slow again', async () => {
  const others = Array.from({ length: 30 }, (_, i) => row(`q${i}`, measured(10), measured(10)));
  const rows = [row('slow', measured(20), measured(10)), ...others];
  const asked: string[][] = [];
  const againWith = (ours: number) => (queries: ReadonlySet<string>) => {
    asked.push([...queries]);
    return Promise.resolve([row('slow', measured(ours), measured(10))]);
  };
  const calm = await judgeTwice(rows, againWith(11));
  expect(calm.verdicts.map(({ holds, before }) => [holds, before])).toEqual([
    [true, undefined],
    [true, 1],
    [true, undefined],
  ]);
  const slow = await judgeTwice(rows, againWith(20));
  expect(slow.verdicts[1]).toMatchObject({ holds: false, value: 1, before: 1, queries: ['slow'] });
  expect(asked).toEqual([['slow'], ['slow']]);
});

test('a mean that is too high is measured again over all queries', async () => {
  const rows = [row('slow', measured(12), measured(10)), row('same', measured(10), measured(10))];
  const asked: string[][] = [];
  const { verdicts } = await judgeTwice(rows, async (queries) => {
    asked.push([...queries]);
    return rows;
  });
  expect(asked).toEqual([['slow', 'same']]);
  expect(verdicts[0]).toMatchObject({ holds: false, queries: ['slow'] });
  expect(verdicts[0]?.value).toBeCloseTo(Math.sqrt(1.2));
});

test('memory is that of the hungriest query, and measured again over those above the other’s', async () => {
  const rows = [
    row('small', measured(10, 300), measured(10, 100)),
    row('large', measured(10, 500), measured(10, 400)),
  ];
  const asked: string[][] = [];
  const { verdicts } = await judgeTwice(rows, async (queries) => {
    asked.push([...queries]);
    return [row('large', measured(10, 410), measured(10, 400))];
  });
  expect(asked).toEqual([['large']]);
  expect(verdicts[2]).toMatchObject({ holds: true, before: 1.25, value: 1.025 });
});

test('over no queries nothing is shown to hold', async () => {
  const { verdicts } = await judgeTwice([row('a', measured(1), { status: 'failed', reason: 'gone' })], never);
  expect(verdicts[0]?.holds).toBe(false);
});
