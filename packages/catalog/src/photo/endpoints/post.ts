import { z } from 'zod';
import {
  addons,
  apiCalls,
  defineEndpoint,
  defineRead,
  idOrAddress,
  queryOf,
  readErrors,
  worstAddons,
} from '../../define/index.ts';
import { text, textOrNull } from '../../define/row-values.ts';
import { addonsOfPosts } from '../addons.ts';
import { postAddons } from '../parameters.ts';
import { type MediaId, type PhotoPost, photoPost, withoutMediaId } from '../records.ts';
import { platform, toPerson, toUserPost } from '../rows.ts';

const codeOrUrl = idOrAddress({
  description: 'Shortcode, or the URL of a post or reel.',
  hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am', 'www.instagr.am'],
  paths: [/^\/(?:[A-Za-z0-9._]+\/)?(?:p|reel|reels|tv)\/([^/]+)\/?$/],
  id: /^[A-Za-z0-9_-]{5,40}$/,
  expected: 'a shortcode or the address of a post',
});

export const postRead = defineRead<{ code: string }, PhotoPost & MediaId>({
  name: 'photo.post',
  fromIndex: (index, { code }) =>
    index.one(
      platform,
      `SELECT posts.*, full_name, profile_pic_url FROM posts LEFT JOIN profiles ON posts.username = profiles.username
       WHERE id = $code`,
      { code },
      (row) => ({
        ...toUserPost(row),
        video_url: textOrNull(row.video_url),
        author: toPerson(row),
        media_id: text(row.media_id),
      }),
    ),
});

export const endpoint = defineEndpoint({
  summary: 'Get a post',
  query: queryOf({ code_or_url: codeOrUrl, addons }),
  data: z.object({ post: photoPost, api_calls: apiCalls, addons: postAddons }),
  errors: readErrors,
  price: 'post',
  example: { find: 'SELECT id AS code_or_url FROM posts ORDER BY like_count DESC, 1' },
  worst: ({ addons }) => ({ records: 1, addons: worstAddons(addons, 1) }),
  async answer({ code_or_url: code, addons: kinds }, session, addons) {
    const found = await session.required(postRead, { code }, 'This post');
    const { addons: ofPost, counts } = await addonsOfPosts([found], kinds, session, addons);
    const data = { post: withoutMediaId(found), api_calls: session.apiCalls, addons: ofPost };
    return { data, delivered: { records: 1, addons: counts } };
  },
});
