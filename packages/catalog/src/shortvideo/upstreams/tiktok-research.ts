import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import {
  type Driver,
  type Env,
  type HttpAnswer,
  type Op,
  op,
  opOf,
  type Place,
  type Told,
  tells,
} from '../../define/index.ts';
import { count, id, isoOf, text, unixTime } from '../../define/wire-values.ts';
import { commentsRead } from '../addons.ts';
import { hashtagVideosRead } from '../endpoints/hashtag.ts';
import { profileRead, profileVideosRead } from '../endpoints/profile.ts';
import type { Video, VideoComment, VideoProfile } from '../records.ts';

/** The driver of the TikTok Research API v2: approved research only; new videos appear after up to 48 h. */

const error = z.looseObject({ code: z.string(), message: z.string().catch('') });
const failure = z.looseObject({ error });
const dayMs = 86_400_000;
/** The maximum days of one query, and the maximum number of queries, going back in time, for one list. */
const windowDays = 30;
const windowsMax = 6;
const pageMax = 100;
/** The delay before a retry while the upstream is still filling a cached search. */
const againMs = 6_000;

const videoFields =
  'id,video_description,create_time,region_code,share_count,view_count,like_count,comment_count,music_id,hashtag_names,username,favorites_count,video_duration,voice_to_text';
const userFields =
  'display_name,bio_description,avatar_url,is_verified,follower_count,following_count,likes_count,video_count';
const commentFields = 'id,video_id,text,like_count,reply_count,parent_comment_id,create_time';

const rawVideo = z.looseObject({
  id: id.optional(),
  video_id: id.optional(),
  username: text,
  video_description: text,
  create_time: unixTime,
  region_code: text,
  view_count: count,
  like_count: count,
  comment_count: count,
  share_count: count,
  favorites_count: count,
  favourites_count: count,
  video_duration: count,
  hashtag_names: z.array(z.string()).nullish(),
  music_id: id.nullish(),
  voice_to_text: text,
});

const video = rawVideo.transform((raw, context): Video => {
  const videoId = raw.id ?? raw.video_id;
  if (videoId === undefined) context.addIssue({ code: 'custom', message: 'no id', path: ['id'] });
  const author = raw.username ?? '';
  const collected = raw.favorites_count ?? raw.favourites_count;
  return {
    video_id: videoId ?? '',
    author,
    description: raw.video_description ?? '',
    play_count: raw.view_count ?? 0,
    like_count: raw.like_count ?? 0,
    create_time: raw.create_time,
    ...(raw.comment_count !== undefined && { comment_count: raw.comment_count }),
    ...(raw.share_count !== undefined && { share_count: raw.share_count }),
    ...(collected !== undefined && { collect_count: collected }),
    ...(raw.video_duration !== undefined && { duration_ms: raw.video_duration * 1_000 }),
    ...(raw.hashtag_names && { hashtags: raw.hashtag_names.map((tag) => tag.toLowerCase()) }),
    ...(raw.region_code && { region: raw.region_code }),
    ...(author !== '' && { web_url: `https://www.tiktok.com/@${author}/video/${videoId}` }),
    ...(raw.music_id && { music: { id: raw.music_id, title: null, author: null } }),
  };
});

const profile = z
  .looseObject({
    username: z.string(),
    display_name: text,
    bio_description: text,
    avatar_url: text,
    is_verified: z.boolean().nullish(),
    follower_count: count,
    following_count: count,
    likes_count: count,
    video_count: count,
  })
  .transform(
    (raw): VideoProfile => ({
      username: raw.username,
      nickname: raw.display_name ?? '',
      sec_uid: null,
      user_id: null,
      bio: raw.bio_description ?? '',
      avatar_url: raw.avatar_url || null,
      is_verified: raw.is_verified === true,
      is_private: false,
      follower_count: raw.follower_count ?? 0,
      following_count: raw.following_count ?? 0,
      like_count: raw.likes_count ?? 0,
      video_count: raw.video_count ?? 0,
    }),
  );

/** A comment; the API does not return its author. */
const rawComment = z.looseObject({
  id,
  text,
  create_time: z.coerce.number().int(),
  like_count: count,
  reply_count: count,
});

