import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Workspace } from './support.ts';

const shared = process.env.SDQ_SHARED ?? fileURLToPath(new URL('../../../../shared/', import.meta.url));
const real = join(shared, 'real');

/** Files collected elsewhere, which are no part of the project. */
const withFiles = test.skipIf(!existsSync(join(real, 'shortvideo')));

const shortvideo = {
  'tiktok-scraper_trending_2020-12.json': ['tiktok-scraper', 1_000],
  'scrapfly_tiktok_search.json': ['item-struct', 84],
  'scrapfly_tiktok_channel.json': ['item-struct', 53],
  'scrapfly_tiktok_posts.json': ['item-struct', 1],
  'scrapfly_tiktok_profiles.json': ['item-struct', 1],
  'ytdlp_info.jsonl.gz': ['yt-dlp', 271],
} as const;

withFiles(
  'every record of the short-video files is taken in, in any order',
  async () => {
    await using space = await Workspace.make();
    const names = Object.keys(shortvideo) as (keyof typeof shortvideo)[];
    const report = await space.add(names.map((name) => join(real, 'shortvideo', name)));
    for (const [i, name] of names.entries()) {
      const [format, records] = shortvideo[name];
      expect(report.files[i]).toMatchObject({
        status: 'added',
        format,
        records,
        accepted: records,
        refused: 0,
      });
    }
    // 1,000 + 84 + 53 + 1 + 271 videos, of which 84 are in two files.
    expect(report.tables['shortvideo.videos']).toEqual({ before: 0, after: 1_325 });
    expect(report.tables['shortvideo.video_stats']).toEqual({ before: 0, after: 1_409 });
    await using reversed = await Workspace.make();
    for (const name of names.toReversed()) await reversed.add([join(real, 'shortvideo', name)]);
    expect(await reversed.tables()).toEqual(await space.tables());
  },
  120_000,
);

withFiles(
  'the normalised videos: every row, every value',
  async () => {
    await using space = await Workspace.make();
    const path = join(real, 'normalized', 'videos.parquet');
    const report = await space.add([path]);
    expect(report.files[0]).toMatchObject({
      format: 'parquet',
      records: 36_888,
      accepted: 36_888,
      refused: 0,
    });
    expect(report.tables['shortvideo.videos']).toEqual({ before: 0, after: 36_888 });
    const different = await space.rows(
      `SELECT count(*) AS rows FROM '${path}' o FULL JOIN videos v ON o.video_id::VARCHAR = v.video_id
     WHERE (o.author_id::VARCHAR, o.author, o.description, o.create_time, o.play_count, o.like_count, o.comment_count,
            o.share_count, o.collect_count, o.duration * 1000, o.hashtags, o.music_id::VARCHAR, trim(o.music_author), o.region,
            o.author_follower_count, o.author_verified, o.observed_at)
     IS DISTINCT FROM (v.author_id, v.author, v.description, v.create_time, v.play_count, v.like_count, v.comment_count,
            v.share_count, v.collect_count, v.duration_ms, v.hashtags, v.music_id, v.music_author, v.region,
            v.author_follower_count, v.author_verified, v.indexed_at)`,
    );
    expect(different).toEqual([{ rows: '0' }]);
    expect(await space.add([path])).toMatchObject({ changed: false, snapshotId: report.snapshotId });
  },
  120_000,
);
