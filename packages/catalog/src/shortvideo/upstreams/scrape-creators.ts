import { z } from 'zod';
import { type Driver, type HttpAnswer, op, type Told, tells } from '../../define/index.ts';
import { count, id, isoOf, text, unixTime } from '../../define/wire-values.ts';
import { commentsRead } from '../addons.ts';
import { hashtagVideosRead } from '../endpoints/hashtag.ts';
import { profileRead, profileVideosRead } from '../endpoints/profile.ts';
import type { Video, VideoComment, VideoProfile } from '../records.ts';

/**
 * The driver of ScrapeCreators, which resells the public data of short-video apps in their original format. The
 * operator who enables it is responsible for compliance with the platform's terms. It provides the authors of comments
 * and single accounts, which the Research API does not.
 */

const pictures = z
  .looseObject({ url_list: z.array(z.string()).optional() })
  .nullish()
  .catch(undefined);
const flag = z.union([z.boolean(), z.literal([0, 1])]).transform(Boolean);

const rawVideo = z.looseObject({
  aweme_id: id,
  desc: text,
  create_time: unixTime,
  region: text,
  desc_language: text,
  is_ads: z.boolean().nullish().catch(undefined),
  statistics: z
    .looseObject({
      play_count: count,
      digg_count: count,
      comment_count: count,
      share_count: count,
      collect_count: count,
    })
    .optional(),
  video: z.looseObject({ duration: count, cover: pictures }).optional(),
  author: z.looseObject({
    uid: id,
    unique_id: z.string().min(1),
    sec_uid: text,
    nickname: text,
    follower_count: count,
    custom_verify: text,
  }),
  music: z.looseObject({ id_str: text, mid: text, title: text, author: text }).nullish().catch(undefined),
  text_extra: z
    .array(z.looseObject({ hashtag_name: text }))
    .nullish()
    .catch(undefined),
});

type RawVideo = z.infer<typeof rawVideo>;

/** The known data of a video by the names of the index columns; undefined means unknown. */
function columnsOf(raw: RawVideo) {
  const { author, statistics: counts, music } = raw;
  const language = raw.desc_language === 'un' ? undefined : raw.desc_language;
  return {
    video_id: raw.aweme_id,
    author: author.unique_id.toLowerCase(),
    author_id: author.uid,
    author_sec_uid: author.sec_uid ?? undefined,
    author_nickname: author.nickname ?? undefined,
    // most responses set it to 0
    author_follower_count: author.follower_count || undefined,
    author_verified: typeof author.custom_verify === 'string' ? author.custom_verify !== '' : undefined,
    description: raw.desc ?? '',
    create_time: raw.create_time,
    play_count: counts?.play_count,
    like_count: counts?.digg_count,
    comment_count: counts?.comment_count,
    share_count: counts?.share_count,
    collect_count: counts?.collect_count,
    duration_ms: raw.video?.duration,
    hashtags: raw.text_extra?.flatMap(({ hashtag_name: name }) => (name ? [name.toLowerCase()] : [])),
    music_id: music?.id_str || music?.mid || undefined,
    music_title: music?.title ?? undefined,
    music_author: music?.author ?? undefined,
    region: raw.region || undefined,
    language: language || undefined,
    is_ad: raw.is_ads ?? undefined,
    cover_url: raw.video?.cover?.url_list?.[0],
  };
}

const video = rawVideo.transform((raw): Video => {
  const row = columnsOf(raw);
  return {
    video_id: row.video_id,
    author: row.author,
    description: row.description,
    play_count: row.play_count ?? 0,
    like_count: row.like_count ?? 0,
    create_time: row.create_time,
    ...(row.comment_count !== undefined && { comment_count: row.comment_count }),
    ...(row.share_count !== undefined && { share_count: row.share_count }),
    ...(row.collect_count !== undefined && { collect_count: row.collect_count }),
    ...(row.duration_ms !== undefined && { duration_ms: row.duration_ms }),
    ...(row.hashtags !== undefined && { hashtags: row.hashtags }),
    ...(row.region !== undefined && { region: row.region }),
    ...(row.language !== undefined && { language: row.language }),
    ...(row.cover_url !== undefined && { cover_url: row.cover_url }),
    web_url: webUrl(row.author, row.video_id),
    ...(row.music_id !== undefined && {
      music: { id: row.music_id, title: row.music_title ?? null, author: row.music_author ?? null },
    }),
    author_info: {
      sec_uid: row.author_sec_uid ?? null,
      nickname: row.author_nickname ?? null,
      follower_count: row.author_follower_count ?? null,
      is_verified: row.author_verified ?? null,
    },
  };
});

const tellsVideo = tells(rawVideo, (raw): Told[] => [{ table: 'shortvideo.videos', values: columnsOf(raw) }]);

function webUrl(author: string, videoId: string): string {
  return `https://www.tiktok.com/@${author}/video/${videoId}`;
}

const rawAccount = z.looseObject({
  user: z.looseObject({
    id,
    uniqueId: z.string().min(1),
    nickname: text,
    secUid: text,
    signature: text,
    avatarLarger: text,
    verified: z.boolean().nullish(),
    privateAccount: z.boolean().nullish(),
  }),
  stats: z
    .looseObject({ followerCount: count, followingCount: count, heartCount: count, videoCount: count })
    .optional(),
});

