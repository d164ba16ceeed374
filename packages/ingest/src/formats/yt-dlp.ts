import type { RecordMap } from '../records/record-map.ts';
import { firstOf, isObject, type JsonObject } from '../values/json-object.ts';
import { mediaIdIn, shortcodeIn } from '../values/photo-post.ts';
import { quoted } from '../values/shown.ts';
import { readHashtags, readNames } from '../values/tags.ts';
import { readLabel, textOf } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';

/** The list of tags, unless it is empty: yt-dlp has `tags` for some sites only. */
const tags = {
  from: 'tags',
  by: (value: unknown) => {
    const { hashtags } = readHashtags(value);
    return hashtags.length > 0 ? hashtags : undefined;
  },
  note: 'tags, else those in the text',
};

const cover = { from: ['thumbnails', 'thumbnail'], by: coverIn, note: 'the cover, else the first picture' };

const observedAt = 'epoch';

const tiktok: RecordMap = {
  is: (value) => isInfo(value) && isOf(value, /^(?:tiktok|douyin|generic$)/i, ''),
  observedAt,
  tables: [
    {
      table: 'shortvideo.videos',
      columns: {
        video_id: 'id',
        description: ['description', 'title'],
        create_time: ['timestamp', 'upload_date_iso'],
        play_count: 'view_count',
        like_count: 'like_count',
        comment_count: 'comment_count',
        share_count: 'repost_count',
        collect_count: 'save_count',
        duration_ms: 'duration',
        hashtags: tags,
        music_title: 'track',
        music_author: {
          from: ['artists', 'artist'],
          by: (value) => readNames(value).join(', '),
          note: 'names of all artists',
        },
        cover_url: cover,
      },
    },
    {
      table: 'shortvideo.authors',
      columns: {
        author_id: 'uploader_id',
        author: 'uploader',
        sec_uid: 'channel_id',
        nickname: ['channel', 'creator'],
        follower_count: 'channel_follower_count',
      },
    },
  ],
};

/** For Instagram, `uploader` is the display name and `channel` the username. */
const instagram: RecordMap = {
  is: (value) => isInfo(value) && isOf(value, /^instagram/i),
  observedAt,
  tables: [
    {
      table: 'photo.posts',
      columns: {
        id: { from: ['webpage_url', 'display_id', 'id'], by: shortcodeIn, note: 'shortcode in the address' },
        media_id: {
          from: ['webpage_url', 'display_id', 'id'],
          by: mediaIdIn,
          note: 'numeric ID of the shortcode',
        },
        username: ['channel', 'uploader_id'],
        caption: 'description',
        like_count: 'like_count',
        comment_count: 'comment_count',
        created_at: 'timestamp',
        media_type: {
          from: 'webpage_url',
          by: (url) => (/\/reels?\//.test(textOf(url)) ? 'reel' : 'video'),
          note: 'kind of media',
        },
        media_url: cover,
      },
    },
    {
      table: 'photo.profiles',
      columns: { username: 'channel', user_id: 'uploader_id', full_name: 'uploader' },
    },
    {
      table: 'photo.comments',
      at: 'comments[]',
      columns: {
        id: 'id',
        media_id: { from: ['$.webpage_url', '$.id'], by: mediaIdIn, note: 'numeric ID of the shortcode' },
        text: 'text',
        user_pk: 'author_id',
        username: 'author',
        created_at: 'timestamp',
        like_count: 'like_count',
      },
    },
  ],
};

/** For X, `id` is that of the video, and the ID of the post is in its address. */
const x: RecordMap = {
  is: (value) => isInfo(value) && isOf(value, /^(?:twitter|x$|x:)/i),
  observedAt,
  tables: [
    {
      table: 'micro.tweets',
      columns: {
        id: ['webpage_url', 'display_id', 'id'],
        username: 'uploader_id',
        content: ['description', 'title'],
        created_at: 'timestamp',
        like_count: 'like_count',
        retweet_count: 'repost_count',
        reply_count: 'comment_count',
        view_count: 'view_count',
        hashtags: tags,
      },
    },
    {
      table: 'micro.profiles',
      columns: { username: 'uploader_id', user_id: 'channel_id', display_name: 'uploader' },
    },
  ],
};

/** Output of `yt-dlp --dump-json` and `--write-info-json`: one object per video, in lines, an array or a playlist. */
export const ytDlp: FormatDescription = {
  name: 'yt-dlp',
  description: 'yt-dlp info JSON of TikTok, Instagram and X, lines or array',
  maps: [
    tiktok,
    instagram,
    x,
    {
      is: isInfo,
      tables: [{ table: 'shortvideo.videos', columns: {} }],
      refusal: (record) => ({
        reason: 'platform_foreign',
        field: 'extractor',
        message: `The record is of ${quoted(siteOf(record))}, which no table is for: describe a table of your own (docs/own-tables.md)`,
      }),
    },
  ],
};

function isInfo(value: JsonObject): boolean {
  if (!('id' in value) || value._type === 'playlist') return false;
  return 'extractor' in value || 'extractor_key' in value || ('webpage_url' in value && 'uploader' in value);
}

function siteOf(value: JsonObject): string {
  const site = firstOf(value, 'extractor_key', 'extractor');
  return typeof site === 'string' && !/^generic$/i.test(site) ? site : '';
}

/** Whether the extractor is one of these; `unnamed` is the site of records that do not name theirs. */
function isOf(value: JsonObject, sites: RegExp, unnamed?: ''): boolean {
  const site = siteOf(value);
  return site === '' ? unnamed === site : sites.test(site);
}

function coverIn(value: unknown): unknown {
  if (typeof value === 'string') return value;
  const pictures = Array.isArray(value) ? value.filter(isObject) : [];
  return readLabel((pictures.find((picture) => picture.id === 'cover') ?? pictures[0])?.url) ?? undefined;
}
