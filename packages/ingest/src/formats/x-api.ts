import type { TableMap } from '../records/record-map.ts';
import { isObject, type JsonObject, objectAt, objectsAt } from '../values/json-object.ts';
import { textOf } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';
import { readMedia, repliedTo, verifiedMark } from './x-values.ts';

const profileColumns: TableMap['columns'] = {
  username: 'username',
  user_id: 'id',
  display_name: 'name',
  bio: 'description',
  profile_image_url: 'profile_image_url',
  banner_url: 'profile_banner_url',
  follower_count: 'public_metrics.followers_count',
  following_count: 'public_metrics.following_count',
  tweet_count: ['public_metrics.tweet_count', 'public_metrics.post_count'],
  is_verified: { from: ['verified', 'verified_type'], by: verifiedMark, note: 'any mark' },
  created_at: 'created_at',
  location: 'location',
  website: ['entities.url.urls[0].expanded_url', 'url'],
};

const postColumns: TableMap['columns'] = {
  id: 'id',
  username: ['author.username', 'username'],
  content: ['note_tweet.text', 'note_post.text', 'text'],
  created_at: 'created_at',
  like_count: 'public_metrics.like_count',
  retweet_count: ['public_metrics.retweet_count', 'public_metrics.repost_count'],
  reply_count: 'public_metrics.reply_count',
  quote_count: 'public_metrics.quote_count',
  view_count: 'public_metrics.impression_count',
  in_reply_to_id: {
    from: ['referenced_tweets', 'referenced_posts'],
    by: repliedTo,
    note: 'the one of type replied_to',
  },
  conversation_id: 'conversation_id',
  language: 'lang',
  hashtags: 'entities.hashtags[].tag',
  media: { from: ['media', 'attachments.media'], by: readMedia, note: 'list of media' },
};

/**
 * Answers of X API v2, single or in pages; posts joined with the authors, media and other posts in `includes`. twarc's
 * flattened posts, which have them inside, and their CSV.
 */
export const xApi: FormatDescription = {
  name: 'x-api',
  description: 'answers of X API v2, {data, includes}, and posts flattened by twarc; JSON or CSV',
  hasCsv: true,
  maps: [
    {
      is: isPost,
      tables: [
        { table: 'micro.tweets', columns: postColumns },
        { table: 'micro.tweets', at: 'referenced[]', columns: postColumns },
        {
          table: 'micro.profiles',
          at: ['author', 'others[]', 'referenced[].author'],
          columns: profileColumns,
        },
      ],
      observedAt: '__twarc.retrieved_at',
    },
    {
      is: isUser,
      tables: [{ table: 'micro.profiles', columns: profileColumns }],
      observedAt: '__twarc.retrieved_at',
    },
  ],
  expand,
};

const postFields = ['public_metrics', 'edit_history_tweet_ids', 'edit_history_post_ids'];

function isPost(value: JsonObject): boolean {
  if (typeof value.text !== 'string' || !('id' in value)) return false;
  return isNumeric(value.id) && (isNumeric(value.author_id) || postFields.some((field) => field in value));
}

/** Other tools have a text and `author_id` too, which is no number. */
function isNumeric(id: unknown): boolean {
  return (
    typeof id === 'bigint' || typeof id === 'number' || (typeof id === 'string' && /^\d{1,20}$/.test(id))
  );
}

const userFields: ReadonlySet<string> = new Set(
  'id name username created_at description entities location pinned_tweet_id pinned_post_id most_recent_tweet_id most_recent_post_id profile_image_url profile_banner_url protected public_metrics url verified verified_type verified_followers_count subscription_type receives_your_dm affiliation connection_status withheld __twarc'.split(
    ' ',
  ),
);

function isUser(value: JsonObject): boolean {
  if (!['id', 'name', 'username'].every((field) => typeof value[field] === 'string')) return false;
  return (
    'followers_count' in objectAt(value, 'public_metrics') ||
    Object.keys(value).every((key) => userFields.has(key))
  );
}

/** The posts or users of an answer, each with its author, media and the posts that it refers to. */
function expand(answer: JsonObject): JsonObject[] | undefined {
  const { data, meta } = answer;
  if (data === undefined) return isObject(meta) && meta.result_count === 0 ? [] : undefined;
  const records = (Array.isArray(data) ? data : [data]).filter(isObject);
  const [first] = records;
  if (first === undefined)
    return Array.isArray(data) && isObject(meta) && 'result_count' in meta ? [] : undefined;
  if (isUser(first)) return records;
  return isPost(first) ? joined(records, objectAt(answer, 'includes')) : undefined;
}

function joined(posts: readonly JsonObject[], includes: JsonObject): JsonObject[] {
  const users = byKey(objectsAt(includes, 'users'), 'id');
  const media = byKey(objectsAt(includes, 'media'), 'media_key');
  const others = byKey([...objectsAt(includes, 'tweets'), ...objectsAt(includes, 'posts')], 'id');
  const join = (post: JsonObject) => {
    const author = users.get(textOf(post.author_id));
    const keys = objectAt(post, 'attachments').media_keys;
    const files = Array.isArray(keys) ? keys.flatMap((key) => media.get(textOf(key)) ?? []) : [];
    return { ...post, ...(author !== undefined && { author }), ...(files.length > 0 && { media: files }) };
  };
  const authors = new Set([...posts, ...others.values()].map((post) => textOf(post.author_id)));
  const notAuthors = [...users].filter(([id]) => !authors.has(id)).map(([, user]) => user);
  return posts.map((post, i) => {
    const references = [...objectsAt(post, 'referenced_tweets'), ...objectsAt(post, 'referenced_posts')];
    const known = references.map(({ id }) => others.get(textOf(id))).filter(isObject);
    const referenced = known.map(join);
    return {
      ...join(post),
      ...(referenced.length > 0 && { referenced }),
      ...(i === 0 && notAuthors.length > 0 && { others: notAuthors }),
    };
  });
}

function byKey(objects: readonly JsonObject[], key: string): Map<string, JsonObject> {
  return new Map(objects.map((object) => [textOf(object[key]), object]));
}
