import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentSnapshotId, manifestFiles, openSnapshot } from '@sdq/index';
import { mirrorSnapshot, type ObjectStore, openStore, publishSnapshot } from '@sdq/replication';
import { expect, test } from 'vitest';
import { addVideos, contentOf, makePlace, serveStore } from './place.ts';

/** Both kinds of stores. */
async function* stores(): AsyncIterable<{
  name: string;
  store: ObjectStore;
  path: (name: string) => string;
}> {
  await using place = await makePlace();
  yield { name: 'directory', store: await openStore(place.path('store')), path: place.path };
  await using served = await serveStore();
  await using other = await makePlace();
  yield { name: 's3', store: served.store, path: other.path };
}

test('what is published comes to a mirror, and after each addition only what changed', async () => {
  for await (const { name, store, path } of stores()) {
    const [index, root] = [path('index'), path('mirror')];
    expect(await mirrorSnapshot({ store, root }), name).toEqual({ state: 'empty' });
    await addVideos(index, 0, 60, 100);
    const first = await publishSnapshot({ index, store });
    expect(first).toMatchObject({ isUnchanged: false, uploadedFiles: first.files });
    expect(await mirrorSnapshot({ store, root })).toMatchObject({ state: 'updated', files: first.files });
    expect(await publishSnapshot({ index, store })).toMatchObject({ isUnchanged: true, uploadedFiles: 0 });
    expect((await mirrorSnapshot({ store, root })).state).toBe('current');

    await addVideos(index, 10, 3, 5_000);
    const second = await publishSnapshot({ index, store });
    expect(second.uploadedFiles).toBeGreaterThan(0);
    expect(second.uploadedFiles).toBeLessThan(second.files / 2);
    const updated = await mirrorSnapshot({ store, root });
    expect(updated).toMatchObject({
      state: 'updated',
      snapshotId: second.snapshotId,
      files: second.uploadedFiles,
    });
    expect(await contentOf(root)).toEqual(await contentOf(index));
    expect((await contentOf(root))['shortvideo.videos']).toHaveLength(60);
  }
});

test('nothing but the mirror writes to its directory', async () => {
  for await (const { name, store, path } of stores()) {
    await addVideos(path('index'), 0, 3, 1);
    await publishSnapshot({ index: path('index'), store });
    await mirrorSnapshot({ store, root: path('mirror') });
    await expect(addVideos(path('mirror'), 3, 1, 1), name).rejects.toMatchObject({ code: 'index_mirrored' });
    await expect(mirrorSnapshot({ store, root: path('index') })).rejects.toMatchObject({
      code: 'usage_error',
    });
    const other = await openStore(path('other store'));
    await expect(mirrorSnapshot({ store: other, root: path('mirror') })).rejects.toThrow('is a mirror of');
  }
});

test('an index does not replace what another one published, unless it is told to', async () => {
  for await (const { name, store, path } of stores()) {
    await addVideos(path('a'), 0, 3, 1);
    await addVideos(path('b'), 0, 3, 2);
    const { snapshotId } = await publishSnapshot({ index: path('a'), store });
    await expect(publishSnapshot({ index: path('b'), store }), name).rejects.toMatchObject({
      code: 'publication_conflict',
      hint: expect.stringContaining('--take-over'),
    });
    expect((await publishSnapshot({ index: path('a'), store })).snapshotId).toBe(snapshotId);
    expect((await publishSnapshot({ index: path('b'), store, takesOver: true })).isUnchanged).toBe(false);
  }
});

test('of two that publish at the same time one is told, and its snapshot is not lost unnoticed', async () => {
  for await (const { name, store, path } of stores()) {
    await addVideos(path('a'), 0, 3, 1);
    await addVideos(path('b'), 0, 3, 2);
    const results = await Promise.allSettled(
      ['a', 'b'].map((each) => publishSnapshot({ index: path(each), store })),
    );
    const states = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'published'));
    expect(states.sort(), name).toEqual(['publication_conflict', 'published']);
  }
});

