import type { TableMap } from '../records/record-map.ts';
import { readHandle } from '../values/handle.ts';
import { isObject, type JsonObject, objectsAt } from '../values/json-object.ts';
import { hashtagsInText, readHashtags } from '../values/tags.ts';
import { numberOf, readText } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';

/** 0 is unknown. */
const positive = {
  by: (value: unknown) => value || undefined,
  inColumns: { as: 'positive' },
} as const;

const musicColumns: TableMap['columns'] = {
  music_id: 'music.id',
  title: 'music.title',
  author: 'music.authorName',
  album: 'music.album',
  duration_ms: { from: 'music.duration', ...positive },
  is_original: 'music.original',
  cover_url: ['music.coverLarge', 'music.coverMedium', 'music.coverThumb'],
};

/** The columns of an account at `user`, whose counts are at `stats`: those of `statsV2` are exact, the others rounded. */
function accountColumns(user: string, stats: string): TableMap['columns'] {
  const count = (...names: string[]) => names.flatMap((name) => [`${stats}V2.${name}`, `${stats}.${name}`]);
  return {
    author_id: [`${user}.id`, ...(user === 'author' ? ['authorId'] : [])],
    // Older items have only the username.
    author: [`${user}.uniqueId`, ...(user === 'author' ? ['author'] : [])],
    sec_uid: [`${user}.secUid`, ...(user === 'author' ? ['authorSecId'] : [])],
    nickname: [`${user}.nickname`, ...(user === 'author' ? ['nickname'] : [])],
    bio: `${user}.signature`,
    is_verified: `${user}.verified`,
    is_private: [`${user}.privateAccount`, `${user}.secret`],
    region: `${user}.region`,
    language: `${user}.language`,
    avatar_url: [`${user}.avatarLarger`, `${user}.avatarMedium`, `${user}.avatarThumb`],
    created_at: `${user}.createTime`,
    follower_count: count('followerCount'),
    following_count: count('followingCount'),
    like_count: count('heartCount', 'heart'),
    video_count: count('videoCount'),
  };
}

/**
 * `itemStruct` of the web player, as TikTok-Api and most web collectors store it, single or in responses; and the
 * `{user, stats, statsV2}` record of a profile page.
 */
export const itemStruct: FormatDescription = {
  name: 'item-struct',
  description:
    'web itemStruct records (TikTok-Api, Zeeschuimer, 4CAT’s NDJSON), responses with itemList, and {user, stats} profiles',
  maps: [
    {
      is: isProfile,
      tables: [{ table: 'shortvideo.authors', columns: accountColumns('user', 'stats') }],
    },
    {
      is: isItem,
      keys: { needs: [['id'], ['createTime'], ['stats', 'statsV2']], never: ['user'] },
      observedAt: '__import_meta.timestamp_collected',
      tables: [
        {
          table: 'shortvideo.videos',
          columns: {
            video_id: 'id',
            description: 'desc',
            create_time: 'createTime',
            play_count: ['statsV2.playCount', 'stats.playCount'],
            like_count: ['statsV2.diggCount', 'stats.diggCount'],
            comment_count: ['statsV2.commentCount', 'stats.commentCount'],
            share_count: ['statsV2.shareCount', 'stats.shareCount'],
            collect_count: ['statsV2.collectCount', 'stats.collectCount'],
            duration_ms: { from: 'video.duration', ...positive },
            hashtags: {
              from: ['textExtra', 'contents', 'challenges'],
              by: (_value, item) => hashtagsOf(item),
              inColumns: {
                as: 'names',
                lists: [
                  { path: 'textExtra[].hashtagName', takenBy: 'name' },
                  {
                    path: 'contents[].textExtra[].hashtagName',
                    takenBy: 'name',
                    after: 'textExtra[].hashtagName',
                  },
                  { path: 'challenges[].title', takenBy: 'name' },
                ],
              },
              note: 'list, else those in the text',
            },
            mentions: {
              from: ['textExtra', 'contents'],
              by: (_value, item) => mentionsOf(item),
              inColumns: {
                as: 'names',
                lists: [
                  { path: 'textExtra[].userUniqueId', takenBy: 'member' },
                  { path: 'contents[].textExtra[].userUniqueId', takenBy: 'member' },
                ],
              },
              note: 'list, else those in the text',
            },
            region: 'locationCreated',
            language: 'textLanguage',
            is_ad: 'isAd',
            is_ai_generated: {
              from: ['IsAigc', 'aigcLabelType'],
              by: readAiLabel,
              inColumns: { as: 'above-zero' },
              note: 'any label',
            },
            cover_url: ['video.cover', 'video.originCover'],
          },
        },
        { table: 'shortvideo.authors', columns: accountColumns('author', 'authorStats') },
        { table: 'shortvideo.music', columns: musicColumns },
        {
          table: 'shortvideo.hashtags',
          at: 'challenges[]',
          columns: {
            name: 'title',
            hashtag_id: 'id',
            title: 'title',
            description: 'desc',
            view_count: ['statsV2.viewCount', 'stats.viewCount'],
            video_count: ['statsV2.videoCount', 'stats.videoCount'],
            is_commerce: 'isCommerce',
          },
        },
      ],
    },
  ],
};

function isItem(value: JsonObject): boolean {
  if (!('id' in value) || !('createTime' in value)) return false;
  return 'stats' in value || 'statsV2' in value || isObject(value.video);
}

function isProfile(value: JsonObject): boolean {
  return isObject(value.user) && (isObject(value.stats) || isObject(value.statsV2)) && !('aweme_id' in value);
}

/** The parts of the caption that are links, of the item or of its `contents`. */
function extrasOf(item: JsonObject): JsonObject[] {
  const own = objectsAt(item, 'textExtra');
  if (own.length > 0) return own;
  return objectsAt(item, 'contents').flatMap((part) => objectsAt(part, 'textExtra'));
}

function hashtagsOf(item: JsonObject): string[] {
  const linked = extrasOf(item).flatMap((extra) => readHashtags([extra.hashtagName ?? '']).hashtags);
  if (linked.length > 0) return linked;
  const named = objectsAt(item, 'challenges').flatMap(({ title }) => readHashtags([title ?? '']).hashtags);
  return named.length > 0 ? named : hashtagsInText(readText(item.desc) ?? '');
}

function mentionsOf(item: JsonObject): string[] | undefined {
  const extras = extrasOf(item);
  return extras.length > 0 ? extras.flatMap((extra) => readHandle(extra.userUniqueId) ?? []) : undefined;
}

function readAiLabel(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const label = numberOf(value);
  return Number.isFinite(label) ? label > 0 : undefined;
}
