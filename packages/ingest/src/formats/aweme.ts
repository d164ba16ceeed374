import type { TableMap } from '../records/record-map.ts';
import { readHandle } from '../values/handle.ts';
import { looksRounded } from '../values/id.ts';
import { isObject, type JsonObject, objectAt, objectsAt } from '../values/json-object.ts';
import { hashtagsInText, readHashtags } from '../values/tags.ts';
import { numberOf, readText, textOf } from '../values/text.ts';
import { readFirstUrl } from '../values/url.ts';
import type { FormatDescription } from './declared.ts';

/** 0 is unknown: feeds have it for what they do not compute. */
const positive = {
  by: (value: unknown) => value || undefined,
  inColumns: { as: 'positive' },
} as const;

const firstUrl = {
  by: (value: unknown) => readFirstUrl(value) ?? undefined,
  inColumns: { as: 'first-url' },
  note: 'first address',
} as const;

/** `uid` is exact text; numeric copies of it (`author_user_id`) are often rounded. */
const authorColumns: TableMap['columns'] = {
  author_id: 'author.uid',
  author: {
    from: ['author.unique_id', 'author.short_id'],
    by: (name) => (name === '0' ? undefined : name),
    inColumns: { as: 'other-than', text: '0' },
    note: 'username, else number',
  },
  sec_uid: 'author.sec_uid',
  nickname: 'author.nickname',
  bio: 'author.signature',
  is_verified: {
    from: 'author.custom_verify',
    by: (mark) => (typeof mark === 'string' ? mark !== '' : undefined),
    inColumns: { as: 'filled' },
    note: 'any mark',
  },
  is_private: 'author.secret',
  region: 'author.region',
  language: 'author.language',
  follower_count: 'author.follower_count',
  following_count: 'author.following_count',
  like_count: 'author.total_favorited',
  video_count: 'author.aweme_count',
  avatar_url: { from: ['author.avatar_larger', 'author.avatar_medium', 'author.avatar_thumb'], ...firstUrl },
  created_at: 'author.create_time',
};

/** `id` is a rounded double in most dumps; `id_str` and `mid` are exact copies. */
const musicColumns: TableMap['columns'] = {
  music_id: ['music.id_str', 'music.mid', 'music.id'],
  title: 'music.title',
  author: 'music.author',
  album: 'music.album',
  duration_ms: { from: 'music.duration', ...positive },
  is_original: ['music.is_original_sound', 'music.is_original'],
  video_count: { from: 'music.user_count', ...positive },
  cover_url: { from: ['music.cover_large', 'music.cover_medium', 'music.cover_thumb'], ...firstUrl },
};