test('a store that ignores conditions is refused, unless there is a single publisher', async () => {
  await using place = await makePlace();
  await using served = await serveStore({ hasConditions: false });
  const index = place.path('index');
  await addVideos(index, 0, 3, 1);
  await expect(publishSnapshot({ index, store: served.store })).rejects.toMatchObject({
    code: 'store_refused',
  });
  await publishSnapshot({ index, store: served.store, isSinglePublisher: true });
  expect(await mirrorSnapshot({ store: served.store, root: place.path('mirror') })).toMatchObject({
    state: 'updated',
  });
  expect([...served.server.objects.keys()].filter((key) => key.includes('probe'))).toEqual([]);
});

test('what no snapshot needs is deleted after its time by the clock of the store, not before', async () => {
  for (const clockSkewMs of [0, 86_400_000 * 3, -86_400_000 * 3]) {
    await using place = await makePlace();
    await using served = await serveStore({ clockSkewMs });
    const { store, server } = served;
    const index = place.path('index');
    await addVideos(index, 0, 30, 100);
    await publishSnapshot({ index, store });
    const before = new Set(server.objects.keys());
    await addVideos(index, 0, 30, 200);
    expect((await publishSnapshot({ index, store })).collected).toEqual({ snapshots: 0, files: 0, bytes: 0 });
    for (const key of before) expect(server.objects.has(key)).toBe(true);
    const { collected } = await publishSnapshot({ index, store, keepMs: 0 });
    expect(collected.snapshots, `skew ${clockSkewMs}`).toBe(1);
    const { manifest } = await openSnapshot(index);
    const needed = [
      ...manifestFiles(manifest).map(({ path }) => path),
      'CURRENT',
      `snapshots/${manifest.snapshot_id}.json`,
    ];
    expect([...server.objects.keys()].sort()).toEqual(needed.map((key) => `bucket/an index/${key}`).sort());
  }
});

test('files of others below the address are left alone', async () => {
  await using place = await makePlace();
  const [index, directory] = [place.path('index'), place.path('store')];
  const store = await openStore(directory);
  await addVideos(index, 0, 3, 1);
  await publishSnapshot({ index, store });
  await writeFile(join(directory, 'data', 'notes.parquet'), 'mine');
  await utimes(join(directory, 'data', 'notes.parquet'), 0, 0);
  await publishSnapshot({ index, store, keepMs: 0 });
  expect(await store.head('data/notes.parquet')).toMatchObject({ bytes: 4 });
});

test('an older snapshot is not taken up as long as it may be an old answer', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const { store, server } = served;
  const [index, root] = [place.path('index'), place.path('mirror')];
  await addVideos(index, 0, 30, 100);
  await publishSnapshot({ index, store });
  await mirrorSnapshot({ store, root });
  await addVideos(index, 0, 3, 200);
  const { snapshotId } = await publishSnapshot({ index, store });
  await mirrorSnapshot({ store, root });
  server.faults.faults = { ...server.faults.faults, stale: 1 };
  expect(await mirrorSnapshot({ store, root })).toMatchObject({ state: 'stale' });
  expect(await currentSnapshotId(root)).toBe(snapshotId);
  expect(await mirrorSnapshot({ store, root, goesBack: true })).toMatchObject({ state: 'updated' });
  expect((await contentOf(root))['shortvideo.videos']).toHaveLength(30);
});

test('a damaged file of a mirror is fetched again with the next snapshot', async () => {
  await using place = await makePlace();
  const [index, root] = [place.path('index'), place.path('mirror')];
  const store = await openStore(place.path('store'));
  await addVideos(index, 0, 30, 100);
  await publishSnapshot({ index, store });
  await mirrorSnapshot({ store, root });
  const [file] = manifestFiles((await openSnapshot(root)).manifest);
  await rm(join(root, file?.path ?? ''));
  await addVideos(index, 30, 1, 1);
  await publishSnapshot({ index, store });
  await mirrorSnapshot({ store, root });
  expect(await contentOf(root)).toEqual(await contentOf(index));
});
