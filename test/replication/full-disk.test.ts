import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentSnapshotId } from '@sdq/index';
import { mirrorSnapshot, openStore, publishSnapshot } from '@sdq/replication';
import { describe, expect, test } from 'vitest';
import { mountSmallDisk } from '../support/small-disk.ts';
import { isMissing } from '../support/tools.ts';
import { addVideos, contentOf, makePlace, serveStore } from './place.ts';

/** Fills what is left of a disk. */
async function fill(path: string): Promise<void> {
  await writeFile(path, randomBytes(25 * 2 ** 20)).catch(() => {});
}

describe.skipIf(isMissing('tmpfs'))('on a full disk', () => {
  test('a mirror stays at the snapshot that it has, and comes to the newest when there is space', async () => {
    await using place = await makePlace();
    await using served = await serveStore();
    // a mirror leaves a gibibyte to others
    await using disk = await mountSmallDisk(2 ** 30 + 24 * 2 ** 20);
    const { store } = served;
    const [index, root, ballast] = [
      place.path('index'),
      join(disk.path, 'mirror'),
      join(disk.path, 'ballast'),
    ];
    await addVideos(index, 0, 50, 1);
    await publishSnapshot({ index, store });
    await mirrorSnapshot({ store, root });
    const before = await contentOf(root);
    await addVideos(index, 50, 50, 2);
    await publishSnapshot({ index, store });
    await fill(ballast);
    await expect(mirrorSnapshot({ store, root })).rejects.toMatchObject({ code: 'disk_full' });
    expect(await contentOf(root)).toEqual(before);
    await rm(ballast);
    expect(await mirrorSnapshot({ store, root })).toMatchObject({ state: 'updated' });
    expect(await contentOf(root)).toEqual(await contentOf(index));
  });

  test('a store in a directory keeps its snapshot, and takes the next one when there is space', async () => {
    await using place = await makePlace();
    await using disk = await mountSmallDisk(12 * 2 ** 20);
    const store = await openStore(join(disk.path, 'store'));
    const [index, root, ballast] = [place.path('index'), place.path('mirror'), join(disk.path, 'ballast')];
    await addVideos(index, 0, 50, 1);
    const { snapshotId } = await publishSnapshot({ index, store });
    await addVideos(index, 50, 50, 2);
    await fill(ballast);
    await expect(publishSnapshot({ index, store })).rejects.toMatchObject({ code: 'disk_full' });
    await mirrorSnapshot({ store, root });
    expect(await currentSnapshotId(root)).toBe(snapshotId);
    await rm(ballast);
    await publishSnapshot({ index, store });
    await mirrorSnapshot({ store, root });
    expect(await contentOf(root)).toEqual(await contentOf(index));
  });
});
