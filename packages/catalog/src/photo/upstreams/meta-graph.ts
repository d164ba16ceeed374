import { z } from 'zod';
import { type Driver, type HttpAnswer, op, opOf, type Told, tells } from '../../define/index.ts';
import { count, hashtagsIn, id, isoTime, text } from '../../define/wire-values.ts';
import { hashtagRead } from '../endpoints/hashtag.ts';
import { userPostsRead } from '../endpoints/user-posts.ts';
import { profileRead } from '../endpoints/user-profile.ts';
import type { MediaId, PhotoListedPost, PhotoProfile, PhotoUserPost } from '../records.ts';

/** The driver of the Meta Graph API for Instagram: professional accounts only; hashtags require a reviewed feature. */

const minuteMs = 60_000;
/** The delay before a retry when a rate limit has no reset time. */
const closedMs = 5 * minuteMs;
const pageMax = 50;

const media = z.looseObject({
  id,
  caption: text,
  comments_count: count,
  like_count: count,
  media_product_type: text,
  media_type: text,
  media_url: text,
  permalink: text,
  timestamp: isoTime.optional(),
});

type Media = z.infer<typeof media>;

const mediaFields =
  'id,caption,comments_count,like_count,media_product_type,media_type,media_url,permalink,timestamp';
/** The fields of a hashtag's edges, which do not support `media_product_type`. */
const hashtagMediaFields =
  'id,caption,children,comments_count,like_count,media_type,media_url,permalink,timestamp';

const profileFields =
  'id,username,name,biography,website,profile_picture_url,followers_count,follows_count,media_count';

function listedPost(raw: Media): PhotoListedPost & MediaId {
  return {
    id: /\/(?:p|reel|tv)\/([^/?]+)/.exec(raw.permalink ?? '')?.[1] ?? raw.id,
    caption: raw.caption ?? '',
    like_count: raw.like_count ?? 0,
    comment_count: raw.comments_count ?? 0,
    created_at: raw.timestamp ?? '',
    media_type: mediaTypeOf(raw),
    media_url: raw.media_url ?? '',
    media_id: raw.id,
  };
}

function mediaTypeOf({ media_type: type, media_product_type: product }: Media): string {
  if (product === 'REELS') return 'reel';
  if (type === 'CAROUSEL_ALBUM') return 'carousel';
  return (type ?? '').toLowerCase();
}

const userPost = media.transform((raw): PhotoUserPost & MediaId => ({
  ...listedPost(raw),
  hashtags: hashtagsIn(raw.caption ?? ''),
  location: '',
}));

const rawProfile = z.looseObject({
  username: text,
  name: text,
  biography: text,
  website: text,
  profile_picture_url: text,
  followers_count: count,
  follows_count: count,
  media_count: count,
});

const profile = rawProfile.transform(
  (raw): PhotoProfile => ({
    username: raw.username ?? '',
    full_name: raw.name ?? '',
    bio: raw.biography ?? '',
    profile_pic_url: raw.profile_picture_url ?? '',
    category: '',
    external_url: raw.website ?? '',
    follower_count: raw.followers_count ?? 0,
    following_count: raw.follows_count ?? 0,
    post_count: raw.media_count ?? 0,
    is_verified: false,
    is_business: true,
  }),
);

/** The index row of a profile. The API returns professional accounts only. */
const tellsProfile = tells(rawProfile, (raw, { username }: { username: string }): Told[] => [
  {
    table: 'photo.profiles',
    values: {
      username: raw.username ?? username,
      full_name: raw.name,
      bio: raw.biography,
      profile_pic_url: raw.profile_picture_url,
      external_url: raw.website,
      follower_count: raw.followers_count,
      following_count: raw.follows_count,
      post_count: raw.media_count,
      is_business: true,
    },
  },
]);

/** The index row of a post, from its account's page. */
function postRow(raw: Media, username: string | undefined): Told[] {
  if (raw.timestamp === undefined) return [];
  const { id: code, media_id: mediaId } = listedPost(raw);
  const row = {
    id: code,
    media_id: mediaId,
    username,
    caption: raw.caption,
    like_count: raw.like_count,
    comment_count: raw.comments_count,
    created_at: raw.timestamp,
    media_type: mediaTypeOf(raw),
    media_url: raw.media_url,
    video_url: raw.media_type === 'VIDEO' ? raw.media_url : undefined,
    hashtags: hashtagsIn(raw.caption ?? ''),
  };
  return [{ table: 'photo.posts', values: row }];
}

/** An artificial delay that makes an observation so old that any other value of a column takes precedence. */
const lastResortMs = 10 * 365 * 86_400_000;

/** The index rows of posts from a hashtag's page, which contains neither their authors nor which videos are reels. */
function hashtagPostRows(raw: Media): Told[] {
  return postRow(raw, undefined).flatMap(({ table, values: { media_type, ...values } }) => [
    { table, values },
    {
      table,
      values: { id: values.id, media_id: values.media_id, created_at: values.created_at, media_type },
      lagMs: lastResortMs,
    },
  ]);
}

const paging = z.looseObject({
  cursors: z.looseObject({ after: z.string().optional() }).optional(),
  next: z.string().optional(),
});

const hashtagId = opOf({
  request: (keyword: string, _place, { credentials }) => ({
    method: 'GET',
    path: '/ig_hashtag_search',
    query: { user_id: credentials.META_IG_USER_ID ?? '', q: keyword },
  }),
  wire: z.looseObject({ data: z.array(z.looseObject({ id })) }),
  items: ({ data }) => data.map((each) => each.id),
  item: z.string(),
  ttlMs: 30 * 86_400_000,
  distinct: { name: 'hashtags', max: 30, windowMs: 7 * 86_400_000, keyOf: (keyword) => keyword },
});

