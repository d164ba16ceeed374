import type { HashtagFacts, Video, VideoComment, VideoProfile } from '@sdq/contract';
import type { Row } from '@sdq/core';
import type { EmbeddedReads } from './embedded-reads.ts';
import { afterPlace, type Index, pageSize } from './index-pages.ts';
import { count, countOrNull, known, text, textOrNull, texts, unixSeconds } from './row-values.ts';
import { toTranscript } from './transcript.ts';

const platform = 'shortvideo';

/** Above so many videos the feed is drawn from the newest ones only. */
const feedRowsMax = 500_000;
const feedDays = 45;

export const shortvideoReads: EmbeddedReads = {
  'shortvideo.feed': async (index, { seed }, place) => {
    const [since, lastRank, lastId] = (place ?? [await feedSince(index), null, null]) as [
      string | null,
      string | null,
      string | null,
    ];
    const after = lastRank === null ? 'true' : '(rank, video_id) > ($rank::BIGINT, $id)';
    return await index.page({
      platform,
      // Efraimidis and Spirakis: by -ln(u)/weight, rows come as a sample without replacement would draw them
      sql: `SELECT * FROM (
          SELECT *, (-1e12 * ln((hash(video_id || $seed) % 9007199254740991 + 1) / 9007199254740992.0)
            / ln(2 + coalesce(play_count, 0)))::BIGINT AS rank
          FROM videos ${since === null ? '' : 'WHERE create_time >= $since::TIMESTAMPTZ'})
        WHERE ${after} ORDER BY rank, video_id`,
      parameters: {
        seed,
        ...(since !== null && { since }),
        ...(lastRank !== null && { rank: lastRank, id: lastId }),
      },
      toItem: toVideo,
      placeOf: (row) => [since, String(row.rank), text(row.video_id)],
    });
  },
  'shortvideo.profile': async (index, { username, sec_uid }) => {
    const by = sec_uid === undefined ? 'author = $who' : 'sec_uid = $who';
    const who = sec_uid ?? username?.toLowerCase() ?? '';
    const found = await index.one(
      platform,
      `SELECT * FROM authors WHERE ${by} ORDER BY indexed_at DESC, author_id LIMIT 1`,
      { who },
      toProfile,
    );
    if (found.items.length > 0) return found;
    // an uploader of whom nothing is known but what stands beside a video
    const beside = sec_uid === undefined ? 'author = $who' : 'author_sec_uid = $who';
    return await index.one(
      platform,
      `SELECT author, author_id, author_sec_uid AS sec_uid, author_nickname AS nickname,
         author_verified AS is_verified, author_follower_count AS follower_count
       FROM videos WHERE ${beside} ORDER BY create_time DESC, video_id LIMIT 1`,
      { who },
      toProfile,
    );
  },
  'shortvideo.profile-videos': async (index, { username }, place) => {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `SELECT * FROM videos WHERE author = $author AND ${after.condition} ORDER BY create_time DESC, video_id`,
      parameters: { author: username.toLowerCase(), ...after.parameters },
      toItem: toVideo,
      placeOf: placeByTime,
    });
  },
  'shortvideo.hashtag': async (index, { name, challenge_id }) => {
    const by = challenge_id === undefined ? 'name = $which' : 'hashtag_id = $which';
    const which = challenge_id ?? name?.toLowerCase() ?? '';
    const found = await index.one(
      platform,
      `SELECT * FROM hashtags WHERE ${by} LIMIT 1`,
      { which },
      toHashtag,
    );
    if (found.items.length > 0 || challenge_id !== undefined) return found;
    return await index.one(
      platform,
      'SELECT hashtag AS name FROM video_hashtags WHERE hashtag = $which LIMIT 1',
      { which },
      toHashtag,
    );
  },
  'shortvideo.hashtag-videos': async (index, { name }, place) => {
    const after = afterPlace(place, byTime);
    const found = await index.page({
      platform,
      sql: `SELECT video_id, create_time FROM video_hashtags WHERE hashtag = $name AND ${after.condition}
        ORDER BY create_time DESC, video_id`,
      parameters: { name: name.toLowerCase(), ...after.parameters },
      toItem: (row) => text(row.video_id),
      placeOf: placeByTime,
    });
    const byId = await videosOf(index, found.items);
    return { ...found, items: found.items.map((id) => (id === undefined ? undefined : byId.get(id))) };
  },
  'shortvideo.transcripts': (index, { ids }) =>
    index.some(
      platform,
      'SELECT * FROM transcripts WHERE list_contains($ids, video_id) ORDER BY video_id',
      { ids: [...ids] },
      (row) => ({ id: text(row.video_id), transcript: toTranscript(row) }),
    ),
  'shortvideo.video': (index, { video_id: id }) =>
    index.one(platform, 'SELECT video_id FROM videos WHERE video_id = $id', { id }, (row) => ({
      video_id: text(row.video_id),
    })),
  'shortvideo.comments': async (index, { video_id: id }, place) => {
    const offset = Number(place ?? 0);
    return await index.page({
      platform,
      sql: `SELECT * FROM (SELECT * FROM comments WHERE video_id = $id AND parent_comment_id IS NULL
          ORDER BY create_time DESC NULLS LAST, comment_id LIMIT ${pageSize + 1} OFFSET ${offset})
        ORDER BY create_time DESC NULLS LAST, comment_id`,
      parameters: { id },
      toItem: toComment,
      placeOf: () => offset + pageSize,
    });
  },
};

