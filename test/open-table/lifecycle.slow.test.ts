import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInCatalog, type CatalogTable } from '@sdq/catalog';
import { compactIndex, purgeIndex } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { currentSnapshotId } from '@sdq/index';
import { openStore, publishSnapshot } from '@sdq/replication';
import { expect, test, vi } from 'vitest';
import { addLines } from '../living/history.ts';
import { noFaults } from '../replication/object-store/faults.ts';
import { addVideos, makePlace, serveStore } from '../replication/place.ts';
import { sortedRows } from './comparable-rows.ts';
import { icebirdRows } from './icebird.ts';
import { indexState, publishedState, videoTables } from './published-state.ts';
import { metadataOf, objectsOf, referencesOf } from './store-of-tables.ts';

vi.setConfig({ testTimeout: 600_000 });

const videos = builtInCatalog.byId('shortvideo.videos') as CatalogTable;

/** All files of a store in a directory, by key. */
async function keysOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

test('snapshots are read until the store drops theirs, and nothing stays that none needs', async () => {
  await using place = await makePlace();
  const index = place.path('index');
  const store = await openStore(place.path('store'));
  const read = objectsOf(store.address);
  const states = [];
  for (const round of [0, 1, 2, 3]) {
    if (round === 2) await compactIndex({ index });
    await addVideos(index, round * 10, 30, round + 1);
    const { openTables } = await publishSnapshot({ index, store, iceberg: true });
    expect(openTables?.changed).toEqual(expect.arrayContaining(videoTables));
    states.push(await indexState(index));
    expect(await publishedState(read)).toEqual(states.at(-1));
  }
  const folder = `file://${store.address}/data/shortvideo/videos`;
  const snapshots = (await metadataOf(read, 'shortvideo.videos'))?.snapshots ?? [];
  expect(snapshots).toHaveLength(4);
  for (const [at, snapshot] of snapshots.entries()) {
    const rows = await icebirdRows(folder, videos, { snapshotId: snapshot['snapshot-id'] });
    expect(sortedRows(rows), `snapshot ${at}`).toEqual(states[at]?.['shortvideo.videos']);
  }
  for (const id of videoTables) await referencesOf(read, id, `file://${store.address}`);
  expect(snapshots.map((snapshot) => snapshot['sequence-number'])).toEqual([1, 2, 3, 4]);
  expect(snapshots.at(-1)?.summary).toMatchObject({
    operation: 'overwrite',
    'total-records': expect.any(String),
  });

  const { openTables } = await publishSnapshot({ index, store, keepMs: 0 });
  expect(openTables?.changed).toEqual([]);
  expect(await publishedState(read)).toEqual(states.at(-1));
  const own = new Set<string>();
  for (const id of openTables?.tables ?? []) {
    expect((await metadataOf(read, id))?.snapshots).toHaveLength(1);
    for (const key of (await referencesOf(read, id, `file://${store.address}`)).own) own.add(key);
  }
  await publishSnapshot({ index, store, keepMs: 0 });
  const found = (await keysOf(store.address)).filter((key) => /\/(metadata|open)\//.test(key));
  expect(found).toEqual([...own].sort());
});

test('nothing is written while nothing changes; a killed publisher’s hint is moved on', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const { store, server } = served;
  await addVideos(place.path('index'), 0, 30, 1);
  await publishSnapshot({ index: place.path('index'), store, iceberg: true });
  const keys = () => [...server.objects.keys()].sort();
  const before = keys();
  await publishSnapshot({ index: place.path('index'), store });
  expect(keys()).toEqual(before);

  const hint = 'bucket/an index/data/shortvideo/videos/metadata/version-hint.text';
  await addVideos(place.path('index'), 0, 3, 2);
  await publishSnapshot({ index: place.path('index'), store });
  expect(server.objects.get(hint)?.content.toString()).toBe('2');
  await store.write(hint.replace('bucket/an index/', ''), Buffer.from('1'));
  await publishSnapshot({ index: place.path('index'), store });
  expect(server.objects.get(hint)?.content.toString()).toBe('2');
});

test('two that publish an index at the same time leave the tables at its snapshot', async () => {
  await using place = await makePlace();
  await using served = await serveStore();
  const { store, server } = served;
  const index = place.path('index');
  const read = async (key: string) => server.objects.get(`bucket/an index/${key}`)?.content;
  await addVideos(index, 0, 20, 1);
  await publishSnapshot({ index, store, iceberg: true });
  for (const round of [1, 2, 3]) {
    await addVideos(index, round * 5, 10, round + 1);
    const late = addVideos(index, round * 5 + 3, 10, round + 2);
    const results = await Promise.allSettled([
      publishSnapshot({ index, store }),
      publishSnapshot({ index, store }),
      late.then(() => publishSnapshot({ index, store })),
    ]);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason, String(result.reason.stack)).toMatchObject({ code: 'publication_conflict' });
    await publishSnapshot({ index, store });
    expect(await publishedState(read)).toEqual(await indexState(index));
    for (const id of videoTables) await referencesOf(read, id, store.address);
  }
});

