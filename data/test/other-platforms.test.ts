import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedIndex, openGenerated } from './generated-index.ts';

let index: GeneratedIndex;
beforeAll(async () => {
  index = await openGenerated(100);
});
afterAll(() => index?.[Symbol.asyncDispose]());

const none = async (sql: string) => expect(await index.number(`SELECT count(*) FROM (${sql})`)).toBe(0);

/** A photo's id to the base of 64, as it stands in addresses. */
function shortcode(mediaId: bigint): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let text = '';
  for (let rest = mediaId; rest > 0n; rest /= 64n) text = digits.charAt(Number(rest % 64n)) + text;
  return text;
}

/** An endpoint's page holds 100 at most; its second page needs more. */
const hasSecondPage = async (sql: string) =>
  expect(await index.number(`SELECT count(*) FROM (${sql})`)).toBeGreaterThan(100);

describe('network', () => {
  it('has people who work for companies that exist', async () => {
    await none(
      `SELECT current_company FROM network_profiles WHERE current_company IS NOT NULL EXCEPT SELECT company FROM network_companies`,
    );
    const employers = `SELECT unnest(experience).company AS name FROM network_profiles`;
    await none(`${employers} EXCEPT SELECT name FROM network_companies`);
    await none(
      `SELECT username FROM network_profiles p JOIN network_companies c ON c.company = p.current_company WHERE experience[1].company <> c.name OR experience[1].end_date IS NOT NULL OR experience[1].title <> current_title`,
    );
    await none(
      `SELECT c.company FROM network_companies c LEFT JOIN network_profiles p ON p.current_company = c.company GROUP BY c.company, c.employee_count HAVING count(p.username) > c.employee_count`,
    );
  });

  it('has positions in order, and year-month dates', async () => {
    const positions = `SELECT unnest(experience) AS e FROM network_profiles`;
    await none(
      `SELECT * FROM (${positions}) WHERE NOT regexp_full_match(e.start_date, '\\d{4}-\\d{2}') OR e.end_date < e.start_date`,
    );
    await none(
      `SELECT * FROM network_profiles WHERE len(experience) > 1 AND experience[2].end_date > experience[1].start_date`,
    );
  });

  it('has enough for a second page of employees, alumni and posts', async () => {
    await hasSecondPage(
      `SELECT * FROM network_profiles WHERE current_company = (SELECT mode(current_company) FROM network_profiles)`,
    );
    await hasSecondPage(
      `SELECT * FROM network_profiles WHERE list_contains(list_transform(education, lambda e: e.school), 'Velmora University')`,
    );
    for (const kind of ['person', 'company']) {
      await hasSecondPage(
        `SELECT * FROM network_posts WHERE author_kind = '${kind}' AND author = (SELECT mode(author) FROM network_posts WHERE author_kind = '${kind}')`,
      );
    }
  });

  it('has posts of people and companies that exist', async () => {
    await none(
      `SELECT author FROM network_posts WHERE author_kind = 'person' EXCEPT SELECT username FROM network_profiles`,
    );
    await none(
      `SELECT author FROM network_posts WHERE author_kind = 'company' EXCEPT SELECT company FROM network_companies`,
    );
    await none(
      `SELECT * FROM network_posts WHERE (post_type IN ('image', 'video', 'document')) <> (len(media) > 0)`,
    );
  });
});

