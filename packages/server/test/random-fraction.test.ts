import { expect, it } from 'vitest';
import { randomFraction } from '../src/request/random-fraction.ts';
import { makeRequestId } from '../src/request/request-id.ts';

it('draws each of 256 fractions about as often, beyond one buffer', () => {
  const counts = new Map<number, number>();
  for (let i = 0; i < 256 * 1_000; i++) {
    const fraction = randomFraction();
    counts.set(fraction, (counts.get(fraction) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 256 }, (_, i) => i / 256));
  // a thousand expected, with a standard deviation of 32: eight of them
  expect(Math.min(...counts.values())).toBeGreaterThan(750);
  expect(Math.max(...counts.values())).toBeLessThan(1_250);
});

it('makes request ids that ascend and differ', () => {
  const ids = Array.from({ length: 10_000 }, () => makeRequestId());
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => /^req_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
});
