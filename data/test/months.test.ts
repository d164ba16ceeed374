import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allotMonths, batchesOf } from '../src/generate/months.ts';

const until = fc.date({ min: new Date('2011-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });

describe('allotMonths', () => {
  it('numbers all rows once, over four years without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), until, (rows, end) => {
        const months = allotMonths(rows, end);
        let row = 0;
        for (const [index, month] of months.entries()) {
          expect(month.firstRow).toBe(row);
          expect(month.rows).toBeGreaterThanOrEqual(0);
          expect(month.start).toBe(index === 0 ? month.start : months[index - 1]?.end);
          expect(new Date(month.start * 1000).toISOString().slice(0, 7)).toBe(month.label);
          row += month.rows;
        }
        expect(row).toBe(rows);
        expect(months.at(-1)?.end).toBe(Math.floor(end.getTime() / 1000));
      }),
    );
  });

  it('grows by four and a half per cent a month', () => {
    const months = allotMonths(10_000_000, new Date('2026-11-01T00:00:00Z'));
    expect(months).toHaveLength(48);
    for (const [index, month] of months.slice(1).entries()) {
      expect(month.rows / (months[index]?.rows ?? 1)).toBeCloseTo(1.045, 3);
    }
  });
});

describe('batchesOf', () => {
  it('holds each month with rows once, in order, and no large batch of several months', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), until, (rows, end) => {
        const months = allotMonths(rows, end);
        const batches = batchesOf(months);
        expect(batches.flat()).toEqual(months.filter((month) => month.rows > 0));
        for (const batch of batches) {
          const sum = batch.reduce((total, month) => total + month.rows, 0);
          expect(batch.length === 1 || sum <= 250_000).toBe(true);
        }
      }),
    );
  });
});
