import { quantileShares } from '@sdq/index';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareInRange } from '../../../../src/backends/duckdb/candidates/estimates/range-share.ts';

const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1_000_000 })), {
  minLength: 1,
  maxLength: 200,
});
const bound = fc.option(fc.integer({ min: -10, max: 1_000_010 }), { nil: undefined });

test('the share of a range is off by no more than lies between two quantiles at each end', () => {
  fc.assert(
    fc.property(values, bound, bound, (all, min, max) => {
      const sorted = [...all].sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
      const statistics = {
        nulls: 0,
        min: String(sorted[0]),
        max: String(sorted.at(-1)),
        quantiles: Object.fromEntries(quantileShares.map((share) => [share, String(at(share))])),
      };
      const range = {
        ...(min === undefined ? {} : { min: BigInt(min) }),
        ...(max === undefined ? {} : { max: BigInt(max) }),
      };
      const told = shareInRange(statistics, BigInt, range) ?? -1;
      expect(told).toBeGreaterThanOrEqual(0);
      expect(told).toBeLessThanOrEqual(1);
      const passing = sorted.filter((value) => value >= (min ?? value) && value <= (max ?? value)).length;
      const ends = Number(min !== undefined) + Number(max !== undefined);
      // Between a tenth and the median, and the median and nine tenths, lie four tenths of the rows.
      expect(Math.abs(told - passing / sorted.length)).toBeLessThanOrEqual(
        ends * (0.4 + 1 / sorted.length) + 1e-9,
      );
      if (ends === 0) expect(told).toBe(1);
    }),
    { numRuns: 500 },
  );
});

test('without quantiles, or with one that is no number, nothing is told', () => {
  expect(shareInRange({ nulls: 0, min: '1', max: '9' }, BigInt, {})).toBeUndefined();
  const infinite = { nulls: 0, min: '-infinity', max: '9', quantiles: { '0.5': '3' } };
  const read = (text: string) => (/^\d+$/.test(text) ? BigInt(text) : undefined);
  expect(shareInRange(infinite, read, {})).toBeUndefined();
});
