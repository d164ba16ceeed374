import { builtInCatalog } from '@sdq/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedIndex, openGenerated } from './generated-index.ts';

const rows = 30_000;
let index: GeneratedIndex;
beforeAll(async () => {
  index = await openGenerated(rows);
});
afterAll(() => index?.[Symbol.asyncDispose]());

const videos = 'shortvideo_videos';
const share = async (condition: string, of = videos) =>
  await index.number(`SELECT avg((${condition})::INTEGER) FROM ${of}`);

describe('videos', () => {
  it('are those that it has always made', async () => {
    expect(await index.videosDigest()).toBe('76b12cb164fa4e4dd29604c1729ed166');
  });

  it('are as many as asked for, over 48 months that grow', async () => {
    const perMonth = await index.rows(
      `SELECT strftime(create_time, '%Y-%m') AS month, count(*) AS count FROM ${videos} GROUP BY ALL ORDER BY month`,
    );
    expect(perMonth).toHaveLength(48);
    expect([perMonth[0]?.month, perMonth[47]?.month]).toEqual(['2022-11', '2026-10']);
    const counts = perMonth.map(({ count }) => Number(count));
    expect(counts.reduce((sum, count) => sum + count)).toBe(rows);
    expect((counts[47] ?? 0) / (counts[0] ?? 1)).toBeCloseTo(1.045 ** 47, 0);
  });

  it.each([
    ['author_id', videos, 0.01],
    ['music_id', videos, 0.01],
    ['hashtag', 'shortvideo_video_hashtags', 0.05],
  ])('have few frequent and many rare values of %s', async (column, from, headShare) => {
    const ranked = `SELECT count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY ${column}`;
    const head = await index.number(
      `SELECT sum(n) FILTER (place <= 10) / sum(n) FROM (SELECT n, row_number() OVER (ORDER BY n DESC) AS place FROM (${ranked}))`,
    );
    const values = await index.number(`SELECT count(*) FROM (${ranked})`);
    expect(head).toBeGreaterThan(headShare);
    expect(head).toBeGreaterThan(10 * (10 / values));
    // Zipf: on logarithmic scales the frequency falls about as the rank grows.
    const slope = await index.number(
      `SELECT regr_slope(ln(n), ln(place)) FROM (SELECT n, row_number() OVER (ORDER BY n DESC) AS place FROM (${ranked})) WHERE place BETWEEN 5 AND 100`,
    );
    expect(slope).toBeLessThan(-0.3);
    expect(slope).toBeGreaterThan(-1.5);
  });

  it('have counts with long tails that rise together', async () => {
    const pairs = ['like_count', 'comment_count', 'share_count', 'collect_count', 'author_follower_count'];
    for (const other of pairs) {
      const correlation = await index.number(
        `SELECT corr(ln(1 + play_count), ln(1 + ${other})) FROM ${videos}`,
      );
      expect([other, correlation > 0.25]).toEqual([other, true]);
    }
    expect(await index.number(`SELECT avg(play_count) / median(play_count) FROM ${videos}`)).toBeGreaterThan(
      5,
    );
    const spread = await index.number(`SELECT stddev(ln(1 + play_count)) FROM ${videos}`);
    expect(spread).toBeGreaterThan(1.5);
    expect(spread).toBeLessThan(4);
  });

  it('have ids that tell the second of the upload, which drafts precede by up to a week', async () => {
    const second = `(video_id::BIGINT >> 32)`;
    const late = `epoch(create_time)::BIGINT - ${second}`;
    const modern = `SELECT * FROM ${videos} WHERE length(video_id) = 19`;
    expect(await share(`${late} = 0`, `(${modern})`)).toBeCloseTo(0.8, 1);
    expect(await share(`${late} > 3600`, `(${modern})`)).toBeCloseTo(0.07, 1);
    expect(await index.number(`SELECT min(${late}) FROM (${modern})`)).toBe(0);
    const latest = await index.number(`SELECT max(${late}) / 86400 FROM (${modern})`);
    expect(latest).toBeGreaterThan(3);
    expect(latest).toBeLessThan(7);
    const short = await index.rows(
      `SELECT DISTINCT length(video_id) AS length FROM ${videos} WHERE length(video_id) < 19 ORDER BY 1`,
    );
    expect(short.map(({ length }) => Number(length))).toEqual([17, 18]);
    expect(
      await share(`create_time < '2023-02-01'`, `(SELECT * FROM ${videos} WHERE length(video_id) < 19)`),
    ).toBe(1);
  });

  it('have the rare cases that real ones have', async () => {
    expect(
      await index.number(`SELECT count(*) FROM ${videos} WHERE like_count > play_count AND play_count > 0`),
    ).toBeGreaterThan(3);
    expect(
      await index.number(`SELECT count(*) FROM ${videos} WHERE like_count > 0 AND play_count = 0`),
    ).toBeGreaterThan(3);
    expect(await share('like_count > play_count')).toBeLessThan(0.003);
    expect(await share(`description = ''`)).toBeCloseTo(0.1, 1);
    expect(await share('len(hashtags) > len(list_distinct(hashtags))')).toBeGreaterThan(0.005);
    expect(await share(`contains(description, chr(10))`)).toBeGreaterThan(0.005);
    expect(await share(`contains(description, '"')`)).toBeGreaterThan(0.005);
    expect(await share(`regexp_matches(description, '[\\x{1F300}-\\x{1FAFF}]')`)).toBeGreaterThan(0.1);
    expect(await index.number(`SELECT max(length(description)) FROM ${videos}`)).toBeGreaterThan(1_000);
    expect(await index.number(`SELECT count(DISTINCT language) FROM ${videos}`)).toBe(30);
    for (const script of [
      'Cyrillic',
      'Arabic',
      'Thai',
      'Han',
      'Hangul',
      'Devanagari',
      'Greek',
      'Hebrew',
      'Katakana',
      'Bengali',
    ]) {
      expect([script, (await share(`regexp_matches(description, '\\p{${script}}')`)) > 0]).toEqual([
        script,
        true,
      ]);
    }
  });

  it('hold hashtags and mentions in the order of the caption', async () => {
    const tagged = `SELECT * FROM ${videos} WHERE len(hashtags) > 0`;
    const written = `regexp_extract_all(lower(description), '(?:^|\\s)#([^\\s#@]+)', 1)`;
    expect(await share(`${written} = hashtags`, `(${tagged})`)).toBe(1);
    const mentioned = `regexp_extract_all(description, '(?:^|\\s)@([^\\s#@]+)', 1)`;
    expect(await share(`${mentioned} = mentions`)).toBe(1);
    expect(await share('len(mentions) > 0')).toBeGreaterThan(0.03);
    expect(
      await index.number(
        `SELECT count(*) FROM ${videos} WHERE list_filter(hashtags, lambda tag: tag <> lower(tag) OR tag LIKE '#%') <> []`,
      ),
    ).toBe(0);
  });

  it('lack what their time and source did not tell', async () => {
    expect(
      await share('collect_count IS NULL', `(SELECT * FROM ${videos} WHERE create_time < '2023-04-01')`),
    ).toBe(1);
    expect(
      await share('collect_count IS NULL', `(SELECT * FROM ${videos} WHERE create_time >= '2023-04-01')`),
    ).toBeCloseTo(0.04, 1);
    for (const column of [
      'region',
      'language',
      'music_id',
      'author_verified',
      'play_count',
      'author',
      'author_id',
    ]) {
      const unknown = await share(`${column} IS NULL`);
      expect([column, unknown > 0 && unknown < 0.5]).toEqual([column, true]);
    }
    expect(await share('author IS NULL AND author_id IS NULL')).toBe(0);
    const ai = (year: number) =>
      share(
        'coalesce(is_ai_generated, false)',
        `(SELECT * FROM ${videos} WHERE year(create_time) = ${year})`,
      );
    expect(await ai(2023)).toBeLessThan(await ai(2024));
    expect(await ai(2024)).toBeLessThan(await ai(2026));
  });

  it('were indexed after they were published, and before the end', async () => {
    expect(await share('indexed_at > create_time')).toBe(1);
    expect(await share(`indexed_at <= TIMESTAMPTZ '2026-11-01 00:15:00+00'`)).toBe(1);
  });
});

