import { z } from 'zod';
import { type Driver, type HttpAnswer, type HttpSpec, op, opOf, tells } from '../../define/index.ts';
import { id } from '../../define/wire-values.ts';
import { commentsRead } from '../endpoints/comments.ts';
import { postRead } from '../endpoints/post.ts';
import { searchRead } from '../endpoints/search.ts';
import { userPostsRead } from '../endpoints/user-posts.ts';
import { profileRead } from '../endpoints/user-profile.ts';
import {
  comment,
  includes,
  join,
  posts,
  profile,
  profileRow,
  rawProfile,
  tellsPost,
  tweet,
} from '../x-records.ts';

/** The driver of X API v2; its records are parsed in `x-records.ts`. */

const userFields =
  'created_at,description,location,name,profile_banner_url,profile_image_url,protected,public_metrics,url,username,verified,verified_type,entities';
const postQuery = {
  'tweet.fields':
    'attachments,author_id,conversation_id,created_at,entities,in_reply_to_user_id,lang,public_metrics,referenced_tweets,note_tweet',
  expansions: 'author_id,attachments.media_keys',
  'media.fields': 'media_key,type,url,preview_image_url,width,height,duration_ms,variants',
  'user.fields': userFields,
};

/** The number of days that recent search covers. */
const recentDays = 7;
const queryLengthMax = 512;

const oneUser = z.looseObject({ data: z.looseObject({}) });
const isUsername = (username: string) => /^[A-Za-z0-9_]{1,15}$/.test(username);

const userId = opOf({
  request: (username: string) => ({ method: 'GET', path: `/2/users/by/username/${username}` }),
  wire: oneUser,
  items: ({ data }) => [data.id],
  item: id,
  ttlMs: 86_400_000,
});

function searchSpec(query: string, place: unknown, wanted: number): HttpSpec {
  return {
    method: 'GET',
    path: '/2/tweets/search/recent',
    query: {
      ...postQuery,
      query,
      max_results: String(Math.min(100, Math.max(10, wanted))),
      ...(typeof place === 'string' && { next_token: place }),
    },
  };
}

/** The search query for literal words, none of which is interpreted as an operator. */
function searchText(keyword: string): string {
  const words = keyword.replaceAll(/["\\]/g, ' ').split(/\s+/).filter(Boolean);
  return `${words.map((word) => `"${word}"`).join(' ')} -is:retweet`;
}

/** Whether recent search covers a post: its ID contains its creation time. */
function isRecent(postId: string): boolean {
  if (!/^\d{1,19}$/.test(postId)) return false;
  const at = Number((BigInt(postId) >> 22n) + 1_288_834_974_657n);
  return Date.now() - at < recentDays * 86_400_000;
}

const problem = z.looseObject({ type: z.string().catch(''), title: z.string().catch('') });
const failure = z.looseObject({
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
  type: z.string().optional(),
  errors: z.array(problem).optional(),
});

const nextToken = ({ meta }: z.infer<typeof posts>) => meta?.next_token;

export const xApi: Driver = {
  id: 'x-api',
  name: 'X API v2',
  baseUrl: 'https://api.x.com',
  credentials: ['X_BEARER_TOKEN'],
  auth: {
    kind: 'header',
    name: 'authorization',
    valueOf: ({ X_BEARER_TOKEN: token = '' }) => `Bearer ${token}`,
  },
  limits: { callsAtOnce: 8, callsWaiting: 32 },
  classify({ status, headers, body }: HttpAnswer, now) {
    const read = failure.safeParse(body).data;
    if (read === undefined) return undefined;
    const types = [read.type ?? '', ...(read.errors ?? []).map(({ type }) => type)];
    const isOf = (name: string) => types.some((type) => type.endsWith(`/problems/${name}`));
    if (isOf('usage-capped')) return { kind: 'quota', resetAt: undefined };
    if (status === 429) {
      const reset = Number(headers['x-rate-limit-reset']);
      return { kind: 'rate', retryAt: Number.isFinite(reset) ? Math.max(now, reset * 1_000) : undefined };
    }
    // for a missing or suspended account or post, the API returns 200 with errors and without data
    const isEmpty = read.data === undefined && read.meta === undefined;
    if (isEmpty && (isOf('resource-not-found') || isOf('not-authorized-for-resource'))) {
      return { kind: 'not_found' };
    }
    return status === 200 && isEmpty ? { kind: 'garbled' } : undefined;
  },
  rateLeft(headers) {
    const [left, reset] = [headers['x-rate-limit-remaining'], headers['x-rate-limit-reset']];
    if (left === undefined || reset === undefined) return undefined;
    return { left: Number(left), untilMs: Number(reset) * 1_000 };
  },
  ops: Object.fromEntries([
    op(profileRead, {
      accepts: ({ username }) => isUsername(username),
      request: ({ username }) => ({
        method: 'GET',
        path: `/2/users/by/username/${username}`,
        query: { 'user.fields': userFields },
      }),
      wire: oneUser,
      items: ({ data }) => [data],
      item: profile,
      tells: tells(rawProfile, (raw) => [profileRow(raw)]),
      gone: ({ username }) => ({ table: 'micro.profiles', key: username }),
      ttlMs: 900_000,
    }),
    op(userPostsRead, {
      accepts: ({ username }) => isUsername(username),
      lookUp: ({ username }) => ({ op: userId, input: username }),
      request: (_input, place, { found, wanted }) => ({
        method: 'GET',
        path: `/2/users/${found}/tweets`,
        query: {
          ...postQuery,
          max_results: String(Math.min(100, Math.max(5, wanted))),
          ...(typeof place === 'string' && { pagination_token: place }),
        },
      }),
      wire: posts,
      items: join,
      item: tweet,
      tells: tellsPost,
      next: nextToken,
      ttlMs: 300_000,
    }),
    op(postRead, {
      accepts: ({ id: postId }) => /^\d{1,19}$/.test(postId),
      request: ({ id: postId }) => ({ method: 'GET', path: `/2/tweets/${postId}`, query: postQuery }),
      wire: z.looseObject({ data: z.looseObject({ author_id: z.string().optional() }), includes }),
      items: ({ data, includes: beside }) => join({ data: [data], includes: beside }),
      item: tweet,
      tells: tellsPost,
      gone: ({ id: postId }) => ({ table: 'micro.tweets', key: postId }),
      ttlMs: 300_000,
    }),
    op(commentsRead, {
      accepts: ({ id: postId }) => isRecent(postId),
      request: ({ id: postId }, place, { wanted }) =>
        searchSpec(`conversation_id:${postId} -is:retweet`, place, wanted),
      wire: posts,
      items: join,
      item: comment,
      tells: tellsPost,
      next: nextToken,
      ttlMs: 120_000,
    }),
    op(searchRead, {
      accepts: ({ keyword }) => searchText(keyword).length <= queryLengthMax,
      request: ({ keyword }, place, { wanted }) => searchSpec(searchText(keyword), place, wanted),
      wire: posts,
      items: join,
      item: tweet,
      tells: tellsPost,
      next: nextToken,
      ttlMs: 120_000,
    }),
  ]),
};
