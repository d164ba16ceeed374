import type { Row } from '../define/index.ts';
import { count, countOrNull, known, objects, text, textOrNull } from '../define/row-values.ts';
import type { MicroComment, MicroProfile, Tweet, TweetMedia } from './records.ts';

export const platform = 'micro';

export const byTime = { column: 'tweets.created_at', type: 'TIMESTAMPTZ', id: 'id' };
export const order = 'ORDER BY tweets.created_at DESC, id';

export function placeOf(row: Row): [string, string] {
  return [text(row.created_at), text(row.id)];
}

export function toTweet(row: Row): Tweet {
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

export function toMedia(media: Record<string, unknown>): TweetMedia {
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

export function toProfile(row: Row): MicroProfile {
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

export function toComment(row: Row): MicroComment {
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
