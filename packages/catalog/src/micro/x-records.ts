import { z } from 'zod';
import { type Told, tells } from '../define/index.ts';
import { count, id, isoTime, text, unescaped } from '../define/wire-values.ts';
import type { MicroComment, MicroProfile, Tweet, TweetMedia } from './records.ts';

/**
 * Posts and accounts in the format of X API v2, with the old names of fields (`tweet_…`, `retweet_…`) and the new ones
 * (`post_…`, `repost_…`).
 */

const user = z.looseObject({ id, username: z.string(), name: text, profile_image_url: text });

const media = z.looseObject({
  media_key: z.string(),
  type: z.string(),
  url: text,
  preview_image_url: text,
  width: count,
  height: count,
  duration_ms: count,
  variants: z
    .array(z.looseObject({ bit_rate: count, content_type: text, url: text }))
    .nullish()
    .catch(undefined),
});

type Media = z.infer<typeof media>;

export const includes = z
  .looseObject({
    users: z.array(user).optional().catch([]),
    media: z.array(media).optional().catch([]),
  })
  .optional();

export const posts = z.looseObject({
  data: z.array(z.looseObject({ author_id: z.string().optional() })).optional(),
  includes,
  meta: z.looseObject({ next_token: z.string().optional() }).optional(),
});

/** A post joined with its author and its media. */
const joinedPost = z.object({
  post: z.looseObject({
    id,
    text,
    note_post: z.looseObject({ text }).nullish(),
    note_tweet: z.looseObject({ text }).nullish(),
    created_at: isoTime.optional(),
    public_metrics: z
      .looseObject({
        like_count: count,
        retweet_count: count,
        repost_count: count,
        reply_count: count,
        quote_count: count,
        impression_count: count,
      })
      .optional(),
  }),
  author: user.optional(),
  media: z.array(media),
});

type JoinedPost = z.infer<typeof joinedPost>;

export const tweet = joinedPost.transform(
  (joined): Tweet => ({
    id: joined.post.id,
    content: contentOf(joined),
    like_count: joined.post.public_metrics?.like_count ?? 0,
    retweet_count: repostsOf(joined),
    reply_count: joined.post.public_metrics?.reply_count ?? 0,
    quote_count: joined.post.public_metrics?.quote_count ?? 0,
    view_count: joined.post.public_metrics?.impression_count ?? 0,
    created_at: joined.post.created_at ?? '',
    author: {
      username: joined.author?.username ?? '',
      display_name: joined.author?.name ?? '',
      profile_image_url: joined.author?.profile_image_url ?? '',
    },
    media: joined.media.map(toMedia),
  }),
);

export const comment = joinedPost.transform(
  (joined): MicroComment => ({
    id: joined.post.id,
    text: contentOf(joined),
    author: {
      id: joined.author?.id ?? '',
      username: joined.author?.username ?? '',
      name: joined.author?.name ?? '',
      profile_image_url: joined.author?.profile_image_url ?? '',
    },
    created_at: joined.post.created_at ?? '',
    like_count: joined.post.public_metrics?.like_count ?? 0,
    reply_count: joined.post.public_metrics?.reply_count ?? 0,
    retweet_count: repostsOf(joined),
  }),
);

function contentOf({ post }: JoinedPost): string {
  return unescaped(post.note_post?.text ?? post.note_tweet?.text ?? post.text ?? '');
}

function repostsOf({ post: { public_metrics: metrics } }: JoinedPost): number {
  return metrics?.repost_count ?? metrics?.retweet_count ?? 0;
}

function toMedia(raw: Media): TweetMedia {
  const isPhoto = raw.type === 'photo';
  const [best] = (raw.variants ?? [])
    .filter(({ content_type: type }) => type === 'video/mp4')
    .sort((a, b) => (b.bit_rate ?? 0) - (a.bit_rate ?? 0));
  return {
    type: isPhoto ? 'photo' : raw.type === 'animated_gif' ? 'gif' : 'video',
    url: (isPhoto ? raw.url : best?.url) ?? null,
    preview_url: raw.preview_image_url ?? (isPhoto ? (raw.url ?? null) : null),
    width: raw.width ?? null,
    height: raw.height ?? null,
    duration_ms: raw.duration_ms ?? null,
  };
}

const attachments = z.looseObject({ media_keys: z.array(z.string()).optional() });

