import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Manifest, makeManifest, manifestFiles, openSnapshot, publish } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { buildIndex } from '../../src/backends/duckdb/segments/build-index.ts';
import { openEngine } from '../../src/engine/open-engine.ts';

const swaps = Number(process.env.SDQ_SWAPS ?? 25);
const readers = 8;

/** The same index with other contents: every video has this many plays, and this hashtag. */
async function writeIndex(root: string, plays: number): Promise<Manifest> {
  await writeSmallIndex(root, 1_200, {
    play_count: `${plays}::BIGINT`,
    hashtags: `['plays${plays}', 'all']`,
  });
  await buildIndex({ index: root });
  return (await openSnapshot(root)).manifest;
}

function successor(parent: string | null, { tables, sources, segments }: Manifest): Manifest {
  const files = Object.fromEntries(Object.entries(tables).map(([id, table]) => [id, table.files]));
  return makeManifest({ parent, tables: files, sources, segments });
}

/** Base files, `scan`, `tags`, tiers with row files, and rollups; more than one reference to a query. */
const questions = [
  'SELECT min(play_count) AS a, max(play_count) AS b, sum(play_count) / count(*) AS c FROM videos',
  'SELECT min(length(description) * 0 + play_count) AS a, max(play_count) AS b, (SELECT max(play_count) FROM videos) AS c FROM videos',
  'SELECT x.play_count AS a, y.play_count AS b, y.play_count AS c FROM (SELECT * FROM videos ORDER BY play_count DESC, video_id LIMIT 3) x JOIN videos y ON x.video_id = y.video_id',
  "SELECT count(*) FILTER (WHERE list_contains(hashtags, 'plays1')) / count(*) * -1 + 2 AS a, max(play_count) AS b, min(play_count) AS c FROM videos WHERE list_contains(hashtags, 'all')",
  "SELECT play_count AS a, hashtags[1][6:]::BIGINT AS b, play_count AS c FROM videos WHERE author = 'user3' ORDER BY create_time DESC, video_id LIMIT 5",
];

test(
  `${swaps} snapshots swapped under ${readers} readers: no answer is of two snapshots, none fails`,
  async () => {
    await using directory = await temporaryDirectory();
    await using other = await temporaryDirectory();
    const first = await writeIndex(directory.path, 1);
    const second = await writeIndex(other.path, 2);
    for (const { path } of manifestFiles(second)) await copyInto(directory.path, other.path, path);
    await using engine = await openEngine({
      index: directory.path,
      isolation: 'in-process',
      advisoryParser: false,
      refreshMs: 5,
      cacheBytesMax: 0,
    });
    let isOver = false;
    const seen = new Map<number, number>();
    const read = async (reader: number) => {
      for (let turn = reader; !isOver; turn++) {
        const result = await engine.query(questions[turn % questions.length] ?? '');
        for (const { a, b, c } of await result.toArray()) {
          expect([Number(a), Number(b), Number(c)]).toEqual([Number(b), Number(b), Number(b)]);
          seen.set(Number(b), (seen.get(Number(b)) ?? 0) + 1);
        }
      }
    };
    const reading = Array.from({ length: readers }, (_, reader) => read(reader));
    let current = first;
    for (let swap = 1; swap <= swaps; swap++) {
      current = successor(current.snapshot_id, swap % 2 === 1 ? second : first);
      await publish(directory.path, current);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 15)), ...reading]);
    }
    isOver = true;
    await Promise.all(reading);
    await expect.poll(() => engine.snapshotId, { timeout: 10_000 }).toBe(current.snapshot_id);
    expect([...seen.keys()].sort()).toEqual([1, 2]);
  },
  60_000 + swaps * 3_000,
);

async function copyInto(to: string, from: string, path: string): Promise<void> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(from, path), target);
}

test('a snapshot with an altered file is not taken up, and not opened', async () => {
  await using directory = await temporaryDirectory();
  const first = await writeIndex(directory.path, 1);
  await using engine = await openEngine({
    index: directory.path,
    isolation: 'in-process',
    advisoryParser: false,
    refreshMs: 0,
  });
  const opened = engine.snapshotId;
  const [file] = first.tables['shortvideo.videos']?.files ?? [];
  const path = join(directory.path, file?.path ?? '');
  const bytes = await readFile(path);
  const altered = Buffer.from(bytes);
  altered.writeUInt8(altered.readUInt8(400) ^ 8, 400);
  await rm(path);
  await writeFile(path, altered);
  const next = successor(first.snapshot_id, first);
  await publish(directory.path, next);
  await expect(engine.refresh()).rejects.toMatchObject({ code: 'index_corrupt' });
  expect(engine.snapshotId).toBe(opened);
  await expect(
    openEngine({ index: directory.path, isolation: 'in-process', advisoryParser: false }),
  ).rejects.toMatchObject({
    code: 'index_corrupt',
  });
  await rm(path);
  await writeFile(path, bytes);
  await engine.refresh();
  expect(engine.snapshotId).toBe(next.snapshot_id);
});
