import type { Place, Row } from '../define/index.ts';
import { count, text, texts, unixSeconds } from '../define/row-values.ts';
import type { PhotoComment, PhotoListedPost, PhotoPerson, PhotoProfile, PhotoUserPost } from './records.ts';

export const platform = 'photo';

export const byTime = { column: 'created_at', type: 'TIMESTAMPTZ', id: 'id' };
/** The sort order by likes; posts with hidden likes come last. */
export const byLikes = { column: 'coalesce(like_count, -1)', type: 'BIGINT', id: 'id' };

export function placeBy(order: typeof byTime, row: Row): Place {
  return order === byTime
    ? [text(row.created_at), text(row.id)]
    : [String(row.like_count ?? -1), text(row.id)];
}

export function toPerson(row: Row): PhotoPerson {
  return {
    username: text(row.username),
    full_name: text(row.full_name),
    profile_pic_url: text(row.profile_pic_url),
  };
}

export function toProfile(row: Row): PhotoProfile {
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

export function toListedPost(row: Row): PhotoListedPost {
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

export function toUserPost(row: Row): PhotoUserPost {
  return { ...toListedPost(row), hashtags: texts(row.hashtags), location: text(row.location) };
}

export function toComment(row: Row): PhotoComment {
  return {
    id: text(row.id),
    text: text(row.text),
    user: { pk: text(row.user_pk), ...toPerson(row) },
    created_at: unixSeconds(row.created_at),
    like_count: count(row.like_count),
  };
}
