import type { RecordMap, TableMap } from '../records/record-map.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';
import { mediaIdIn, mediaTypeIn } from '../values/photo-post.ts';
import type { FormatDescription } from './declared.ts';
import { deepRecords } from './deep-records.ts';

const mediaType = {
  from: ['product_type', '__typename', 'is_video'],
  by: mediaTypeIn,
  note: 'kind of media',
};

const postColumns: TableMap['columns'] = {
  id: ['shortcode', 'code'],
  media_id: { from: ['id', 'shortcode', 'code'], by: mediaIdIn, note: 'numeric ID' },
  username: ['owner.username', 'user.username', 'iphone_struct.user.username'],
  caption: [
    'edge_media_to_caption.edges[0].node.text',
    'caption.text',
    'caption',
    'iphone_struct.caption.text',
  ],
  like_count: [
    'edge_media_preview_like.count',
    'edge_liked_by.count',
    'likes.count',
    'iphone_struct.like_count',
  ],
  comment_count: [
    'edge_media_to_parent_comment.count',
    'edge_media_to_comment.count',
    'edge_media_preview_comment.count',
    'comments.count',
    'iphone_struct.comment_count',
  ],
  created_at: ['taken_at_timestamp', 'date', 'iphone_struct.taken_at'],
  media_type: mediaType,
  media_url: ['display_url', 'display_src', 'thumbnail_src'],
  video_url: 'video_url',
  location: ['location.name', 'iphone_struct.location.name'],
};

const profileColumns: TableMap['columns'] = {
  username: 'username',
  user_id: 'id',
  full_name: 'full_name',
  bio: 'biography',
  profile_pic_url: ['profile_pic_url_hd', 'profile_pic_url'],
  category: ['category_name', 'business_category_name', 'category_enum'],
  external_url: 'external_url',
  follower_count: 'edge_followed_by.count',
  following_count: 'edge_follow.count',
  post_count: 'edge_owner_to_timeline_media.count',
  is_verified: 'is_verified',
  is_business: 'is_business_account',
};

const threads = ['edge_media_to_parent_comment', 'edge_media_to_comment', 'edge_media_preview_comment'].map(
  (key) => `${key}.edges[].node`,
);

const comments: TableMap = {
  table: 'photo.comments',
  at: [...threads, ...threads.map((path) => `${path}.edge_threaded_comments.edges[].node`)],
  columns: {
    id: 'id',
    media_id: { from: ['$.id', '$.shortcode'], by: mediaIdIn, note: 'numeric ID of the post' },
    text: 'text',
    user_pk: 'owner.id',
    username: 'owner.username',
    profile_pic_url: 'owner.profile_pic_url',
    created_at: 'created_at',
    like_count: 'edge_liked_by.count',
  },
};

const post: RecordMap = {
  is: isPost,
  tables: [
    { table: 'photo.posts', columns: postColumns },
    { table: 'photo.profiles', at: ['owner', 'iphone_struct.user'], columns: profileColumns },
    comments,
  ],
  observedAt: '__import_meta.timestamp_collected',
};

const profile: RecordMap = {
  is: isProfile,
  tables: [
    { table: 'photo.profiles', columns: profileColumns },
    {
      table: 'photo.posts',
      at: ['edge_owner_to_timeline_media.edges[].node', 'edge_felix_video_timeline.edges[].node'],
      when: isPost,
      columns: { ...postColumns, username: ['owner.username', '$.username'] },
    },
  ],
};

/** Comments as Instaloader writes them beside a post, without its ID. */
const loneComment: RecordMap = {
  is: (value) => isObject(value.owner) && 'text' in value && 'created_at' in value && 'likes_count' in value,
  tables: [
    {
      table: 'photo.comments',
      columns: {
        id: 'id',
        text: 'text',
        user_pk: 'owner.id',
        username: 'owner.username',
        full_name: 'owner.full_name',
        profile_pic_url: 'owner.profile_pic_url',
        created_at: 'created_at',
        like_count: 'likes_count',
      },
    },
  ],
};

/** Nodes of Instagram's web application (GraphQL), and the files of Instaloader, which have them in `node`. */
export const instagramWeb: FormatDescription = {
  name: 'instagram-web',
  description:
    'posts and profiles of Instagram’s web application (GraphQL), and the JSON files of Instaloader',
  maps: [post, profile, loneComment],
  expand,
};

function isPost(value: JsonObject): boolean {
  if (!('shortcode' in value)) return false;
  return (
    'taken_at_timestamp' in value || 'edge_media_to_caption' in value || 'edge_media_preview_like' in value
  );
}

function isProfile(value: JsonObject): boolean {
  return 'username' in value && ('edge_followed_by' in value || 'edge_owner_to_timeline_media' in value);
}

const wrappers = ['node', 'graphql', 'data', 'entry_data'];

/** The posts and profiles in an answer of the web application; those within a record are rows of it. */
function expand(answer: JsonObject): JsonObject[] | undefined {
  const inside = wrappers.map((key) => answer[key]).filter(isObject);
  const isRecord = (value: JsonObject) => isPost(value) || isProfile(value);
  return inside.length === 0
    ? undefined
    : deepRecords(inside, isRecord, ({ id, username }) => id ?? username);
}
