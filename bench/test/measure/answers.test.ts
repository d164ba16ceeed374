import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestRows } from '../../src/measure/answer-digest.ts';
import { canonicalValue } from '../../src/measure/canonical-value.ts';
import { differenceOf } from '../../src/measure/compare-answers.ts';
import { geometricMean, median, percentile } from '../../src/measure/statistics.ts';
import type { Agreement } from '../../src/workload/query.ts';

describe('one spelling for one value', () => {
  test.each([
    [1700, '1700', 'BIGINT'],
    ['9007199254740993', '9007199254740993', 'BIGINT'],
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05+00', 'TIMESTAMP WITH TIME ZONE'],
    ['2026-01-02T03:04:05.120000Z', '2026-01-02 03:04:05.12+00', 'TIMESTAMP WITH TIME ZONE'],
    [0.1 + 0.2, 0.3, 'DOUBLE'],
    [null, 'NaN', 'DOUBLE'],
    [[1, 2], ['1', '2'], 'BIGINT[]'],
    [null, null, 'VARCHAR'],
    ['2026-01-01T00:00:00Z', '2026-01-01', 'TIMESTAMP WITH TIME ZONE'],
  ])('%j and %j as %s', (ours, theirs, type) => {
    expect(canonicalValue(ours, type)).toEqual(canonicalValue(theirs, type));
  });

  test.each([
    ['a', 'b', 'VARCHAR'],
    [null, '', 'VARCHAR'],
    [0.3, 0.300001, 'DOUBLE'],
    ['2026-01-02T03:04:05Z', '2026-01-02 03:04:06+00', 'TIMESTAMP WITH TIME ZONE'],
    ['2026-01-02T03:04:50Z', '2026-01-02 03:04:05+00', 'TIMESTAMP WITH TIME ZONE'],
  ])('%j is not %j as %s', (ours, theirs, type) => {
    expect(canonicalValue(ours, type)).not.toEqual(canonicalValue(theirs, type));
  });
});

async function* each<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}
const digest = (rows: readonly (readonly unknown[])[]) =>
  digestRows(['a', 'b'], ['BIGINT', 'VARCHAR'], each(rows));

test('the same rows in another order are the same multiset', async () => {
  const rows = fc.array(fc.tuple(fc.integer(), fc.string()), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      const [ours, theirs] = [await digest(list), await digest([...list].reverse())];
      expect(differenceOf({ agreement: 'multiset' }, ours, theirs)).toBeUndefined();
    }),
  );
});

test('what differs is found', async () => {
  const rows = [
    [1, 'a'],
    [2, 'b'],
  ] as const;
  const swapped = [rows[1], rows[0]];
  const other = [
    [1, 'a'],
    [2, 'c'],
  ];
  const doubled = [
    [1, 'a'],
    [1, 'a'],
  ];
  const difference = async (agreement: Agreement, ours: readonly (readonly unknown[])[]) =>
    differenceOf({ agreement }, await digest(ours), await digest(rows));
  expect(await difference('ordered', rows)).toBeUndefined();
  expect(await difference('ordered', swapped)).toContain('another order');
  expect(await difference('multiset', other)).toContain('other rows');
  expect(await difference('multiset', doubled)).toContain('other rows');
  expect(await difference('row count', other)).toBeUndefined();
  expect(await difference('row count', [rows[0]])).toContain('1 rows instead of 2');
  const renamed = await digestRows(['a', 'c'], ['BIGINT', 'VARCHAR'], each(rows));
  expect(differenceOf({ agreement: 'multiset' }, renamed, await digest(rows))).toContain(
    'column 2 is c instead of b',
  );
});

test('means', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(geometricMean([2, 0.5])).toBeCloseTo(1);
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3);
  expect(percentile([5, 1, 3, 2, 4], 0.99)).toBe(5);
  expect(percentile([], 0.5)).toBeNaN();
});