const comment = rawComment.transform(
  (raw): VideoComment => ({
    comment_id: raw.id,
    text: raw.text ?? '',
    author: { unique_id: '', nickname: '', avatar_url: null },
    create_time: raw.create_time,
    like_count: raw.like_count ?? 0,
    reply_count: raw.reply_count ?? 0,
  }),
);

/** The maximum delay of counts: they must not take precedence over newer ones. */
const countsLagMs = 10 * dayMs;

/** The index rows of a video, its counts at the time of observation, and its transcript. */
const tellsVideo = tells(rawVideo, (raw): Told[] => {
  const key = { video_id: raw.id ?? raw.video_id, create_time: raw.create_time };
  const facts = {
    ...key,
    author: raw.username,
    description: raw.video_description,
    duration_ms: raw.video_duration === undefined ? undefined : raw.video_duration * 1_000,
    hashtags: raw.hashtag_names,
    music_id: raw.music_id,
    region: raw.region_code,
  };
  const counts = {
    ...key,
    play_count: raw.view_count,
    like_count: raw.like_count,
    comment_count: raw.comment_count,
    share_count: raw.share_count,
    collect_count: raw.favorites_count ?? raw.favourites_count,
  };
  const words = { video_id: key.video_id, text: raw.voice_to_text, source: 'tiktok-research' };
  return [
    { table: 'shortvideo.videos', values: facts },
    { table: 'shortvideo.videos', values: counts, lagMs: countsLagMs },
    ...(raw.voice_to_text ? [{ table: 'shortvideo.transcripts', values: words }] : []),
  ];
});

const tellsComment = tells(rawComment, (raw, { video_id }: { video_id: string }): Told[] => {
  const { id: comment_id, text: said, like_count, reply_count } = raw;
  const create_time = isoOf(new Date(raw.create_time * 1_000));
  const values = { comment_id, video_id, text: said, like_count, reply_count, create_time };
  return [{ table: 'shortvideo.comments', values }];
});

const videoPage = z.looseObject({
  data: z.looseObject({
    videos: z.array(z.unknown()).nullish(),
    cursor: z.int().optional(),
    has_more: z.boolean().optional(),
    search_id: z.string().optional(),
  }),
});

/** The position of a search: the last day of its window, the windows before it, and the upstream's cursor. */
interface SearchPlace {
  end: string;
  window: number;
  cursor?: number;
  search_id?: string;
}

type Condition = { operation: 'EQ'; field_name: string; field_values: string[] };

const isEqual = (field_name: string, value: string): Condition => ({
  operation: 'EQ',
  field_name,
  field_values: [value],
});

/** A list of videos, newest time window first. */
function search<Input>(
  conditionOf: (input: Input) => Condition,
): Op<Input, z.infer<typeof videoPage>, Video> {
  return opOf({
    request(input: Input, place, env) {
      const { end, cursor, search_id } = searchPlace(place, env);
      return {
        method: 'POST',
        path: '/v2/research/video/query/',
        query: { fields: videoFields },
        json: {
          query: { and: [conditionOf(input)] },
          start_date: dayOf(dateOf(end) - windowDays * dayMs),
          end_date: end,
          max_count: pageMax,
          ...(cursor !== undefined && { cursor, search_id }),
        },
      };
    },
    wire: videoPage,
    items: (wire) => wire.data.videos ?? [],
    item: video,
    tells: tellsVideo,
    next({ data }, place, env): Place | undefined {
      const { end, window } = searchPlace(place, env);
      if (data.has_more === true && data.cursor !== undefined) {
        return { end, window, cursor: data.cursor, search_id: data.search_id ?? '' };
      }
      if (window + 1 >= windowsMax) return undefined;
      return { end: dayOf(dateOf(end) - (windowDays + 1) * dayMs), window: window + 1 };
    },
    emptyPagesMax: windowsMax,
    ttlMs: 300_000,
  });
}

function searchPlace(place: Place | undefined, { now }: Env): SearchPlace {
  return (place as unknown as SearchPlace | undefined) ?? { end: dayOf(now.getTime()), window: 0 };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
}

