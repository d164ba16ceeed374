import { expect, test } from 'vitest';
import { framing } from './framing.ts';
import { hostileJson } from './hostile-json.ts';
import { ssrf } from './ssrf.ts';
import { traversal } from './traversal.ts';

/** `npm run chaos -- framing hostile-json ssrf traversal` does the same at length. */
test('a request that can be read in two ways is refused, and never answered as another one', async () => {
  expect(await framing({ rounds: 1 })).toMatchObject({
    wrongStatus: [],
    desynchronised: [],
    otherBodies: [],
  });
});

test('wrong bodies and queries are refused, right ones taken, nothing breaks', async () => {
  expect(await hostileJson({ requests: 250 })).toMatchObject({ failures: 0, misjudged: [], polluted: false });
});

test('addresses are read and never visited', async () => {
  const { connections, connectCalls, byStatus } = await ssrf({ rounds: 1 });
  expect([connections, connectCalls ?? 0]).toEqual([0, 0]);
  expect(Object.keys(byStatus).filter((status) => !status.startsWith('4'))).toEqual([]);
});

test('ids that lead out of folders open nothing', async () => {
  const { taken, leaked, opened } = await traversal({ rounds: 1 });
  expect(taken).toEqual([]);
  expect(leaked).toBe(0);
  expect(opened ?? []).toEqual([]);
});
