import type { RecordMap, TableMap } from '../records/record-map.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';
import { mediaIdIn, mediaTypeIn } from '../values/photo-post.ts';
import type { FormatDescription } from './declared.ts';
import { deepRecords } from './deep-records.ts';
import { usernameOf } from './instagram-values.ts';

const postColumns: TableMap['columns'] = {
  id: ['code', 'shortcode'],
  media_id: { from: ['pk', 'id', 'code', 'shortcode'], by: mediaIdIn, note: 'numeric ID' },
  username: ['user.username', 'owner.username', 'username'],
  caption: ['caption.text', 'caption_text', 'caption', 'captions[0]'],
  like_count: ['like_count', 'likes'],
  comment_count: ['comment_count', 'comments_count'],
  created_at: ['taken_at', 'taken_at_ts'],
  media_type: {
    from: ['product_type', 'media_type', 'type', '__typename', 'is_video'],
    by: mediaTypeIn,
    note: 'kind of media',
  },
  media_url: [
    'image_versions2.candidates[0].url',
    'carousel_media[0].image_versions2.candidates[0].url',
    'display_uri',
    'display_url',
    'thumbnail_url',
    'resources[0].thumbnail_url',
    'src',
    'src_attached[0]',
  ],
  video_url: ['video_versions[0].url', 'video_url', 'carousel_media[0].video_versions[0].url'],
  location: ['location.name', 'location'],
};

const profileColumns: TableMap['columns'] = {
  username: 'username',
  user_id: ['pk', 'id', 'pk_id'],
  full_name: ['full_name', 'name'],
  bio: ['biography', 'bio'],
  profile_pic_url: ['hd_profile_pic_url_info.url', 'profile_pic_url_hd', 'profile_pic_url', 'profile_image'],
  category: ['category', 'category_name', 'business_category_name'],
  external_url: ['external_url', 'bio_links[0].url', 'bio_links[0]'],
  follower_count: ['follower_count', 'followers'],
  following_count: ['following_count', 'follows'],
  post_count: 'media_count',
  is_verified: 'is_verified',
  is_business: ['is_business', 'is_business_account'],
};

const commentColumns: TableMap['columns'] = {
  id: ['pk', 'id'],
  text: 'text',
  user_pk: ['user.pk', 'user.id', 'user_id', 'owner_id'],
  username: { from: ['user', 'owner'], by: usernameOf, note: 'username' },
  full_name: 'user.full_name',
  profile_pic_url: 'user.profile_pic_url',
  created_at: ['created_at_utc', 'created_at'],
  like_count: ['comment_like_count', 'like_count', 'likes'],
};

const post: RecordMap = {
  is: isPost,
  tables: [
    { table: 'photo.posts', columns: postColumns },
    { table: 'photo.profiles', at: ['user', 'owner'], columns: profileColumns },
    {
      table: 'photo.comments',
      at: ['preview_comments[]', 'comments[]'],
      columns: {
        ...commentColumns,
        media_id: { from: ['$.pk', '$.id', '$.code'], by: mediaIdIn, note: 'numeric ID of the post' },
      },
    },
  ],
  observedAt: '__import_meta.timestamp_collected',
};

const comment: RecordMap = {
  is: isComment,
  tables: [{ table: 'photo.comments', columns: { ...commentColumns, media_id: 'media_id' } }],
};

/** Items of Instagram's app: feeds, Zeeschuimer, 4CAT, instagrapi, and ScrapFly, which has some of their fields. */
export const instagramApp: FormatDescription = {
  name: 'instagram-app',
  description:
    'posts, profiles and comments of Instagram’s app: Zeeschuimer, 4CAT’s NDJSON, instagrapi, ScrapFly',
  hasCsv: true,
  maps: [post, comment, { is: isProfile, tables: [{ table: 'photo.profiles', columns: profileColumns }] }],
  expand,
};

function isPost(value: JsonObject): boolean {
  if (!('code' in value || 'shortcode' in value) || !('pk' in value || 'id' in value)) return false;
  return 'taken_at' in value || ('media_type' in value && isObject(value.user));
}

function isComment(value: JsonObject): boolean {
  return (
    'media_id' in value &&
    'text' in value &&
    'pk' in value &&
    ('created_at' in value || 'created_at_utc' in value)
  );
}

function isProfile(value: JsonObject): boolean {
  if (!('username' in value)) return false;
  if ('pk' in value || 'pk_id' in value) return 'follower_count' in value || 'media_count' in value;
  return 'followers' in value && 'follows' in value && ('threads_handle' in value || 'facebook_id' in value);
}

const wrappers = ['data', 'user', 'media'];

function expand(answer: JsonObject): JsonObject[] | undefined {
  if (isPost(answer) || isComment(answer)) return undefined;
  const inside = wrappers.map((key) => answer[key]).filter(isObject);
  const isRecord = (value: JsonObject) => isPost(value) || isProfile(value);
  return inside.length === 0 ? undefined : deepRecords(inside, isRecord, ({ pk, id }) => pk ?? id);
}