const byTime = { column: 'create_time', type: 'TIMESTAMPTZ', id: 'video_id' };

function placeByTime(row: Row): [string, string] {
  return [text(row.create_time), text(row.video_id)];
}

/** From when on the feed is drawn; null for from the beginning. */
async function feedSince(index: Index): Promise<string | null> {
  if ((await index.rowCount(platform, 'videos')) <= feedRowsMax) return null;
  const [newest] = await index.rows(platform, 'SELECT max(create_time) AS at FROM videos', {}, 1);
  const at = Date.parse(text(newest?.at));
  return Number.isNaN(at) ? null : new Date(at - feedDays * 86_400_000).toISOString();
}

async function videosOf(index: Index, given: readonly (string | undefined)[]): Promise<Map<string, Video>> {
  const ids = given.filter((id) => id !== undefined);
  if (ids.length === 0) return new Map();
  const places = ids.map((_, at) => `$id${at}`).join(', ');
  const parameters = Object.fromEntries(ids.map((id, at) => [`id${at}`, id]));
  const rows = await index.rows(platform, `SELECT * FROM videos WHERE video_id IN (${places})`, parameters);
  return new Map(rows.map((row) => [text(row.video_id), toVideo(row)]));
}

function toVideo(row: Row): Video {
  const music = [row.music_id, row.music_title, row.music_author].map(textOrNull);
  const uploader = [row.author_sec_uid, row.author_nickname, row.author_follower_count, row.author_verified];
  return {
    video_id: text(row.video_id),
    author: text(row.author),
    description: text(row.description),
    play_count: count(row.play_count),
    like_count: count(row.like_count),
    create_time: text(row.create_time),
    ...known({
      comment_count: countOrNull(row.comment_count),
      share_count: countOrNull(row.share_count),
      collect_count: countOrNull(row.collect_count),
      duration_ms: countOrNull(row.duration_ms),
      hashtags: texts(row.hashtags),
      region: textOrNull(row.region),
      language: textOrNull(row.language),
      cover_url: textOrNull(row.cover_url),
      web_url: textOrNull(row.web_url),
    }),
    ...(music.some((value) => value !== null) && {
      music: { id: music[0] ?? null, title: music[1] ?? null, author: music[2] ?? null },
    }),
    ...(uploader.some((value) => value !== null) && {
      author_info: {
        sec_uid: textOrNull(row.author_sec_uid),
        nickname: textOrNull(row.author_nickname),
        follower_count: countOrNull(row.author_follower_count),
        is_verified: (row.author_verified as boolean | null) ?? null,
      },
    }),
  };
}

function toProfile(row: Row): VideoProfile {
  return {
    username: text(row.author),
    nickname: text(row.nickname),
    sec_uid: textOrNull(row.sec_uid),
    user_id: textOrNull(row.author_id),
    bio: text(row.bio),
    avatar_url: text(row.avatar_url),
    is_verified: row.is_verified === true,
    is_private: row.is_private === true,
    follower_count: count(row.follower_count),
    following_count: count(row.following_count),
    like_count: count(row.like_count),
    video_count: count(row.video_count),
  };
}

function toHashtag(row: Row): HashtagFacts {
  return {
    name: text(row.name),
    challenge_id: text(row.hashtag_id),
    view_count: count(row.view_count),
    video_count: count(row.video_count),
  };
}

function toComment(row: Row): VideoComment {
  return {
    comment_id: text(row.comment_id),
    text: text(row.text),
    author: {
      unique_id: text(row.author),
      nickname: text(row.author_nickname),
      avatar_url: text(row.avatar_url),
    },
    create_time: unixSeconds(row.create_time),
    like_count: count(row.like_count),
    reply_count: count(row.reply_count),
  };
}
