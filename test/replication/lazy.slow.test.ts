import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIndex, openEngine } from '@sdq/core';
import { currentSnapshotId } from '@sdq/index';
import { Mirror, mirrorSnapshot, type ObjectStore, openStore, publishSnapshot } from '@sdq/replication';
import { expect, test } from 'vitest';
import { addVideos, contentOf, makePlace } from './place.ts';

/** A store that does not give base files until it is told to, but for those of some months. */
function withoutBaseFiles(store: ObjectStore, open: readonly string[] = []) {
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  const gated: ObjectStore = {
    address: store.address,
    head: (...words) => store.head(...words),
    write: (...words) => store.write(...words),
    upload: (...words) => store.upload(...words),
    list: (...words) => store.list(...words),
    delete: (...words) => store.delete(...words),
    dropUnfinished: (...words) => store.dropUnfinished(...words),
    close: () => {},
    read: async (key, options) => {
      const month = /\/month=(\d{4}-\d{2})\//.exec(key)?.[1];
      if (month !== undefined) {
        asked.push(month);
        if (!open.includes(month)) await untilOpen(all.promise, options?.signal);
      }
      return await store.read(key, options);
    },
  };
  return { store: gated, asked, openAll: all.resolve };
}

async function untilOpen(opened: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  await Promise.race([opened, promise]);
}

const everyMs = 50;

const scan =
  'SELECT sum(length(description) * (play_count % 7)) AS s, count(DISTINCT description) AS n FROM videos';

test('a lazy mirror answers by structures while base files are not here', async () => {
  await using place = await makePlace();
  const [index, root] = [place.path('index'), place.path('mirror')];
  await addVideos(index, 0, 600, 1);
  await buildIndex({ index });
  const whole = await openStore(place.path('store'));
  await publishSnapshot({ index, store: whole });
  const { store } = withoutBaseFiles(whole);
  await using mirror = await Mirror.start({ store, root, everyMs, isLazy: true });
  const { bytesLater } = mirror.figures;
  expect(bytesLater).toBeGreaterThan(0);
  await using engine = await openEngine({ index: root, isolation: 'in-process', absent: mirror.later });
  await using own = await openEngine({ index, isolation: 'in-process' });
  for (const sql of [
    "SELECT video_id, author, play_count FROM videos WHERE video_id = '7000000000000000017'",
    "SELECT video_id FROM videos WHERE author = 'user3' ORDER BY create_time DESC, video_id LIMIT 5",
    scan,
  ])
    expect(await (await engine.query(sql)).toArray(), sql).toEqual(await (await own.query(sql)).toArray());
  expect(mirror.figures.bytesLater).toBe(bytesLater);
}, 60_000);

test('a query of a lazy mirror waits for the files that it reads alone, and the mirror is whole in the end', async () => {
  await using place = await makePlace();
  const [index, root] = [place.path('index'), place.path('mirror')];
  await addVideos(index, 0, 600, 1);
  const whole = await openStore(place.path('store'));
  await publishSnapshot({ index, store: whole });
  const gate = withoutBaseFiles(whole, ['2025-03']);
  await using mirror = await Mirror.start({ store: gate.store, root, everyMs, isLazy: true });
  await using engine = await openEngine({ index: root, isolation: 'in-process', absent: mirror.later });
  await using own = await openEngine({ index, isolation: 'in-process' });
  const both = async (sql: string) => {
    const [here, there] = await Promise.all([engine.query(sql), own.query(sql)]);
    expect(await here.toArray(), sql).toEqual(await there.toArray());
  };
  const march = "create_time >= '2025-03-01' AND create_time < '2025-04-01'";
  await both(`SELECT count(*) AS n, sum(length(description)) AS s FROM videos WHERE ${march}`);
  expect(gate.asked).toContain('2025-03');
  const stop = new AbortController();
  const given = engine.query(scan, { signal: stop.signal });
  setTimeout(() => stop.abort(), 200);
  await expect(given).rejects.toMatchObject({ code: 'query_cancelled' });
  const waiting = both(scan);
  // additions come while base files do not
  await addVideos(index, 595, 10, 2);
  await publishSnapshot({ index, store: whole });
  await expect.poll(() => currentSnapshotId(root), { timeout: 20_000 }).toBe(await currentSnapshotId(index));
  gate.openAll();
  await waiting;
  await expect.poll(() => mirror.figures.bytesLater, { timeout: 30_000 }).toBe(0);
  await engine.refresh();
  await own.refresh();
  await both(scan);
  expect(await contentOf(root)).toEqual(await contentOf(index));
}, 60_000);

test('a lazy mirror that was stopped early goes on lazily, or becomes whole before it answers', async () => {
  await using place = await makePlace();
  const [index, root] = [place.path('index'), place.path('mirror')];
  await addVideos(index, 0, 200, 1);
  const store = await openStore(place.path('store'));
  await publishSnapshot({ index, store });
  const first = await Mirror.start({ store: withoutBaseFiles(store).store, root, everyMs, isLazy: true });
  const later = first.later?.paths.size ?? 0;
  expect(later).toBeGreaterThan(5);
  await first[Symbol.asyncDispose]();
  expect((await readFile(join(root, 'LATER'), 'utf8')).trim().split('\n')).toHaveLength(later);
  const again = await Mirror.start({ store: withoutBaseFiles(store).store, root, everyMs, isLazy: true });
  expect(again.later?.paths.size).toBe(later);
  await again[Symbol.asyncDispose]();
  await expect(openEngine({ index: root, isolation: 'in-process' })).rejects.toMatchObject({
    code: 'index_corrupt',
  });
  await mirrorSnapshot({ store, root });
  await expect(readFile(join(root, 'LATER'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await contentOf(root)).toEqual(await contentOf(index));
}, 60_000);
