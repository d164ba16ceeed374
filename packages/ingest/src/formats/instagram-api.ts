import type { TableMap } from '../records/record-map.ts';
import type { JsonObject } from '../values/json-object.ts';
import { mediaIdIn, mediaTypeIn, shortcodeIn } from '../values/photo-post.ts';
import type { FormatDescription } from './declared.ts';

const postColumns: TableMap['columns'] = {
  id: { from: ['shortcode', 'permalink'], by: shortcodeIn, note: 'shortcode in the address' },
  media_id: { from: ['ig_id', 'shortcode', 'permalink'], by: mediaIdIn, note: 'numeric ID of the shortcode' },
  username: ['username', '$.username'],
  caption: 'caption',
  like_count: 'like_count',
  comment_count: 'comments_count',
  created_at: 'timestamp',
  media_type: { from: ['media_product_type', 'media_type'], by: mediaTypeIn, note: 'kind of media' },
  media_url: ['thumbnail_url', 'media_url'],
};

/** Media and accounts of Instagram's Graph API (business discovery, hashtag search), and the data of Meta's library. */
export const instagramApi: FormatDescription = {
  name: 'instagram-api',
  description: 'media and accounts of the Instagram Graph API',
  hasCsv: true,
  maps: [
    { is: isMedia, tables: [{ table: 'photo.posts', columns: postColumns }] },
    {
      is: isAccount,
      tables: [
        {
          table: 'photo.profiles',
          columns: {
            username: 'username',
            full_name: 'name',
            bio: 'biography',
            profile_pic_url: 'profile_picture_url',
            external_url: 'website',
            follower_count: 'followers_count',
            following_count: 'follows_count',
            post_count: 'media_count',
          },
        },
        { table: 'photo.posts', at: 'media.data[]', when: isMedia, columns: postColumns },
      ],
    },
  ],
  expand: ({ business_discovery: account }) => (account === undefined ? undefined : [account]),
};

function isMedia(value: JsonObject): boolean {
  if (!('permalink' in value) && !('shortcode' in value)) return false;
  return 'timestamp' in value && ('media_type' in value || 'comments_count' in value);
}

function isAccount(value: JsonObject): boolean {
  return 'username' in value && 'followers_count' in value && 'media_count' in value;
}
