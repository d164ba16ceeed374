import { currentSnapshotId } from '@sdq/index';
import { mirrorSnapshot, publishSnapshot } from '@sdq/replication';
import { expect, test } from 'vitest';
import { type Faults, noFaults } from './object-store/faults.ts';
import { addVideos, contentOf, makePlace, serveStore } from './place.ts';

const seeds = Number(process.env.SDQ_REPLICATION_SEEDS ?? 3);
const rounds = 4;

const some: Faults = {
  error: 0.08,
  lostAnswer: 0.05,
  conflict: 0.1,
  refused: 0.1,
  truncated: 0.15,
  altered: 0.05,
  slow: 0.2,
  slowMs: 20,
  stale: 0.2,
};

test('with a store that fails at random a mirror has a whole published snapshot at any time, and the last one in the end', async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    await using place = await makePlace();
    // the store's clock is ahead, behind, or right
    const clockSkewMs = ((seed % 3) - 1) * 259_200_000;
    await using served = await serveStore({ seed, clockSkewMs });
    const { store, server } = served;
    const [index, root] = [place.path('index'), place.path('mirror')];
    const contents = new Map<string, unknown>();
    let failed = 0;
    for (let round = 0; round < rounds; round++) {
      await addVideos(index, round * 5, 20, round + 1);
      contents.set((await currentSnapshotId(index)) as string, await contentOf(index));
      server.faults.faults = some;
      for (const work of [() => publishSnapshot({ index, store }), () => mirrorSnapshot({ store, root })])
        await work().catch((error: { code?: string }) => {
          expect(['store_unreachable', 'store_refused'], String(error)).toContain(error.code);
          failed++;
        });
      server.faults.faults = noFaults;
      const id = await currentSnapshotId(root);
      if (id !== null)
        expect(await contentOf(root), `seed ${seed}, round ${round}`).toEqual(contents.get(id));
    }
    await publishSnapshot({ index, store });
    await mirrorSnapshot({ store, root });
    expect(await currentSnapshotId(root), `${failed} failed`).toBe(await currentSnapshotId(index));
    expect(await contentOf(root)).toEqual(await contentOf(index));
  }
}, 600_000);

test('a mirror that a publisher overtakes, whose files it deletes at once, comes to the newest snapshot', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const { store, server } = served;
  const [index, root] = [place.path('index'), place.path('mirror')];
  await addVideos(index, 0, 30, 1);
  await publishSnapshot({ index, store });
  server.faults.faults = { ...noFaults, slow: 1, slowMs: 100 };
  const mirrored = mirrorSnapshot({ store, root });
  await addVideos(index, 0, 30, 2);
  await publishSnapshot({ index, store, keepMs: 0 });
  await mirrored;
  server.faults.faults = noFaults;
  await mirrorSnapshot({ store, root });
  expect(await contentOf(root)).toEqual(await contentOf(index));
});