const isUsername = (username: string) => /^[A-Za-z0-9._]{1,30}$/.test(username);

const failure = z.looseObject({
  error: z.looseObject({ code: z.int(), error_subcode: z.int().optional() }),
});

export const metaGraph: Driver = {
  id: 'meta-graph',
  name: 'Meta Graph API (Instagram)',
  baseUrl: 'https://graph.facebook.com/v25.0',
  credentials: ['META_ACCESS_TOKEN', 'META_IG_USER_ID'],
  auth: { kind: 'query', name: 'access_token', valueOf: ({ META_ACCESS_TOKEN: token = '' }) => token },
  limits: { callsAtOnce: 8, callsWaiting: 32 },
  classify({ headers, body }: HttpAnswer, now) {
    const read = failure.safeParse(body);
    if (!read.success) return undefined;
    const { code, error_subcode: subcode } = read.data.error;
    if (code === 1 || code === 2) return { kind: 'transient' };
    if ([4, 17, 32, 341, 613, 80002].includes(code)) {
      return { kind: 'rate', retryAt: now + (regainMs(headers) ?? closedMs) };
    }
    if (code === 102 || code === 190) return { kind: 'auth' };
    if (code === 10 || code === 368 || (code >= 200 && code < 300)) return { kind: 'forbidden' };
    // 24: no such hashtag; 110, or 2207013 below 100: no such account
    if (code === 24 || code === 110 || subcode === 2207013) return { kind: 'not_found' };
    return code === 100 ? { kind: 'bad_request' } : undefined;
  },
  rateLeft(headers, now) {
    const used = usedPercent(headers['x-app-usage']);
    return used === undefined ? undefined : { left: 100 - used, untilMs: now + closedMs };
  },
  ops: Object.fromEntries([
    op(profileRead, {
      accepts: ({ username }) => isUsername(username),
      request: ({ username }, _place, { credentials }) => ({
        method: 'GET',
        path: `/${credentials.META_IG_USER_ID ?? ''}`,
        query: { fields: `business_discovery.username(${username}){${profileFields}}` },
      }),
      wire: z.looseObject({ business_discovery: z.looseObject({}) }),
      items: ({ business_discovery: found }, { username }) => [{ username, ...found }],
      item: profile,
      tells: tellsProfile,
      ttlMs: 900_000,
    }),
    op(userPostsRead, {
      accepts: ({ username }) => isUsername(username),
      request({ username }, place, { credentials, wanted }) {
        const after = typeof place === 'string' ? `.after(${place})` : '';
        const list = `media.limit(${Math.min(pageMax, wanted)})${after}{${mediaFields}}`;
        return {
          method: 'GET',
          path: `/${credentials.META_IG_USER_ID ?? ''}`,
          query: { fields: `business_discovery.username(${username}){${list}}` },
        };
      },
      wire: z.looseObject({
        business_discovery: z.looseObject({
          media: z.looseObject({ data: z.array(z.looseObject({})), paging: paging.optional() }).optional(),
        }),
      }),
      items: ({ business_discovery: found }, { reels_only }) =>
        (found.media?.data ?? []).map((raw) =>
          reels_only && raw.media_product_type !== 'REELS' ? undefined : raw,
        ),
      item: userPost,
      tells: tells(media, (raw, { username }) => postRow(raw, username)),
      next: ({ business_discovery: found }) => found.media?.paging?.cursors?.after,
      emptyPagesMax: 10,
      ttlMs: 300_000,
    }),
    op(hashtagRead, {
      lookUp: ({ keyword }) => ({ op: hashtagId, input: keyword.toLowerCase() }),
      request({ feed_type }, place, { credentials, found }) {
        const edge = feed_type === 'recent' ? 'recent_media' : 'top_media';
        return {
          method: 'GET',
          path: `/${found}/${edge}`,
          query: {
            user_id: credentials.META_IG_USER_ID ?? '',
            fields: hashtagMediaFields,
            limit: String(pageMax),
            ...(typeof place === 'string' && { after: place }),
          },
        };
      },
      wire: z.looseObject({ data: z.array(z.looseObject({})), paging: paging.optional() }),
      items: ({ data }, { feed_type }) =>
        data.map((raw) => (feed_type === 'reels' && raw.media_type !== 'VIDEO' ? undefined : raw)),
      item: media.transform(listedPost),
      tells: tells(media, hashtagPostRows),
      // the cursor may stay the same on every page; only a missing `next` marks the end
      next: ({ paging: where }) => (where?.next === undefined ? undefined : where.cursors?.after),
      mayRepeatPlaces: true,
      emptyPagesMax: 4,
    }),
  ]),
};

/** The maximum of several percentages. */
function usedPercent(header: string | undefined): number | undefined {
  const usage = json(header);
  if (typeof usage !== 'object' || usage === null) return undefined;
  return Math.max(0, ...Object.values(usage).filter((value) => typeof value === 'number'));
}

/** `{"<id>":[{"estimated_time_to_regain_access": minutes}]}` */
function regainMs(headers: HttpAnswer['headers']): number | undefined {
  const minutes = /"estimated_time_to_regain_access":\s*(\d+)/.exec(
    headers['x-business-use-case-usage'] ?? '',
  );
  return minutes === null ? undefined : Number(minutes[1]) * minuteMs;
}

function json(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return undefined;
  }
}
