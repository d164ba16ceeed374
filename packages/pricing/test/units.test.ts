import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCost, parseDollars } from '../src/index.ts';

const units = fc.maxSafeInteger();

describe('formatCost', () => {
  test.each([
    [0, '$0.0000'],
    [1, '$0.0001'],
    [9_999, '$0.9999'],
    [10_000, '$1.0000'],
    [50_000, '$5.0000'],
    [-3, '-$0.0003'],
    [Number.MAX_SAFE_INTEGER, '$900719925474.0991'],
  ])('%d units are %s', (amount, text) => expect(formatCost(amount)).toBe(text));

  test('always four decimals, and its digits are the units', () => {
    fc.assert(
      fc.property(units, (amount) => {
        const text = formatCost(amount);
        expect(text).toMatch(/^-?\$(0|[1-9]\d*)\.\d{4}$/);
        expect(BigInt(text.replace(/[$.]/g, ''))).toBe(BigInt(amount));
      }),
    );
  });

  test('sums of formatted costs are exact where sums of dollars in floating point are not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 50 }), (amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const read = amounts.map((amount) => parseDollars(formatCost(amount)) ?? Number.NaN);
        expect(read.reduce((sum, amount) => sum + amount, 0)).toBe(total);
      }),
    );
  });

  test('a fraction of a unit is refused', () => {
    expect(() => formatCost(0.5)).toThrow(RangeError);
  });
});

test.each([
  ['5', 50_000],
  ['$100', 1_000_000],
  ['0.0001', 1],
  ['1.5', 15_000],
  ['1.00001', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1e3', undefined],
])('parseDollars(%j) is %j', (text, amount) => expect(parseDollars(text)).toBe(amount));
