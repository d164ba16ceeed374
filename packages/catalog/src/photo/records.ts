import { z } from 'zod';

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

/**
 * The ID by which a post's comments are listed; it is removed from responses. Null if the source does not provide it.
 */
export interface MediaId {
  media_id: string | null;
}

/** A post in the format of responses. */
export function withoutMediaId<Post extends MediaId>({ media_id: _, ...post }: Post): Omit<Post, 'media_id'> {
  return post;
}
