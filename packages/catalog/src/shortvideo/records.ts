import { z } from 'zod';

const avatarUrl = z
  .string()
  .nullable()
  .meta({ description: 'URL of the picture; null when it is not known.' });

export const videoComment = z.object({
  comment_id: z.string(),
  text: z.string(),
  author: z.object({ unique_id: z.string(), nickname: z.string(), avatar_url: avatarUrl }),
  create_time: z.int().meta({ description: 'Unix seconds.' }),
  like_count: z.int(),
  reply_count: z.int(),
});

/** A video. The first six fields are always present, the others if they are known. */
export const video = z.object({
  video_id: z.string(),
  author: z.string(),
  description: z.string(),
  play_count: z.int(),
  like_count: z.int(),
  create_time: z.string().meta({ description: 'ISO 8601, UTC.' }),
  comment_count: z.int().optional(),
  share_count: z.int().optional(),
  collect_count: z.int().optional(),
  duration_ms: z.int().optional(),
  hashtags: z.array(z.string()).optional(),
  region: z.string().optional(),
  language: z.string().optional(),
  cover_url: z.string().optional(),
  web_url: z.string().optional(),
  music: z
    .object({ id: z.string().nullable(), title: z.string().nullable(), author: z.string().nullable() })
    .optional(),
  author_info: z
    .object({
      sec_uid: z.string().nullable(),
      nickname: z.string().nullable(),
      follower_count: z.int().nullable(),
      is_verified: z.boolean().nullable(),
    })
    .optional(),
});

export const videoProfile = z.object({
  username: z.string(),
  nickname: z.string(),
  sec_uid: z.string().nullable(),
  user_id: z.string().nullable(),
  bio: z.string(),
  avatar_url: avatarUrl,
  is_verified: z.boolean(),
  is_private: z.boolean(),
  follower_count: z.int(),
  following_count: z.int(),
  like_count: z.int(),
  video_count: z.int(),
});

export const hashtagFacts = z.object({
  name: z.string(),
  challenge_id: z.string(),
  view_count: z.int(),
  video_count: z.int(),
});

export type VideoComment = z.infer<typeof videoComment>;
export type Video = z.infer<typeof video>;
export type VideoProfile = z.infer<typeof videoProfile>;
export type HashtagFacts = z.infer<typeof hashtagFacts>;
