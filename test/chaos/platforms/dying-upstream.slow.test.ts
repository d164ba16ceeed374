import { expect, test } from 'vitest';
import { dyingUpstream } from './dying-upstream.ts';

/** `npm run chaos -- dying-upstream` does the same for minutes, and measures. */
test('while one upstream dies all others are answered, and what waits for it is bounded', async () => {
  const result = await dyingUpstream({ seconds: 3, latencyMs: 10_000 });
  expect(result.othersFailed).toBe(0);
  expect(result.running).toBeGreaterThan(0);
  expect(result.running).toBeLessThanOrEqual(8);
  expect(result.waiting).toBeLessThanOrEqual(32);
  expect(Object.keys(result.dying).sort()).toEqual(['503 service_unavailable', '504 upstream_timeout']);
}, 60_000);