/** Joins posts with the authors and media in the response's `includes`. */
export function join({ data = [], includes: beside }: z.infer<typeof posts>): unknown[] {
  const users = new Map((beside?.users ?? []).map((each) => [each.id, each]));
  const files = new Map((beside?.media ?? []).map((each) => [each.media_key, each]));
  return data.map((post) => ({
    post,
    author: users.get(post.author_id ?? ''),
    media: (attachments.safeParse(post.attachments).data?.media_keys ?? []).flatMap(
      (key) => files.get(key) ?? [],
    ),
  }));
}

export const rawProfile = z.looseObject({
  id: id.optional(),
  username: z.string(),
  name: text,
  description: text,
  profile_image_url: text,
  profile_banner_url: text,
  created_at: isoTime.optional(),
  verified: z.boolean().nullish(),
  verified_type: text,
  location: text,
  url: text,
  entities: z
    .looseObject({
      url: z.looseObject({ urls: z.array(z.looseObject({ expanded_url: text })).optional() }).optional(),
    })
    .nullish(),
  public_metrics: z
    .looseObject({ followers_count: count, following_count: count, tweet_count: count, post_count: count })
    .optional(),
});

export const profile = rawProfile.transform((raw): MicroProfile => {
  const website = websiteOf(raw);
  const metrics = raw.public_metrics;
  return {
    username: raw.username,
    display_name: raw.name ?? '',
    bio: unescaped(raw.description ?? ''),
    profile_image_url: raw.profile_image_url ?? '',
    banner_url: raw.profile_banner_url ?? '',
    follower_count: metrics?.followers_count ?? 0,
    following_count: metrics?.following_count ?? 0,
    tweet_count: metrics?.post_count ?? metrics?.tweet_count ?? 0,
    is_verified: isVerified(raw) ?? false,
    created_at: raw.created_at ?? '',
    ...(raw.location && { location: raw.location }),
    ...(website && { website }),
  };
});

function websiteOf(raw: z.infer<typeof rawProfile>): string | undefined {
  return raw.entities?.url?.urls?.[0]?.expanded_url ?? raw.url ?? undefined;
}

/** Undefined if the response does not say whether the account is verified. */
function isVerified({ verified, verified_type: type }: z.infer<typeof rawProfile>): boolean | undefined {
  if (typeof verified !== 'boolean' && typeof type !== 'string') return undefined;
  return verified === true || !['none', '', undefined, null].includes(type);
}

/** The index row of an account; accounts included with posts have the same format. */
export function profileRow(raw: z.infer<typeof rawProfile>): Told {
  const metrics = raw.public_metrics;
  return {
    table: 'micro.profiles',
    values: {
      username: raw.username,
      user_id: raw.id,
      display_name: raw.name,
      bio: raw.description && unescaped(raw.description),
      profile_image_url: raw.profile_image_url,
      banner_url: raw.profile_banner_url,
      follower_count: metrics?.followers_count,
      following_count: metrics?.following_count,
      tweet_count: metrics?.post_count ?? metrics?.tweet_count,
      is_verified: isVerified(raw),
      created_at: raw.created_at,
      location: raw.location,
      website: websiteOf(raw),
    },
  };
}

const links = z.looseObject({
  referenced_tweets: z
    .array(z.looseObject({ type: text, id }))
    .nullish()
    .catch(undefined),
  conversation_id: id.nullish().catch(undefined),
  lang: text,
  entities: z
    .looseObject({ hashtags: z.array(z.looseObject({ tag: z.string() })).optional() })
    .nullish()
    .catch(undefined),
});

/** The index rows of a post and its author. A post without an author or a time gives no row. */
function postRows(joined: JoinedPost): Told[] {
  const { post, author } = joined;
  if (author === undefined || post.created_at === undefined) return [];
  const beside = links.parse(post);
  const metrics = post.public_metrics;
  const row: Told = {
    table: 'micro.tweets',
    values: {
      id: post.id,
      username: author.username,
      content: contentOf(joined),
      created_at: post.created_at,
      like_count: metrics?.like_count,
      retweet_count: metrics?.repost_count ?? metrics?.retweet_count,
      reply_count: metrics?.reply_count,
      quote_count: metrics?.quote_count,
      view_count: metrics?.impression_count,
      in_reply_to_id: beside.referenced_tweets?.find(({ type }) => type === 'replied_to')?.id,
      conversation_id: beside.conversation_id,
      language: beside.lang === 'und' ? undefined : beside.lang,
      hashtags: beside.entities?.hashtags?.map(({ tag }) => tag.toLowerCase()),
      media: joined.media.map(toMedia),
    },
  };
  const known = rawProfile.safeParse(author);
  return known.success ? [row, profileRow(known.data)] : [row];
}

export const tellsPost = tells(joinedPost, postRows);