test('with a store that fails at random a table has the rows of a published snapshot at any time', async () => {
  for (const seed of [1, 2]) {
    await using place = await makePlace();
    await using served = await serveStore({ seed });
    const { store, server } = served;
    const index = place.path('index');
    const read = async (key: string) => server.objects.get(`bucket/an index/${key}`)?.content;
    const states = new Map<string, Record<string, unknown>>();
    for (let round = 0; round < 3; round++) {
      await addVideos(index, round * 5, 20, round + 1);
      states.set((await currentSnapshotId(index)) as string, await indexState(index));
      server.faults.faults = {
        ...noFaults,
        error: 0.05,
        lostAnswer: 0.05,
        conflict: 0.1,
        truncated: 0.1,
        altered: 0.05,
        stale: 0.2,
      };
      await publishSnapshot({ index, store, iceberg: true }).catch((error: { code?: string }) => {
        expect(['store_unreachable', 'store_refused', 'publication_conflict'], String(error)).toContain(
          error.code,
        );
      });
      server.faults.faults = noFaults;
      for (const id of videoTables) {
        const metadata = await metadataOf(read, id).catch(() => undefined);
        if (metadata === undefined) continue;
        await referencesOf(read, id, store.address);
        const published = metadata.snapshots.at(-1)?.summary['sdq.snapshot-id'] ?? '';
        const { [id]: found } = await publishedState(read);
        expect(found, `seed ${seed}, round ${round}, ${id}`).toEqual(states.get(published)?.[id]);
      }
    }
    await publishSnapshot({ index, store, iceberg: true });
    expect(await publishedState(read)).toEqual(await indexState(index));
  }
});

test('a purge takes a record out of the tables, their bounds and their history', async () => {
  await using place = await makePlace();
  const index = place.path('index');
  const store = await openStore(place.path('store'));
  // its id is the least, so that bounds have it
  const id = '7000000000000000000';
  await addVideos(index, 0, 30, 1);
  await publishSnapshot({ index, store, iceberg: true });
  await addVideos(index, 0, 5, 2);
  await publishSnapshot({ index, store });
  const at = '2026-05-01T00:00:00Z';
  const values = { record_table: 'videos', record_key: id, removed_at: at };
  const removal = { observation: 'shortvideo.removals', observed_at: at, source: 'invented', values };
  await writeFile(place.path('removal.ndjson'), JSON.stringify(removal));
  await addLines(index, [place.path('removal.ndjson')], Number.POSITIVE_INFINITY);
  // hidden at once, and away after the purge
  await publishSnapshot({ index, store });
  expect(await publishedState(objectsOf(store.address))).toEqual(await indexState(index));
  await purgeIndex({ index, only: [...videoTables, 'shortvideo.video_stats'] });
  const { openTables } = await publishSnapshot({ index, store, keepMs: 0 });
  expect(openTables?.changed).toContain('shortvideo.videos');
  expect(await publishedState(objectsOf(store.address))).toEqual(await indexState(index));
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  for (const key of await keysOf(store.address)) {
    if (key.includes('/removals/') || key.includes('/parent_links/') || key.startsWith('snapshots/'))
      continue;
    const content = await objectsOf(store.address)(key);
    expect(content?.includes(id), key).toBe(false);
    if (!key.endsWith('.parquet')) continue;
    const path = join(store.address, key);
    const found = await allRows(
      connection,
      `SELECT * FROM read_parquet('${path}', hive_partitioning = false) AS t WHERE to_json(t)::VARCHAR LIKE '%${id}%'`,
    );
    expect(found, key).toEqual([]);
  }
  connection.closeSync();
});

test('they are deleted when asked, and described by where readers find them', async () => {
  await using place = await makePlace();
  const index = place.path('index');
  const store = await openStore(place.path('store'));
  await addVideos(index, 0, 10, 1);
  await addVideos(index, 0, 3, 2);
  const first = await publishSnapshot({ index, store, iceberg: true });
  const moved = 's3a://elsewhere/index';
  const { openTables } = await publishSnapshot({ index, store, icebergLocation: `${moved}/` });
  expect(openTables).toMatchObject({ location: moved, changed: first.openTables?.tables });
  const metadata = await metadataOf(objectsOf(store.address), 'shortvideo.videos');
  expect(metadata?.location).toBe(`${moved}/data/shortvideo/videos`);
  expect(metadata?.snapshots).toHaveLength(1);
  expect(await publishedState(objectsOf(store.address))).toEqual(await indexState(index));
  await referencesOf(objectsOf(store.address), 'shortvideo.videos', moved);
  // the address is remembered
  expect((await publishSnapshot({ index, store })).openTables).toMatchObject({
    location: moved,
    changed: [],
  });
  expect((await publishSnapshot({ index, store, iceberg: false })).openTables).toBeUndefined();
  expect((await keysOf(store.address)).filter((key) => /metadata|open|ICEBERG/.test(key))).toEqual([]);
  expect((await publishSnapshot({ index, store })).openTables).toBeUndefined();
});