/** `aweme` objects and comments of the mobile app: single, in lines, or in response pages `{aweme_list: […]}`. */
export const aweme: FormatDescription = {
  name: 'aweme',
  description: 'mobile aweme records, lines, arrays or response pages, and mobile comments',
  // Flat exports of other tools have the same names for ID and caption, and none of the objects.
  tells: (value) => ['statistics', 'author', 'video', 'user'].some((key) => isObject(value[key])),
  maps: [
    {
      is: (value) => isVideo(value) && !('cid' in value),
      keys: { needs: [['aweme_id'], ['desc', 'statistics', 'create_time']], never: ['cid'] },
      tables: [
        {
          table: 'shortvideo.videos',
          columns: {
            video_id: 'aweme_id',
            description: 'desc',
            create_time: 'create_time',
            play_count: 'statistics.play_count',
            like_count: 'statistics.digg_count',
            comment_count: 'statistics.comment_count',
            share_count: 'statistics.share_count',
            collect_count: 'statistics.collect_count',
            duration_ms: { from: ['video.duration', 'duration'], unit: 'ms' },
            hashtags: {
              from: ['text_extra', 'cha_list'],
              by: (_value, video) => hashtagsOf(video),
              inColumns: {
                as: 'names',
                lists: [
                  { path: 'text_extra[].hashtag_name', takenBy: 'name' },
                  { path: 'cha_list[].cha_name', takenBy: 'name' },
                ],
              },
              note: 'list, else those in the text',
            },
            mentions: {
              from: 'text_extra',
              by: mentionsOf,
              inColumns: {
                as: 'names',
                lists: [
                  {
                    path: 'text_extra[].user_unique_id',
                    takenBy: 'member',
                    orId: 'text_extra[].user_id',
                  },
                ],
              },
              note: 'list, else those in the text',
            },
            region: 'region',
            language: 'desc_language',
            is_ad: {
              from: ['commerce_info', 'is_ads'],
              by: (_value, video) => isBranded(video) || video.is_ads,
              inColumns: { as: 'any', above: 'commerce_info.branded_content_type', flag: 'is_ads' },
              note: 'also branded content',
            },
            is_ai_generated: {
              from: 'aigc_info.aigc_label_type',
              by: (label) => (typeof label === 'number' ? label > 0 : undefined),
              inColumns: { as: 'above-zero' },
              note: 'any label',
            },
            cover_url: { from: ['video.cover', 'video.origin_cover'], ...firstUrl },
          },
        },
        { table: 'shortvideo.authors', columns: authorColumns },
        { table: 'shortvideo.music', columns: musicColumns },
        {
          table: 'shortvideo.hashtags',
          at: 'cha_list[]',
          columns: {
            name: 'cha_name',
            hashtag_id: 'cid',
            title: 'cha_name',
            description: 'desc',
            view_count: { from: 'view_count', ...positive },
            video_count: { from: 'use_count', ...positive },
            is_commerce: 'is_commerce',
          },
        },
      ],
    },
    {
      is: isComment,
      tables: [
        {
          table: 'shortvideo.comments',
          columns: {
            comment_id: 'cid',
            video_id: 'aweme_id',
            parent_comment_id: 'reply_id',
            author_id: 'user.uid',
            author: 'user.unique_id',
            author_nickname: 'user.nickname',
            avatar_url: { from: 'user.avatar_thumb', ...firstUrl },
            text: 'text',
            language: 'comment_language',
            like_count: 'digg_count',
            reply_count: 'reply_comment_total',
            create_time: 'create_time',
            is_pinned: ['author_pin', 'is_author_pinned'],
          },
        },
      ],
    },
  ],
};

function isVideo(value: JsonObject): boolean {
  return 'aweme_id' in value && ('desc' in value || 'statistics' in value || 'create_time' in value);
}

function isComment(value: JsonObject): boolean {
  return 'cid' in value && 'text' in value && !('cha_name' in value);
}

function hashtagsOf(video: JsonObject): string[] {
  const linked = objectsAt(video, 'text_extra').flatMap(
    (extra) => readHashtags([extra.hashtag_name ?? '']).hashtags,
  );
  if (linked.length > 0) return linked;
  const named = objectsAt(video, 'cha_list').flatMap((tag) => readHashtags([tag.cha_name ?? '']).hashtags);
  return named.length > 0 ? named : hashtagsInText(readText(video.desc) ?? '');
}

/** A mention has the account ID; only the caption has the name. */
function mentionsOf(_value: unknown, video: JsonObject): string[] | undefined {
  const extras = objectsAt(video, 'text_extra');
  if (extras.length === 0) return undefined;
  return extras.flatMap((extra) => readHandle(extra.user_unique_id) ?? accountId(extra.user_id) ?? []);
}

function accountId(id: unknown): string | undefined {
  const isExact =
    typeof id === 'bigint' ? !looksRounded(id) : typeof id === 'string' || Number.isSafeInteger(id);
  const text = textOf(id);
  return isExact && text !== '0' && /^\d{1,20}$/.test(text) ? text : undefined;
}

function isBranded(video: JsonObject): boolean {
  return numberOf(objectAt(video, 'commerce_info').branded_content_type ?? 0) > 0;
}
