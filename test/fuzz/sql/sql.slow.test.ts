import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostileEngine } from '../../support/hostile-engine.ts';
import { pastFailures } from './past-failures.ts';
import { runFuzz } from './run-fuzz.ts';
import { statementOf } from './statements.ts';

let hostile: HostileEngine;
beforeAll(async () => {
  hostile = await HostileEngine.open();
});
afterAll(() => hostile[Symbol.asyncDispose]());

test.each(pastFailures)('$fault: no longer', async ({ sql }) => {
  const verdict = await hostile.run(sql);
  expect(hostile.leakIn(sql, verdict)).toBe(null);
  expect(verdict.code).not.toBe('internal_error');
});

test('a seed gives the same statement each time, and seeds beside each other give others', () => {
  const texts = Array.from({ length: 200 }, (_, seed) => statementOf(seed).sql);
  expect(texts).toEqual(Array.from({ length: 200 }, (_, seed) => statementOf(seed).sql));
  expect(new Set(texts).size).toBeGreaterThan(190);
});

/** `npm run fuzz -- sql gate` runs as many as are wanted; these few tell whether it works at all. */
test('generated statements harm nothing and learn nothing', async () => {
  const summary = await runFuzz({ statements: 1_000_000, seconds: 5, seed: 1 });
  expect(summary.failures).toEqual([]);
  expect(summary.statements).toBeGreaterThan(20);
  expect(summary.answered).toBeGreaterThan(0);
  expect(summary.errors.sql_unknown_function).toBeGreaterThan(0);
});

test('the gate alone refuses and admits what the whole engine does', async () => {
  const summary = await runFuzz({ statements: 1_000, seconds: 60, seed: 1, gateOnly: true });
  expect(summary.failures).toEqual([]);
  expect(summary.statements).toBe(1_000);
  expect(summary.answered).toBeGreaterThan(200);
  expect(summary.errors.sql_unknown_function).toBeGreaterThan(50);
});
