import { availableParallelism, totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { coresOfMachine, memoryOfMachine, quotaOf } from '../src/machine.ts';

test('a CPU quota is read as cores; none is no limit', () => {
  expect(quotaOf('200000 100000\n')).toBe(2);
  expect(quotaOf('50000 100000')).toBe(0.5);
  expect(quotaOf('max 100000')).toBe(Number.POSITIVE_INFINITY);
  expect(quotaOf('')).toBe(Number.POSITIVE_INFINITY);
});

test('memory and cores are at most those of the machine', () => {
  expect(memoryOfMachine()).toBeGreaterThan(0);
  expect(memoryOfMachine()).toBeLessThanOrEqual(totalmem());
  expect(coresOfMachine()).toBeGreaterThanOrEqual(1);
  expect(coresOfMachine()).toBeLessThanOrEqual(availableParallelism());
});
