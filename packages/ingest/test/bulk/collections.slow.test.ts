import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';
import { collections, writeCollection } from './collections.ts';

/** The table of each collection, and its columns that no column of the table is for. */
const expected: Readonly<
  Record<keyof typeof collections, { table: string; unused: readonly string[] } | null>
> = {
  'tiktok-videos-4b': { table: 'shortvideo.videos', unused: ['is_video'] },
  'tiktok-comments': {
    table: 'shortvideo.comments',
    unused: ['is_author_digged', 'reply_to_reply_id', 'user_hash'],
  },
  'tiktok-reposts': null,
  'tiktok-users': { table: 'shortvideo.authors', unused: [] },
  'tiktok-10m': {
    table: 'shortvideo.videos',
    unused: ['address', 'music_album', 'poi_category', 'poi_name', 'vq_score'],
  },
  'instagram-posts': { table: 'photo.posts', unused: [] },
  'tiktok-kol': { table: 'shortvideo.authors', unused: [] },
};

test.each(Object.keys(collections) as (keyof typeof collections)[])(
  '%s lands in its table, each column used or named as unused',
  async (name) => {
    await using space = await Workspace.make();
    const file = join(space.root, name === 'tiktok-kol' ? 'rows.csv' : 'rows.parquet');
    const report = await space.add([await writeCollection(name, 300, file)]);
    const [added] = report.files;
    const told = expected[name];
    if (told === null) {
      // Who reposted what is in no table: a table of the user's own takes it.
      expect(added?.error?.code).toBe('format_unknown');
      expect(report.changed).toBe(false);
      return;
    }
    expect(added).toMatchObject({
      status: 'added',
      table: told.table,
      records: 300,
      accepted: 300,
      refused: 0,
    });
    expect([...(added?.unused ?? [])].sort()).toEqual(told.unused);
  },
);

test('batches that are written at the same time end in the files of those that are written one by one', async () => {
  await using one = await Workspace.make();
  await using several = await Workspace.make();
  const twice = 'UNION ALL (SELECT * FROM given LIMIT 40)';
  const videos = await writeCollection(
    'tiktok-videos-4b',
    1_500,
    join(one.root, 'videos.parquet'),
    '*',
    twice,
  );
  const files = [videos, await writeCollection('tiktok-comments', 1_500, join(one.root, 'comments.parquet'))];
  const batchRecordsMax = 150;
  await one.add(files, { batchRecordsMax, memoryBytesMax: 2 ** 29 });
  const report = await several.add(files, { batchRecordsMax, memoryBytesMax: 2 ** 31 });
  expect(report.files.map(({ accepted, merged }) => [accepted, merged])).toEqual([
    [1_500, 40],
    [1_500, 0],
  ]);
  expect(await several.tables()).toEqual(await one.tables());
});

test('values of the collection of videos and of the one of comments', async () => {
  await using space = await Workspace.make();
  const videos = await writeCollection('tiktok-videos-4b', 300, join(space.root, 'videos.parquet'));
  const comments = await writeCollection('tiktok-comments', 300, join(space.root, 'comments.parquet'));
  const report = await space.add([videos, comments]);
  expect(report.files.map(({ conversion }) => conversion?.bySql)).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
  for (const { conversion } of report.files) {
    expect(conversion?.bySql).toBeGreaterThan(280);
    expect(conversion?.columnsByRow).toEqual([]);
  }
  const [odd] = await space.rows(
    `SELECT count(*)::INTEGER AS odd FROM videos JOIN '${videos}' AS given ON video_id = content_id::VARCHAR
     WHERE play_count <> views OR duration_ms <> duration::INTEGER * 1000 OR coalesce(videos.music_id, '0') <> given.music_id::VARCHAR
       OR videos.create_time <> given.create_time::TIMESTAMPTZ OR region <> country OR videos.is_ad <> (given.is_ad = 1)
       OR coalesce(videos.language, 'un') <> given.language OR author IS NOT NULL OR author_id IS NOT NULL
       OR len(hashtags) <> len(regexp_extract_all("desc", '#')) OR videos.mentions <> CASE WHEN len(given.mentions) = 0 THEN [] ELSE given.mentions::VARCHAR[] END`,
  );
  expect(odd).toEqual({ odd: 0 });
  const [replies] = await space.rows(
    `SELECT count(*)::INTEGER AS rows, count_if(parent_comment_id IS NOT DISTINCT FROM nullif(reply_id, 0)::VARCHAR)::INTEGER AS same
     FROM comments JOIN '${comments}' ON comment_id = cid::VARCHAR`,
  );
  expect(replies).toEqual({ rows: 300, same: 300 });
});

test('videos without an author that one file repeats are merged', async () => {
  await using space = await Workspace.make();
  // Without characters for which records are read row by row: these rows have no columns of authors.
  const plain = `* REPLACE ('plain #tag' AS "desc")`;
  const repeated = 'UNION ALL (SELECT * REPLACE (views + 1 AS views) FROM given LIMIT 3)';
  const videos = await writeCollection(
    'tiktok-videos-4b',
    300,
    join(space.root, 'videos.parquet'),
    plain,
    repeated,
  );
  const report = await space.add([videos]);
  expect(report.files[0]).toMatchObject({
    status: 'added',
    records: 303,
    accepted: 303,
    conversion: { bySql: 303 },
  });
  const [merged] = await space.rows(
    `SELECT count(*)::INTEGER AS rows, count_if(play_count = views)::INTEGER AS most
     FROM videos JOIN (SELECT content_id::VARCHAR AS id, max(views) AS views FROM '${videos}' GROUP BY 1) ON video_id = id`,
  );
  expect(merged).toEqual({ rows: 300, most: 300 });
});