const profile = rawAccount.transform(
  ({ user, stats }): VideoProfile => ({
    username: user.uniqueId.toLowerCase(),
    nickname: user.nickname ?? '',
    sec_uid: user.secUid ?? null,
    user_id: user.id,
    bio: user.signature ?? '',
    avatar_url: user.avatarLarger || null,
    is_verified: user.verified === true,
    is_private: user.privateAccount === true,
    follower_count: stats?.followerCount ?? 0,
    following_count: stats?.followingCount ?? 0,
    like_count: stats?.heartCount ?? 0,
    video_count: stats?.videoCount ?? 0,
  }),
);

const tellsAccount = tells(rawAccount, ({ user, stats }): Told[] => {
  const values = {
    author_id: user.id,
    author: user.uniqueId,
    sec_uid: user.secUid,
    nickname: user.nickname,
    bio: user.signature,
    is_verified: user.verified,
    is_private: user.privateAccount,
    follower_count: stats?.followerCount,
    following_count: stats?.followingCount,
    like_count: stats?.heartCount,
    video_count: stats?.videoCount,
    avatar_url: user.avatarLarger,
  };
  return [{ table: 'shortvideo.authors', values }];
});

const rawComment = z.looseObject({
  cid: id,
  text,
  create_time: z.int(),
  digg_count: count,
  reply_comment_total: count,
  comment_language: text,
  user: z
    .looseObject({ uid: id.optional(), unique_id: text, nickname: text, avatar_thumb: pictures })
    .optional(),
});

const comment = rawComment.transform(
  (raw): VideoComment => ({
    comment_id: raw.cid,
    text: raw.text ?? '',
    author: {
      unique_id: raw.user?.unique_id ?? '',
      nickname: raw.user?.nickname ?? '',
      avatar_url: raw.user?.avatar_thumb?.url_list?.[0] || null,
    },
    create_time: raw.create_time,
    like_count: raw.digg_count ?? 0,
    reply_count: raw.reply_comment_total ?? 0,
  }),
);

const tellsComment = tells(rawComment, (raw, { video_id }: { video_id: string }): Told[] => {
  const values = {
    comment_id: raw.cid,
    video_id,
    author_id: raw.user?.uid,
    author: raw.user?.unique_id,
    author_nickname: raw.user?.nickname,
    avatar_url: raw.user?.avatar_thumb?.url_list?.[0],
    text: raw.text,
    language: raw.comment_language,
    like_count: raw.digg_count,
    reply_count: raw.reply_comment_total,
    create_time: isoOf(new Date(raw.create_time * 1_000)),
  };
  return [{ table: 'shortvideo.comments', values }];
});

const videoPage = z.looseObject({
  aweme_list: z.array(z.unknown()).nullish(),
  has_more: flag.optional(),
  max_cursor: id.optional(),
  cursor: id.optional(),
});

const failure = z.looseObject({
  success: z.literal(false).optional(),
  error: z.unknown(),
  message: z.unknown(),
});

export const scrapeCreators: Driver = {
  id: 'scrape-creators',
  name: 'ScrapeCreators',
  baseUrl: 'https://api.scrapecreators.com',
  credentials: ['SCRAPE_CREATORS_API_KEY'],
  auth: {
    kind: 'header',
    name: 'x-api-key',
    valueOf: ({ SCRAPE_CREATORS_API_KEY: key = '' }) => key,
  },
  limits: { callsAtOnce: 4, callsWaiting: 16 },
  // a 404 of the API itself is JSON; one without JSON comes from a proxy
  classify: ({ status, body }: HttpAnswer) =>
    status === 404 && failure.safeParse(body).success ? { kind: 'not_found' } : undefined,
  ops: Object.fromEntries([
    op(profileRead, {
      accepts: ({ username }) => username !== undefined,
      request: ({ username = '' }) => ({
        method: 'GET',
        path: '/v1/tiktok/profile',
        query: { handle: username },
      }),
      wire: z.looseObject({ user: z.unknown() }),
      items: (wire) => (wire.user ? [wire] : []),
      item: profile,
      tells: tellsAccount,
      ttlMs: 900_000,
    }),
    op(profileVideosRead, {
      request: ({ username }, place) => ({
        method: 'GET',
        path: '/v3/tiktok/profile/videos',
        query: { handle: username, ...(typeof place === 'string' && { max_cursor: place }) },
      }),
      wire: videoPage,
      items: (wire) => wire.aweme_list ?? [],
      item: video,
      tells: tellsVideo,
      next: ({ has_more, max_cursor }) => (has_more === true ? max_cursor : undefined),
      ttlMs: 300_000,
    }),
    op(hashtagVideosRead, {
      request: ({ name }, place) => ({
        method: 'GET',
        path: '/v1/tiktok/search/hashtag',
        query: { hashtag: name, ...(typeof place === 'string' && { cursor: place }) },
      }),
      wire: videoPage,
      items: (wire) => wire.aweme_list ?? [],
      item: video,
      tells: tellsVideo,
      next: ({ has_more, cursor }) => (has_more === true ? cursor : undefined),
      ttlMs: 300_000,
    }),
    op(commentsRead, {
      accepts: ({ video_id }) => /^\d{1,19}$/.test(video_id),
      request: ({ video_id }, place) => ({
        method: 'GET',
        path: '/v1/tiktok/video/comments',
        query: { url: webUrl('_', video_id), ...(place !== undefined && { cursor: String(place) }) },
      }),
      wire: z.looseObject({
        comments: z.array(z.unknown()).nullish(),
        cursor: z.int().optional(),
        has_more: flag.optional(),
      }),
      items: (wire) => wire.comments ?? [],
      item: comment,
      tells: tellsComment,
      next: ({ has_more, cursor }) => (has_more === true ? cursor : undefined),
      ttlMs: 120_000,
    }),
  ]),
};