describe('photo', () => {
  it('has one relation of who follows whom', async () => {
    const followers = `SELECT username AS followed, unnest(followers) AS follower FROM photo_profiles`;
    const following = `SELECT unnest(following) AS followed, username AS follower FROM photo_profiles`;
    await none(`${followers} EXCEPT ALL ${following}`);
    await none(`${following} EXCEPT ALL ${followers}`);
    await none(
      `SELECT * FROM (${followers}) WHERE followed = follower OR follower NOT IN (SELECT username FROM photo_profiles)`,
    );
    await none(
      `SELECT * FROM photo_profiles WHERE len(following) > following_count OR len(followers) > follower_count`,
    );
    await hasSecondPage(
      `SELECT unnest(followers) FROM (FROM photo_profiles ORDER BY len(followers) DESC LIMIT 1)`,
    );
    await hasSecondPage(
      `SELECT unnest(following) FROM (FROM photo_profiles ORDER BY len(following) DESC LIMIT 1)`,
    );
  });

  it('has posts with shortcodes made of their ids, and videos where the type says so', async () => {
    const posts = await index.rows(`SELECT id, media_id FROM photo_posts ORDER BY id LIMIT 50`);
    for (const post of posts) expect(shortcode(BigInt(post.media_id ?? ''))).toBe(post.id);
    await none(
      `SELECT * FROM photo_posts WHERE (media_type IN ('reel', 'video')) <> (video_url IS NOT NULL)`,
    );
    await none(`SELECT username FROM photo_posts EXCEPT SELECT username FROM photo_profiles`);
    await none(
      `SELECT * FROM photo_profiles p JOIN (SELECT username, count(*) AS posts FROM photo_posts GROUP BY ALL) USING (username) WHERE posts > post_count`,
    );
    await none(
      `SELECT * FROM photo_posts WHERE NOT list_has_all(regexp_extract_all(caption, '#(\\w+)', 1), hashtags)`,
    );
  });

  it('has enough for a second page of posts, reels, hashtags and comments', async () => {
    const busiest = `username = (SELECT mode(username) FROM photo_posts)`;
    await hasSecondPage(`SELECT * FROM photo_posts WHERE ${busiest}`);
    await hasSecondPage(
      `SELECT * FROM photo_posts WHERE media_type = 'reel' AND list_contains(hashtags, 'love')`,
    );
    await hasSecondPage(
      `SELECT * FROM photo_comments WHERE media_id = (SELECT mode(media_id) FROM photo_comments)`,
    );
  });

  it('has comments under posts that exist, of accounts that exist, after the post', async () => {
    const joined = `photo_comments c LEFT JOIN photo_posts p USING (media_id) LEFT JOIN photo_profiles u ON u.username = c.username`;
    await none(
      `SELECT c.id FROM ${joined} WHERE p.id IS NULL OR u.user_id IS DISTINCT FROM c.user_pk OR c.created_at < p.created_at`,
    );
    await none(
      `SELECT media_id FROM photo_comments JOIN photo_posts p USING (media_id) GROUP BY media_id, p.comment_count HAVING count(*) > p.comment_count`,
    );
  });
});

describe('micro', () => {
  it('has threads: an answer belongs to the conversation of what it answers, and is later', async () => {
    const answers = `micro_tweets a LEFT JOIN micro_tweets t ON t.id = a.in_reply_to_id`;
    await none(
      `SELECT a.id FROM ${answers} WHERE a.in_reply_to_id IS NOT NULL AND (t.id IS NULL OR t.conversation_id <> a.conversation_id OR t.created_at > a.created_at)`,
    );
    await none(`SELECT a.id FROM micro_tweets a WHERE (in_reply_to_id IS NULL) <> (conversation_id = id)`);
    await none(
      `SELECT t.id FROM micro_tweets t LEFT JOIN micro_tweets a ON a.in_reply_to_id = t.id GROUP BY t.id, t.reply_count HAVING count(a.id) <> t.reply_count`,
    );
    await hasSecondPage(
      `SELECT * FROM micro_tweets WHERE conversation_id = (SELECT mode(conversation_id) FROM micro_tweets)`,
    );
  });

  it('has ids that tell the millisecond, and authors with profiles older than their posts', async () => {
    await none(
      `SELECT id FROM micro_tweets WHERE (id::BIGINT >> 22) + 1288834974657 <> epoch_ms(created_at)`,
    );
    await none(
      `SELECT t.id FROM micro_tweets t LEFT JOIN micro_profiles p USING (username) WHERE p.username IS NULL OR p.created_at > t.created_at OR p.tweet_count < 1`,
    );
    await none(`SELECT id FROM micro_tweets WHERE indexed_at <= created_at`);
  });

  it('has enough for a second page of posts and of a search', async () => {
    await hasSecondPage(
      `SELECT * FROM micro_tweets WHERE username = (SELECT mode(username) FROM micro_tweets WHERE in_reply_to_id IS NULL)`,
    );
    await hasSecondPage(`SELECT * FROM micro_tweets WHERE content ILIKE '%coffee%'`);
  });
});

describe('what was removed', () => {
  const records = [
    ['shortvideo', 'videos', 'video_id'],
    ['shortvideo', 'authors', 'author_id'],
    ['network', 'posts', 'post_id'],
    ['network', 'profiles', 'username'],
    ['photo', 'posts', 'id'],
    ['photo', 'profiles', 'username'],
    ['micro', 'tweets', 'id'],
    ['micro', 'profiles', 'username'],
  ] as const;

  it.each(records)('%s.%s: is known by its key, and gone', async (platform, table, key) => {
    const removed = `SELECT record_key FROM ${platform}_removals WHERE record_table = '${table}'`;
    expect(await index.number(`SELECT count(*) FROM (${removed})`)).toBeGreaterThan(0);
    await none(`${removed} INTERSECT SELECT ${key} FROM ${platform}_${table}`);
    // as long as a key of the table may be
    const longest = await index.number(`SELECT max(length(${key})) FROM ${platform}_${table}`);
    await none(`SELECT * FROM (${removed}) WHERE length(record_key) > ${longest} + 4`);
  });
});
