import { z } from 'zod';
import { booleanWithDefault, integerWithDefault } from '../lax-values.ts';
import { idOrAddress } from './address.ts';
import { addonsOf, apiCalls, page } from './page-fields.ts';
import { addons, commentCount, countRequired, cursor, id, queryOf, signedName } from './query-values.ts';

export const photoPerson = z.object({
  username: z.string(),
  full_name: z.string(),
  profile_pic_url: z.string(),
});

export const photoProfile = photoPerson.extend({
  bio: z.string(),
  category: z.string(),
  external_url: z.string(),
  follower_count: z.int(),
  following_count: z.int(),
  post_count: z.int(),
  is_verified: z.boolean(),
  is_business: z.boolean(),
});

export const photoListedPost = z.object({
  id: z.string().meta({ description: 'The shortcode.' }),
  caption: z.string(),
  like_count: z.int(),
  comment_count: z.int(),
  created_at: z.string(),
  media_type: z.string(),
  media_url: z.string(),
});

export const photoUserPost = photoListedPost.extend({
  hashtags: z.array(z.string()).meta({ description: 'Without #.' }),
  location: z.string(),
});

export const photoPost = photoUserPost.extend({
  video_url: z.string().nullable(),
  author: photoPerson,
});

export const photoComment = z.object({
  id: z.string(),
  text: z.string(),
  user: photoPerson.extend({ pk: z.string() }),
  created_at: z.int().meta({ description: 'Unix seconds.' }),
  like_count: z.int(),
});

export type PhotoPerson = z.infer<typeof photoPerson>;
export type PhotoProfile = z.infer<typeof photoProfile>;
export type PhotoListedPost = z.infer<typeof photoListedPost>;
export type PhotoUserPost = z.infer<typeof photoUserPost>;
export type PhotoPost = z.infer<typeof photoPost>;
export type PhotoComment = z.infer<typeof photoComment>;

const username = signedName('The username, without @.');
const postAddons = addonsOf(photoComment);

const list = (what: string) =>
  integerWithDefault({
    description: `How many ${what} to return at most; 0 skips the list.`,
    ge: 0,
    le: 5_000,
    default: 0,
  });

const codeOrUrl = idOrAddress({
  description: 'A shortcode, or the address of a post or reel.',
  hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am', 'www.instagr.am'],
  paths: [/^\/(?:[A-Za-z0-9._]+\/)?(?:p|reel|reels|tv)\/([^/]+)\/?$/],
  id: /^[A-Za-z0-9_-]{5,40}$/,
  expected: 'a shortcode or the address of a post',
});

export const photoEndpoints = {
  'photo/user-profile': {
    summary: 'A profile, and lists of its followers and of whom it follows',
    query: queryOf({ username, max_followers: list('followers'), max_following: list('accounts followed') }),
    data: z.object({
      profile: photoProfile,
      followers: z.array(photoPerson).optional().meta({ description: 'When `max_followers` > 0.' }),
      following: z.array(photoPerson).optional().meta({ description: 'When `max_following` > 0.' }),
      total_followers_fetched: z.int(),
      total_following_fetched: z.int(),
      api_calls: apiCalls,
    }),
  },
  'photo/user-posts': {
    summary: 'Posts of an account, newest first',
    query: queryOf({
      username,
      count: countRequired('posts'),
      reels_only: booleanWithDefault('Only reels.', false),
      cursor,
      addons,
    }),
    data: z.object({
      user: z.object({ username: z.string() }),
      posts: z.array(photoUserPost),
      ...page,
      addons: postAddons,
    }),
  },
  'photo/post': {
    summary: 'One post',
    query: queryOf({ code_or_url: codeOrUrl, addons }),
    data: z.object({ post: photoPost, api_calls: apiCalls, addons: postAddons }),
  },
  'photo/hashtag': {
    summary: 'Posts of a hashtag',
    query: queryOf({
      keyword: signedName('The hashtag, without #.'),
      count: countRequired('posts'),
      feed_type: z.literal(['top', 'recent', 'reels']).default('top').meta({
        description: 'The most popular, the newest, or videos only.',
        default: 'top',
      }),
      cursor,
      addons,
    }),
    data: z.object({
      hashtag: z.object({ keyword: z.string(), feed_type: z.string() }),
      posts: z.array(photoListedPost),
      ...page,
      addons: postAddons,
    }),
  },
  'photo/comments': {
    summary: 'Comments of a post',
    query: queryOf({
      media_id: id('The id of the post.'),
      count: commentCount,
      sort_order: z.literal(['popular', 'recent']).default('recent').meta({
        description: 'The most liked or the newest first.',
        default: 'recent',
      }),
      cursor,
    }),
    data: z.object({
      media_id: z.string(),
      comments: z.array(photoComment),
      ...page,
      comment_count: z.int().meta({ description: 'All comments of the post.' }),
    }),
  },
} as const;
