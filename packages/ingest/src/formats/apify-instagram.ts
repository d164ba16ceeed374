import type { TableMap } from '../records/record-map.ts';
import type { JsonObject } from '../values/json-object.ts';
import { mediaIdIn, mediaTypeIn } from '../values/photo-post.ts';
import type { FormatDescription } from './declared.ts';

const postColumns: TableMap['columns'] = {
  id: 'shortCode',
  media_id: { from: ['id', 'shortCode'], by: mediaIdIn, note: 'numeric ID' },
  username: 'ownerUsername',
  caption: 'caption',
  like_count: 'likesCount',
  comment_count: 'commentsCount',
  created_at: 'timestamp',
  media_type: { from: ['productType', 'type'], by: mediaTypeIn, note: 'kind of media' },
  media_url: 'displayUrl',
  video_url: 'videoUrl',
  hashtags: 'hashtags',
  location: 'locationName',
};

const commentColumns: TableMap['columns'] = {
  id: 'id',
  text: 'text',
  user_pk: 'owner.id',
  username: ['ownerUsername', 'owner.username'],
  profile_pic_url: ['ownerProfilePicUrl', 'owner.profile_pic_url'],
  created_at: 'timestamp',
  like_count: 'likesCount',
};

/** Results of Apify's scrapers of Instagram: posts, reels, comments, profiles. */
export const apifyInstagram: FormatDescription = {
  name: 'apify-instagram',
  description: 'results of Apify’s Instagram scrapers: posts, comments, profiles; JSON or CSV',
  hasCsv: true,
  maps: [
    {
      is: isPost,
      tables: [
        { table: 'photo.posts', columns: postColumns },
        {
          table: 'photo.profiles',
          columns: { username: 'ownerUsername', user_id: 'ownerId', full_name: 'ownerFullName' },
        },
        {
          table: 'photo.comments',
          at: ['latestComments[]', 'latestComments[].replies[]'],
          columns: {
            ...commentColumns,
            media_id: { from: ['$.id', '$.shortCode'], by: mediaIdIn, note: 'numeric ID of the post' },
          },
        },
      ],
    },
    {
      is: (value) =>
        'ownerUsername' in value && 'text' in value && ('postUrl' in value || 'commentUrl' in value),
      tables: [
        {
          table: 'photo.comments',
          columns: {
            ...commentColumns,
            media_id: { from: ['postUrl', 'commentUrl'], by: mediaIdIn, note: 'numeric ID of the shortcode' },
          },
        },
        {
          table: 'photo.comments',
          at: 'replies[]',
          columns: {
            ...commentColumns,
            media_id: {
              from: ['$.postUrl', '$.commentUrl'],
              by: mediaIdIn,
              note: 'numeric ID of the shortcode',
            },
          },
        },
      ],
    },
    {
      is: (value) => 'username' in value && 'followersCount' in value && 'postsCount' in value,
      tables: [
        {
          table: 'photo.profiles',
          columns: {
            username: 'username',
            user_id: 'id',
            full_name: 'fullName',
            bio: 'biography',
            profile_pic_url: ['profilePicUrlHD', 'profilePicUrl'],
            category: 'businessCategoryName',
            external_url: 'externalUrl',
            follower_count: 'followersCount',
            following_count: 'followsCount',
            post_count: 'postsCount',
            is_verified: 'verified',
            is_business: 'isBusinessAccount',
          },
        },
        {
          table: 'photo.posts',
          at: ['latestPosts[]', 'latestIgtvVideos[]'],
          when: isPost,
          columns: { ...postColumns, username: ['ownerUsername', '$.username'] },
        },
      ],
    },
  ],
};

function isPost(value: JsonObject): boolean {
  return 'shortCode' in value && ('likesCount' in value || 'commentsCount' in value || 'timestamp' in value);
}
