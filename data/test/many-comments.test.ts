import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedIndex, openGenerated } from './generated-index.ts';

const rows = 3_000;
let index: GeneratedIndex;
beforeAll(async () => {
  index = await openGenerated(rows, 'comments');
});
afterAll(() => index?.[Symbol.asyncDispose]());

const count = (from: string) => index.number(`SELECT count(*) FROM ${from}`);
const none = async (sql: string) => expect(await count(`(${sql})`)).toBe(0);

/** Rows of the group that has most, of the median one, and how many groups there are. */
const groups = async (from: string, by: string) => {
  const [row] = await index.rows(
    `SELECT max(n) AS most, median(n) AS median, count(*) AS count FROM (SELECT count(*) AS n FROM ${from} GROUP BY ${by})`,
  );
  return { most: Number(row?.most), median: Number(row?.median), count: Number(row?.count) };
};

it('has the videos of the other profile', async () => {
  expect(await index.videosDigest()).toBe('bf75b9a67c370b7b87088c6a8b859b68');
});

describe('comments of videos', () => {
  const comments = 'shortvideo_comments';

  it('are ten and more for each video: thousands under some, a few under most', async () => {
    expect(await count('shortvideo_videos')).toBe(rows);
    expect(await count(comments)).toBeGreaterThan(10 * rows);
    const perVideo = await groups(comments, 'video_id');
    expect(perVideo.count).toBeGreaterThan(rows / 2);
    expect(perVideo.most).toBeGreaterThan(1_000);
    expect(perVideo.median).toBeLessThan(10);
    const perAuthor = await groups(comments, 'author_id');
    expect(perAuthor.most).toBeGreaterThan(5 * perAuthor.median);
  });

  it('stand under videos, no more than these count, after the video and before it was indexed', async () => {
    const joined = `${comments} c LEFT JOIN shortvideo_videos v USING (video_id)`;
    await none(
      `SELECT comment_id FROM ${joined} WHERE v.video_id IS NULL OR c.create_time < v.create_time OR c.create_time > v.indexed_at`,
    );
    await none(
      `SELECT video_id FROM ${joined} GROUP BY video_id, v.comment_count HAVING count(*) > v.comment_count`,
    );
    await none(`SELECT author_id FROM ${comments} EXCEPT SELECT author_id FROM shortvideo_authors`);
  });

  it('answer older ones of the same video, which count them', async () => {
    const answers = `(SELECT * FROM ${comments} WHERE parent_comment_id IS NOT NULL)`;
    expect(await count(answers)).toBeGreaterThan(3 * rows);
    await none(
      `SELECT c.comment_id FROM ${answers} c LEFT JOIN ${comments} p ON p.comment_id = c.parent_comment_id AND p.video_id = c.video_id AND p.parent_comment_id IS NULL AND p.create_time <= c.create_time WHERE p.comment_id IS NULL`,
    );
    await none(
      `SELECT p.comment_id FROM ${comments} p LEFT JOIN ${answers} c ON c.parent_comment_id = p.comment_id GROUP BY p.comment_id, p.reply_count HAVING count(c.comment_id) <> p.reply_count`,
    );
  });

  it('are written in many languages, with emoji', async () => {
    expect(await index.number(`SELECT count(DISTINCT language) FROM ${comments}`)).toBeGreaterThan(15);
    expect(await count(`${comments} WHERE text SIMILAR TO '.*[ا-ي].*'`)).toBeGreaterThan(100);
    expect(await count(`${comments} WHERE contains(text, '😂')`)).toBeGreaterThan(100);
  });
});

it('videos are observed ten times on the average, the last time as they are', async () => {
  const stats = 'shortvideo_video_stats';
  expect(await count(stats)).toBeGreaterThan(9 * rows);
  expect(await groups(stats, 'video_id')).toMatchObject({ most: 20, count: rows });
  const last = `SELECT * FROM ${stats} QUALIFY row_number() OVER (PARTITION BY video_id ORDER BY observed_at DESC) = 1`;
  await none(
    `SELECT s.video_id FROM (${last}) s JOIN shortvideo_videos v USING (video_id) WHERE s.observed_at <> v.indexed_at OR s.play_count IS DISTINCT FROM v.play_count`,
  );
});

describe('comments of photos', () => {
  it('are ten and more for each photo, under photos that exist and count them', async () => {
    expect(await count('photo_comments')).toBe(12 * rows);
    expect(await count('photo_posts')).toBe(rows);
    const perPost = await groups('photo_comments', 'media_id');
    expect(perPost.most).toBeGreaterThan(100 * perPost.median);
    const joined = 'photo_comments c LEFT JOIN photo_posts p USING (media_id)';
    await none(`SELECT c.id FROM ${joined} WHERE p.id IS NULL OR c.created_at < p.created_at`);
    await none(
      `SELECT media_id FROM ${joined} GROUP BY media_id, p.comment_count HAVING count(*) > p.comment_count`,
    );
  });

  it('are by accounts that exist, some of which write hundreds', async () => {
    await none(
      `SELECT c.id FROM photo_comments c LEFT JOIN photo_profiles u USING (username) WHERE u.user_id IS DISTINCT FROM c.user_pk`,
    );
    const perAccount = await groups('photo_comments', 'user_pk');
    expect(perAccount.most).toBeGreaterThan(10 * perAccount.median);
  });
});
