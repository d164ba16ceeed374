import { z } from 'zod';
import { idOrAddress } from './address.ts';
import { apiCalls, page } from './page-fields.ts';
import { commentCount, count, cursor, id, queryOf, signedName, text } from './query-values.ts';

export const tweetAuthor = z.object({
  username: z.string(),
  display_name: z.string(),
  profile_image_url: z.string(),
});

export const tweetMedia = z.object({
  type: z.literal(['photo', 'video', 'gif']),
  url: z.string().nullable(),
  preview_url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
});

export const tweet = z.object({
  id: z.string(),
  content: z.string(),
  like_count: z.int(),
  retweet_count: z.int(),
  reply_count: z.int(),
  quote_count: z.int(),
  view_count: z.int(),
  created_at: z.string(),
  author: tweetAuthor,
  media: z.array(tweetMedia),
});

export const microProfile = z.object({
  username: z.string(),
  display_name: z.string(),
  bio: z.string(),
  profile_image_url: z.string(),
  banner_url: z.string(),
  follower_count: z.int(),
  following_count: z.int(),
  tweet_count: z.int(),
  is_verified: z.boolean(),
  created_at: z.string(),
  location: z.string().optional().meta({ description: 'When set.' }),
  website: z.string().optional().meta({ description: 'When set.' }),
});

export const microComment = z.object({
  id: z.string(),
  text: z.string(),
  author: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    profile_image_url: z.string(),
  }),
  created_at: z.string(),
  like_count: z.int(),
  reply_count: z.int(),
  retweet_count: z.int(),
});

export type Tweet = z.infer<typeof tweet>;
export type TweetMedia = z.infer<typeof tweetMedia>;
export type MicroProfile = z.infer<typeof microProfile>;
export type MicroComment = z.infer<typeof microComment>;

const username = signedName('The username, without @.');
const tweetCount = count(20, 1, 100, 'posts');

const tweetIdOrUrl = idOrAddress({
  description: 'The id of a post, or its address on either domain.',
  hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
  paths: [/^\/(?:[A-Za-z0-9_]{1,20}|i\/web|i)\/status(?:es)?\/(\d+)(?:\/(?:photo|video)\/\d+)?\/?$/],
  id: /^\d{1,20}$/,
  expected: 'the id or the address of a post',
});

export const microEndpoints = {
  'micro/user-profile': {
    summary: 'A profile',
    query: queryOf({ username }),
    data: z.object({ profile: microProfile, api_calls: apiCalls }),
  },
  'micro/user-posts': {
    summary: 'Posts of an account, newest first',
    query: queryOf({ username, count: tweetCount, cursor }),
    data: z.object({ user: tweetAuthor, tweets: z.array(tweet), ...page }),
  },
  'micro/post': {
    summary: 'One post',
    query: queryOf({ tweet_id_or_url: tweetIdOrUrl }),
    data: z.object({ tweet, api_calls: apiCalls }),
  },
  'micro/comments': {
    summary: 'Answers in the thread of a post, newest first',
    query: queryOf({ tweet_id: id('The id of the post.'), count: commentCount, cursor }),
    data: z.object({ tweet_id: z.string(), comments: z.array(microComment), ...page }),
  },
  'micro/search': {
    summary: 'Posts that contain all words of a text, newest first',
    query: queryOf({ keyword: text('What to look for.').min(1), count: tweetCount, cursor }),
    data: z.object({ keyword: z.string(), tweets: z.array(tweet), ...page }),
  },
} as const;
