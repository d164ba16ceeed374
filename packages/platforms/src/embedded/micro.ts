import type { MicroComment, MicroProfile, Tweet, TweetMedia } from '@sdq/contract';
import type { Row } from '@sdq/core';
import type { EmbeddedReads } from './embedded-reads.ts';
import { afterPlace } from './index-pages.ts';
import { count, countOrNull, known, objects, text, textOrNull } from './row-values.ts';

const platform = 'micro';

/** Posts with what is known of their authors. */
const tweets = `SELECT tweets.*, user_id, display_name, profile_image_url
  FROM tweets LEFT JOIN profiles ON tweets.username = profiles.username`;

const byTime = { column: 'tweets.created_at', type: 'TIMESTAMPTZ', id: 'id' };
const order = 'ORDER BY tweets.created_at DESC, id';

/** Words of a keyword that are looked for; more of them are not. */
const wordsMax = 20;

export const microReads: EmbeddedReads = {
  'micro.profile': (index, { username }) =>
    index.one(
      platform,
      'SELECT * FROM profiles WHERE lower(username) = $username ORDER BY username LIMIT 1',
      { username: username.toLowerCase() },
      toProfile,
    ),
  'micro.user-posts': async (index, { username }, place) => {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `${tweets} WHERE tweets.username = $username AND ${after.condition} ${order}`,
      parameters: { username, ...after.parameters },
      toItem: toTweet,
      placeOf,
    });
  },
  'micro.post': (index, { id }) => index.one(platform, `${tweets} WHERE id = $id`, { id }, toTweet),
  'micro.comments': async (index, { id }, place) => {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `${tweets} WHERE (conversation_id = $of OR in_reply_to_id = $of) AND id <> $of AND ${after.condition} ${order}`,
      parameters: { of: id, ...after.parameters },
      toItem: toComment,
      placeOf,
    });
  },
  'micro.search': async (index, { keyword }, place) => {
    const after = afterPlace(place, byTime);
    const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
    const all = words.map((_, at) => `contains(lower(content), $word${at})`);
    return await index.page({
      platform,
      sql: `${tweets} WHERE ${[...all, after.condition].join(' AND ')} ${order}`,
      parameters: {
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
        ...after.parameters,
      },
      toItem: toTweet,
      placeOf,
    });
  },
};

function placeOf(row: Row): [string, string] {
  return [text(row.created_at), text(row.id)];
}

function toTweet(row: Row): Tweet {
  return {
    id: text(row.id),
    content: text(row.content),
    like_count: count(row.like_count),
    retweet_count: count(row.retweet_count),
    reply_count: count(row.reply_count),
    quote_count: count(row.quote_count),
    view_count: count(row.view_count),
    created_at: text(row.created_at),
    author: {
      username: text(row.username),
      display_name: text(row.display_name),
      profile_image_url: text(row.profile_image_url),
    },
    media: objects(row.media).map(toMedia),
  };
}

function toMedia(media: Record<string, unknown>): TweetMedia {
  const type = media.type === 'video' || media.type === 'gif' ? media.type : 'photo';
  return {
    type,
    url: textOrNull(media.url),
    preview_url: textOrNull(media.preview_url),
    width: countOrNull(media.width),
    height: countOrNull(media.height),
    duration_ms: countOrNull(media.duration_ms),
  };
}

function toProfile(row: Row): MicroProfile {
  return {
    username: text(row.username),
    display_name: text(row.display_name),
    bio: text(row.bio),
    profile_image_url: text(row.profile_image_url),
    banner_url: text(row.banner_url),
    follower_count: count(row.follower_count),
    following_count: count(row.following_count),
    tweet_count: count(row.tweet_count),
    is_verified: row.is_verified === true,
    created_at: text(row.created_at),
    ...known({ location: textOrNull(row.location), website: textOrNull(row.website) }),
  };
}

function toComment(row: Row): MicroComment {
  return {
    id: text(row.id),
    text: text(row.content),
    author: {
      id: text(row.user_id),
      username: text(row.username),
      name: text(row.display_name),
      profile_image_url: text(row.profile_image_url),
    },
    created_at: text(row.created_at),
    like_count: count(row.like_count),
    reply_count: count(row.reply_count),
    retweet_count: count(row.retweet_count),
  };
}
