import type { RecordMap, TableMap } from '../records/record-map.ts';
import { isObject, type JsonObject, objectAt } from '../values/json-object.ts';
import type { FormatDescription } from './declared.ts';
import { deepRecords } from './deep-records.ts';
import { readMedia, usernameIn, verifiedMark } from './x-values.ts';

const profileColumns: TableMap['columns'] = {
  username: ['core.screen_name', 'legacy.screen_name', 'screen_name'],
  user_id: ['rest_id', 'id_str'],
  display_name: ['core.name', 'legacy.name', 'name'],
  bio: ['profile_bio.description', 'legacy.description', 'description'],
  profile_image_url: ['avatar.image_url', 'legacy.profile_image_url_https', 'profile_image_url_https'],
  banner_url: ['banner.image_url', 'legacy.profile_banner_url', 'profile_banner_url'],
  follower_count: ['relationship_counts.followers', 'legacy.followers_count', 'followers_count'],
  following_count: ['relationship_counts.following', 'legacy.friends_count', 'friends_count'],
  tweet_count: ['tweet_counts.tweets', 'legacy.statuses_count', 'statuses_count'],
  is_verified: {
    from: ['is_blue_verified', 'verification.verified', 'legacy.verified', 'verified'],
    by: verifiedMark,
    note: 'any mark',
  },
  created_at: ['core.created_at', 'legacy.created_at', 'created_at'],
  location: ['location.location', 'legacy.location', 'location'],
  website: [
    'profile_bio.entities.url.urls[0].expanded_url',
    'legacy.entities.url.urls[0].expanded_url',
    'entities.url.urls[0].expanded_url',
    'website.url',
  ],
};

const webColumns: TableMap['columns'] = {
  id: ['rest_id', 'legacy.id_str'],
  username: {
    from: [
      'core.user_results.result.core.screen_name',
      'core.user_results.result.legacy.screen_name',
      'user.screen_name',
      'legacy.entities.media[0].expanded_url',
    ],
    by: usernameIn,
    note: 'name, or that in the address of its media',
  },
  content: ['note_tweet.note_tweet_results.result.text', 'legacy.full_text'],
  created_at: 'legacy.created_at',
  like_count: 'legacy.favorite_count',
  retweet_count: 'legacy.retweet_count',
  reply_count: 'legacy.reply_count',
  quote_count: 'legacy.quote_count',
  view_count: ['views.count', 'ext_views.count'],
  in_reply_to_id: 'legacy.in_reply_to_status_id_str',
  conversation_id: 'legacy.conversation_id_str',
  language: 'legacy.lang',
  hashtags: 'legacy.entities.hashtags[].text',
  media: {
    from: ['legacy.extended_entities.media', 'legacy.entities.media'],
    by: readMedia,
    note: 'list of media',
  },
};

const legacyColumns: TableMap['columns'] = {
  id: ['id_str', 'id'],
  username: {
    from: ['user.screen_name', 'entities.media[0].expanded_url'],
    by: usernameIn,
    note: 'name, or that in the address of its media',
  },
  content: ['extended_tweet.full_text', 'full_text', 'text'],
  created_at: 'created_at',
  like_count: 'favorite_count',
  retweet_count: 'retweet_count',
  reply_count: 'reply_count',
  quote_count: 'quote_count',
  view_count: ['views', 'ext_views.count'],
  in_reply_to_id: ['in_reply_to_status_id_str', 'in_reply_to_status_id'],
  conversation_id: ['conversation_id_str', 'conversation_id'],
  language: ['lang', 'language'],
  hashtags: ['entities.hashtags[].text', 'tagged_hashtags'],
  media: { from: ['extended_entities.media', 'entities.media'], by: readMedia, note: 'list of media' },
};

const embedded = ['legacy.retweeted_status_result.result', 'quoted_status_result.result'].flatMap((path) => [
  path,
  `${path}.tweet`,
]);

const webPost: RecordMap = {
  is: isWebPost,
  tables: [
    { table: 'micro.tweets', columns: webColumns },
    { table: 'micro.tweets', at: embedded, when: isWebPost, columns: webColumns },
    {
      table: 'micro.profiles',
      at: ['', ...embedded].map((path) => `${path === '' ? '' : `${path}.`}core.user_results.result`),
      columns: profileColumns,
    },
    { table: 'micro.profiles', at: 'user', columns: profileColumns },
  ],
  observedAt: '__import_meta.timestamp_collected',
};

/** Answers of the web application (GraphQL), as twscrape's raw files, Zeeschuimer and browser extensions store them. */
export const xWeb: FormatDescription = {
  name: 'x-web',
  description:
    'posts of X’s web application (GraphQL), single, in answers, or as Zeeschuimer and 4CAT store them',
  maps: [webPost, { is: isWebUser, tables: [{ table: 'micro.profiles', columns: profileColumns }] }],
  expand,
};

/** Posts in the format of API 1.1: streams, searches, and the account archive `tweets.js`, which has no usernames. */
export const xLegacy: FormatDescription = {
  name: 'x-legacy',
  description: 'posts of X API 1.1 and the account archive tweets.js (pass --set username=NAME)',
  maps: [
    {
      is: isLegacyPost,
      tables: [
        { table: 'micro.tweets', columns: legacyColumns },
        {
          table: 'micro.tweets',
          at: ['retweeted_status', 'quoted_status'],
          when: isLegacyPost,
          columns: legacyColumns,
        },
        {
          table: 'micro.profiles',
          at: ['user', 'retweeted_status.user', 'quoted_status.user'],
          columns: profileColumns,
        },
      ],
    },
    { is: isLegacyUser, tables: [{ table: 'micro.profiles', columns: profileColumns }] },
  ],
};

function isWebPost(value: JsonObject): boolean {
  const legacy = value.legacy;
  return (
    isObject(legacy) &&
    ('full_text' in legacy || 'favorite_count' in legacy) &&
    ('rest_id' in value || 'id_str' in legacy)
  );
}

function isWebUser(value: JsonObject): boolean {
  if (!('rest_id' in value) || isWebPost(value)) return false;
  return 'screen_name' in objectAt(value, 'core') || 'screen_name' in objectAt(value, 'legacy');
}

function isLegacyPost(value: JsonObject): boolean {
  if (!('id_str' in value || 'id' in value) || !('created_at' in value)) return false;
  return ('full_text' in value || 'text' in value) && 'favorite_count' in value && 'retweet_count' in value;
}

function isLegacyUser(value: JsonObject): boolean {
  return 'screen_name' in value && 'followers_count' in value && 'statuses_count' in value;
}

/** The posts and users in an answer. Those within a post are rows of its record. */
function expand({ data }: JsonObject): JsonObject[] | undefined {
  if (!isObject(data)) return undefined;
  const isRecord = (value: JsonObject) => isWebPost(value) || isWebUser(value);
  return deepRecords(data, isRecord, (value) => value.rest_id ?? objectAt(value, 'legacy').id_str);
}
