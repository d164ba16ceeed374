import { expect, test } from 'vitest';
import { killReplicas } from './kill-replicas.ts';

/** `npm run chaos -- kill-replicas` kills 200. */
test('publishers and mirrors that are killed at random moments mix nothing, lose nothing and leave nothing', async () => {
  const result = await killReplicas({ kills: 10, seed: Number(process.env.SDQ_PROPERTY_SEED ?? 1) });
  expect(result).toMatchObject({ mixed: 0, isEqual: true, orphans: [] });
  expect(result.late).toBeLessThan(10);
}, 600_000);