describe('side tables', () => {
  const none = async (sql: string) => expect(await index.number(`SELECT count(*) FROM (${sql})`)).toBe(0);

  it('video_hashtags is what the catalogue derives from videos', async () => {
    const derived = `(WITH source AS (SELECT * FROM ${videos}) ${builtInCatalog.find('shortvideo', 'video_hashtags')?.derivedFrom?.sql})`;
    const kept = '(SELECT hashtag, create_time, video_id FROM shortvideo_video_hashtags)';
    await none(`FROM ${derived} EXCEPT ALL FROM ${kept}`);
    await none(`FROM ${kept} EXCEPT ALL FROM ${derived}`);
  });

  it('authors holds every uploader, with its videos and likes', async () => {
    await none(
      `SELECT author_id FROM ${videos} WHERE author_id IS NOT NULL EXCEPT SELECT author_id FROM shortvideo_authors`,
    );
    await none(
      `SELECT author FROM ${videos} WHERE author IS NOT NULL EXCEPT SELECT author FROM shortvideo_authors`,
    );
    await none(
      `SELECT v.author FROM ${videos} v JOIN shortvideo_authors a USING (author_id) WHERE v.author <> a.author`,
    );
    await none('SELECT author FROM shortvideo_authors GROUP BY author HAVING count(*) > 1');
    const own = `coalesce(v.author_id = a.author_id, v.author = a.author)`;
    await none(
      `SELECT a.author_id FROM shortvideo_authors a LEFT JOIN ${videos} v ON ${own} WHERE a.author_id IN (SELECT author_id FROM shortvideo_authors ORDER BY video_count DESC LIMIT 20) GROUP BY a.author_id, a.video_count, a.like_count HAVING count(v.video_id) <> a.video_count OR coalesce(sum(v.like_count), 0) <> a.like_count`,
    );
    expect(await index.number(`SELECT sum(video_count) FROM shortvideo_authors`)).toBe(rows);
    expect(
      await index.number('SELECT corr(ln(1 + follower_count), ln(1 + like_count)) FROM shortvideo_authors'),
    ).toBeGreaterThan(0.2);
  });

  it('hashtags and music hold what videos name, counted', async () => {
    const counted = `SELECT unnest(list_distinct(hashtags)) AS name, play_count FROM ${videos}`;
    const totals = `(SELECT name, count(*) AS videos, sum(play_count) AS views FROM (${counted}) GROUP BY name)`;
    await none(`FROM ${totals} EXCEPT SELECT name, video_count, view_count FROM shortvideo_hashtags`);
    expect(await index.number(`SELECT count(*) FROM shortvideo_hashtags`)).toBe(
      await index.number(`SELECT count(*) FROM ${totals}`),
    );
    await none(
      'SELECT hashtag_id FROM shortvideo_hashtags WHERE hashtag_id IS NOT NULL GROUP BY ALL HAVING count(*) > 1',
    );
    await none(
      `SELECT music_id, count(*) FROM ${videos} WHERE music_id IS NOT NULL GROUP BY ALL EXCEPT SELECT music_id, video_count FROM shortvideo_music`,
    );
    await none(
      `SELECT v.music_id FROM ${videos} v JOIN shortvideo_music m USING (music_id) WHERE v.music_title <> m.title OR v.music_author <> m.author`,
    );
  });

  it('comments stand under videos, and answer comments of the same video that are older', async () => {
    const comments = 'shortvideo_comments';
    await none(`SELECT video_id FROM ${comments} EXCEPT SELECT video_id FROM ${videos}`);
    await none(`SELECT author_id FROM ${comments} EXCEPT SELECT author_id FROM shortvideo_authors`);
    const answers = `SELECT * FROM ${comments} WHERE parent_comment_id IS NOT NULL`;
    await none(
      `SELECT c.comment_id FROM (${answers}) c LEFT JOIN ${comments} p ON p.comment_id = c.parent_comment_id AND p.video_id = c.video_id AND p.parent_comment_id IS NULL AND p.create_time <= c.create_time WHERE p.comment_id IS NULL`,
    );
    await none(
      `SELECT p.comment_id FROM ${comments} p LEFT JOIN (${answers}) c ON c.parent_comment_id = p.comment_id GROUP BY p.comment_id, p.reply_count HAVING count(c.comment_id) <> p.reply_count`,
    );
    await none(
      `SELECT video_id FROM ${comments} JOIN ${videos} v USING (video_id) GROUP BY video_id, v.comment_count HAVING count(*) > v.comment_count`,
    );
    await none(
      `SELECT comment_id FROM ${comments} c JOIN ${videos} v USING (video_id) WHERE c.create_time < v.create_time OR c.create_time > v.indexed_at`,
    );
    const busy = `SELECT video_id FROM ${comments} WHERE parent_comment_id IS NULL GROUP BY video_id HAVING count(*) > 200`;
    expect(await index.number(`SELECT count(*) FROM (${busy})`)).toBeGreaterThan(5);
    expect(await index.number(`SELECT count(*) FROM ${comments}`)).toBeLessThanOrEqual(rows);
    expect(await index.number(`SELECT count(*) FROM ${comments}`)).toBeGreaterThan(rows / 4);
  });

  it('video_stats ends in the counts of videos, and never falls', async () => {
    const stats = 'shortvideo_video_stats';
    const counts = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'];
    const last = `SELECT * FROM ${stats} QUALIFY row_number() OVER (PARTITION BY video_id ORDER BY observed_at DESC) = 1`;
    const differs = counts.map((count) => `s.${count} IS DISTINCT FROM v.${count}`).join(' OR ');
    await none(
      `SELECT s.video_id FROM (${last}) s LEFT JOIN ${videos} v USING (video_id) WHERE v.video_id IS NULL OR s.observed_at <> v.indexed_at OR ${differs}`,
    );
    const falls = counts.map((count) => `${count} < lag(${count}) OVER seen`).join(' OR ');
    await none(
      `SELECT video_id FROM ${stats} WINDOW seen AS (PARTITION BY video_id ORDER BY observed_at) QUALIFY ${falls}`,
    );
    const perVideo = `SELECT count(*) AS n FROM ${stats} GROUP BY video_id`;
    expect(
      (await index.rows(`SELECT DISTINCT n FROM (${perVideo}) ORDER BY n`)).map(({ n }) => Number(n)),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(await index.number(`SELECT count(*) FROM ${stats}`)).toBeLessThanOrEqual(rows);
  });
});