function dateOf(day: string): number {
  return Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
}

const commentPage = z.looseObject({
  data: z.looseObject({
    comments: z.array(z.looseObject({ parent_comment_id: id.nullish() })).nullish(),
    cursor: z.int().optional(),
    has_more: z.boolean().optional(),
  }),
});

/** Maximum number of comments of a video that the upstream returns. */
const commentsMax = 1_000;

export const tiktokResearch: Driver = {
  id: 'tiktok-research',
  name: 'TikTok Research API',
  baseUrl: 'https://open.tiktokapis.com',
  credentials: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  auth: {
    kind: 'token',
    request: (credentials) => ({
      method: 'POST',
      path: '/v2/oauth/token/',
      form: {
        client_key: credentials.TIKTOK_CLIENT_KEY ?? '',
        client_secret: credentials.TIKTOK_CLIENT_SECRET ?? '',
        grant_type: 'client_credentials',
      },
    }),
    read({ body }) {
      const read = z.looseObject({ access_token: z.string(), expires_in: z.number() }).safeParse(body);
      return read.data && { token: read.data.access_token, secondsValid: read.data.expires_in };
    },
  },
  limits: { callsAtOnce: 8, callsWaiting: 32, callsPerSecond: 10, callsPerDay: 1_000 },
  hasLargeNumbers: true,
  classify({ status, body }: HttpAnswer, now) {
    const read = failure.safeParse(body);
    if (!read.success) return undefined;
    const { code, message } = read.data.error;
    switch (code) {
      case 'ok':
        return status < 300 ? { kind: 'ok' } : undefined;
      case 'access_token_invalid':
        return { kind: 'auth' };
      case 'scope_not_authorized':
      case 'scope_permission_missed':
        return { kind: 'forbidden' };
      case 'rate_limit_exceeded':
        return { kind: 'rate', retryAt: now + 1_000 };
      case 'daily_quota_limit_exceeded':
        return { kind: 'quota', resetAt: (Math.floor(now / dayMs) + 1) * dayMs };
      case 'internal_error':
        return { kind: 'transient' };
      case 'invalid_params':
        if (/^Search Id|Invalid count or cursor/i.test(message)) return { kind: 'again', afterMs: againMs };
        if (/not found|cannot find|does not exist/i.test(message)) return { kind: 'not_found' };
        return { kind: 'bad_request' };
      default:
        return undefined;
    }
  },
  ops: Object.fromEntries([
    op(profileRead, {
      accepts: ({ username }) => username !== undefined,
      request: ({ username }) => ({
        method: 'POST',
        path: '/v2/research/user/info/',
        query: { fields: userFields },
        json: { username },
      }),
      wire: z.looseObject({ data: z.looseObject({}) }),
      items: ({ data }, { username }) => (Object.keys(data).length === 0 ? [] : [{ ...data, username }]),
      item: profile,
      ttlMs: 900_000,
    }),
    op(
      profileVideosRead,
      search(({ username }) => isEqual('username', username)),
    ),
    op(
      hashtagVideosRead,
      search(({ name }) => isEqual('hashtag_name', name)),
    ),
    op(commentsRead, {
      accepts: ({ video_id }) => /^\d{1,19}$/.test(video_id),
      request: ({ video_id }, place, { wanted }) => ({
        method: 'POST',
        path: '/v2/research/video/comment/list/',
        query: { fields: commentFields },
        json: {
          video_id: new LosslessNumber(video_id),
          max_count: Math.min(pageMax, Math.max(10, wanted), commentsMax - Number(place ?? 0)),
          cursor: Number(place ?? 0),
        },
      }),
      wire: commentPage,
      // the list includes replies; the parent of a top-level comment is the video
      items: ({ data }, { video_id }) =>
        (data.comments ?? []).map((each) =>
          [undefined, null, video_id].includes(each.parent_comment_id) ? each : undefined,
        ),
      item: comment,
      tells: tellsComment,
      next: ({ data }) =>
        data.has_more === true && data.cursor !== undefined && data.cursor < commentsMax
          ? data.cursor
          : undefined,
      ttlMs: 120_000,
    }),
  ]),
};
