import type { TableMap } from '../records/record-map.ts';
import type { JsonObject } from '../values/json-object.ts';
import type { FormatDescription } from './declared.ts';
import { readMedia, verifiedMark } from './x-values.ts';

const profileColumns: TableMap['columns'] = {
  username: 'username',
  user_id: ['id_str', 'id'],
  display_name: ['displayname', 'displayName'],
  bio: ['rawDescription', 'description'],
  profile_image_url: 'profileImageUrl',
  banner_url: 'profileBannerUrl',
  follower_count: 'followersCount',
  following_count: 'friendsCount',
  tweet_count: 'statusesCount',
  is_verified: { from: ['verified', 'blue'], by: verifiedMark, note: 'any mark' },
  created_at: 'created',
  location: 'location',
  website: ['link.url', 'linkUrl'],
};

const postColumns: TableMap['columns'] = {
  id: ['id_str', 'id', 'url'],
  username: ['user.username', 'username'],
  content: ['rawContent', 'content', 'renderedContent'],
  created_at: 'date',
  like_count: 'likeCount',
  retweet_count: 'retweetCount',
  reply_count: 'replyCount',
  quote_count: 'quoteCount',
  view_count: 'viewCount',
  in_reply_to_id: ['inReplyToTweetIdStr', 'inReplyToTweetId'],
  conversation_id: ['conversationIdStr', 'conversationId'],
  language: 'lang',
  hashtags: 'hashtags',
  media: { from: 'media', by: readMedia, note: 'list of media' },
};

/** JSON lines of snscrape's module for X, and of twscrape, which has the same names. */
export const snscrape: FormatDescription = {
  name: 'snscrape',
  description: 'posts and users of snscrape and twscrape, JSON lines or CSV',
  hasCsv: true,
  maps: [
    {
      is: isPost,
      tables: [
        { table: 'micro.tweets', columns: postColumns },
        { table: 'micro.tweets', at: ['retweetedTweet', 'quotedTweet'], columns: postColumns },
        {
          table: 'micro.profiles',
          at: ['user', 'retweetedTweet.user', 'quotedTweet.user', 'inReplyToUser', 'mentionedUsers[]'],
          columns: profileColumns,
        },
      ],
    },
    { is: isUser, tables: [{ table: 'micro.profiles', columns: profileColumns }] },
  ],
};

function isPost(value: JsonObject): boolean {
  if (typeof value._type === 'string' && !value._type.startsWith('snscrape.modules.twitter')) return false;
  return ('rawContent' in value || 'renderedContent' in value) && 'retweetCount' in value && 'date' in value;
}

function isUser(value: JsonObject): boolean {
  return (
    'username' in value && 'followersCount' in value && 'statusesCount' in value && 'friendsCount' in value
  );
}
