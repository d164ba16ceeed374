import { z } from 'zod';

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
