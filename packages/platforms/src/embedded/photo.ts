import type { PhotoComment, PhotoListedPost, PhotoPerson, PhotoProfile, PhotoUserPost } from '@sdq/contract';
import type { Row } from '@sdq/core';
import type { Page, Place } from '../reads.ts';
import type { EmbeddedReads } from './embedded-reads.ts';
import { afterPlace, type Index, pageSize } from './index-pages.ts';
import { count, text, textOrNull, texts, unixSeconds } from './row-values.ts';
import { toTranscript } from './transcript.ts';

const platform = 'photo';

export const photoReads: EmbeddedReads = {
  'photo.profile': (index, { username }) =>
    index.one(
      platform,
      'SELECT * FROM profiles WHERE username = $username',
      { username: username.toLowerCase() },
      toProfile,
    ),
  'photo.followers': (index, { username }, place) => people(index, 'followers', username, place),
  'photo.following': (index, { username }, place) => people(index, 'following', username, place),
  'photo.user-posts': async (index, { username, reels_only }, place) => {
    const after = afterPlace(place, byTime);
    const only = reels_only ? "AND media_type = 'reel'" : '';
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE username = $username ${only} AND ${after.condition}
        ORDER BY created_at DESC, id`,
      parameters: { username: username.toLowerCase(), ...after.parameters },
      toItem: (row) => ({ ...toUserPost(row), media_id: text(row.media_id) }),
      placeOf: (row) => [text(row.created_at), text(row.id)],
    });
  },
  'photo.post': (index, { code }) =>
    index.one(
      platform,
      `SELECT posts.*, full_name, profile_pic_url FROM posts LEFT JOIN profiles ON posts.username = profiles.username
       WHERE id = $code`,
      { code },
      (row) => ({
        ...toUserPost(row),
        video_url: textOrNull(row.video_url),
        author: toPerson(row),
        media_id: text(row.media_id),
      }),
    ),
  'photo.hashtag': async (index, { keyword, feed_type }, place) => {
    const order = feed_type === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    const only = feed_type === 'reels' ? "AND media_type IN ('reel', 'video')" : '';
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE list_contains(hashtags, $keyword) ${only} AND ${after.condition}
        ORDER BY ${order.column} DESC, id`,
      parameters: { keyword: keyword.toLowerCase(), ...after.parameters },
      toItem: (row) => ({ ...toListedPost(row), media_id: text(row.media_id) }),
      placeOf: (row) => placeBy(order, row),
    });
  },
  'photo.transcripts': (index, { ids }) =>
    index.some(
      platform,
      'SELECT * FROM transcripts WHERE list_contains($ids, id) ORDER BY id',
      { ids: [...ids] },
      (row) => ({ id: text(row.id), transcript: toTranscript(row) }),
    ),
  'photo.media': (index, { media_id: id }) =>
    index.one(
      platform,
      `SELECT media_id, coalesce(max(comment_count), 0) AS comment_count FROM
         (SELECT media_id, comment_count FROM posts WHERE media_id = $id
          UNION ALL SELECT media_id, count(*) FROM comments WHERE media_id = $id GROUP BY media_id)
       GROUP BY media_id`,
      { id },
      (row) => ({ comment_count: count(row.comment_count) }),
    ),
  'photo.comments': async (index, { media_id: id, sort_order }, place) => {
    const order = sort_order === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    return await index.page({
      platform,
      sql: `SELECT * FROM comments WHERE media_id = $media AND ${after.condition} ORDER BY ${order.column} DESC, id`,
      parameters: { media: id, ...after.parameters },
      toItem: toComment,
      placeOf: (row) => placeBy(order, row),
    });
  },
};

const byTime = { column: 'created_at', type: 'TIMESTAMPTZ', id: 'id' };
/** Likes that are hidden come last. */
const byLikes = { column: 'coalesce(like_count, -1)', type: 'BIGINT', id: 'id' };

function placeBy(order: typeof byTime, row: Row): Place {
  return order === byTime
    ? [text(row.created_at), text(row.id)]
    : [String(row.like_count ?? -1), text(row.id)];
}

/** A page of a profile's list of usernames, with what is known of each; the place is how many came before. */
async function people(
  index: Index,
  list: 'followers' | 'following',
  username: string,
  place: Place | undefined,
): Promise<Page<PhotoPerson>> {
  const from = Number(place ?? 0);
  const [row] = await index.rows(
    platform,
    `SELECT list_slice(${list}, ${from + 1}, ${from + pageSize + 1}) AS names FROM profiles WHERE username = $username`,
    { username: username.toLowerCase() },
    1,
  );
  const names = texts(row?.names);
  const shown = names.slice(0, pageSize);
  const found = await index.rows(
    platform,
    'SELECT username, full_name, profile_pic_url FROM profiles WHERE list_contains($names, username)',
    { names: shown },
  );
  const byName = new Map(found.map((person) => [text(person.username), toPerson(person)]));
  return {
    items: shown.map((name) => byName.get(name) ?? { username: name, full_name: '', profile_pic_url: '' }),
    next: names.length > pageSize ? from + pageSize : undefined,
    isNextSure: true,
  };
}

function toPerson(row: Row): PhotoPerson {
  return {
    username: text(row.username),
    full_name: text(row.full_name),
    profile_pic_url: text(row.profile_pic_url),
  };
}

function toProfile(row: Row): PhotoProfile {
  return {
    username: text(row.username),
    full_name: text(row.full_name),
    bio: text(row.bio),
    profile_pic_url: text(row.profile_pic_url),
    category: text(row.category),
    external_url: text(row.external_url),
    follower_count: count(row.follower_count),
    following_count: count(row.following_count),
    post_count: count(row.post_count),
    is_verified: row.is_verified === true,
    is_business: row.is_business === true,
  };
}

function toListedPost(row: Row): PhotoListedPost {
  return {
    id: text(row.id),
    caption: text(row.caption),
    like_count: count(row.like_count),
    comment_count: count(row.comment_count),
    created_at: text(row.created_at),
    media_type: text(row.media_type),
    media_url: text(row.media_url),
  };
}

function toUserPost(row: Row): PhotoUserPost {
  return { ...toListedPost(row), hashtags: texts(row.hashtags), location: text(row.location) };
}

function toComment(row: Row): PhotoComment {
  return {
    id: text(row.id),
    text: text(row.text),
    user: { pk: text(row.user_pk), ...toPerson(row) },
    created_at: unixSeconds(row.created_at),
    like_count: count(row.like_count),
  };
}
