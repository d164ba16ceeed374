import { expect, test } from 'vitest';
import { killWriters } from './kill-writers.ts';

test('writers that are killed at random moments lose nothing, repeat nothing and leave nothing', async () => {
  const { isEqual, orphans, left } = await killWriters({ kills: 10, seed: 1 });
  expect({ isEqual, orphans, left }).toEqual({ isEqual: true, orphans: [], left: [] });
}, 600_000);
