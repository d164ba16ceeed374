import type { UsualNames } from '../table.ts';

export const tweets: UsualNames = {
  table: 'tweets',
  rank: 20,
  needs: ['id', 'created_at'],
  needsOne: ['retweet_count'],
  columns: {
    id: ['tweetid', 'statusid', 'idstr', 'id', 'statusid', 'url', 'link', 'permalink'],
    username: [
      ...['screenname', 'userusername', 'userscreenname', 'authorusername', 'username', 'user', 'handle'],
      'author',
    ],
    content: ['content', 'fulltext', 'rawcontent', 'text', 'tweet', 'tweettext'],
    created_at: ['createdat', 'date', 'timestamp', 'datetime', 'time'],
    like_count: ['likecount', 'likes', 'favoritecount', 'favorites', 'favouritecount'],
    retweet_count: ['retweetcount', 'retweets'],
    reply_count: ['replycount', 'replies'],
    quote_count: ['quotecount', 'quotes'],
    view_count: ['viewcount', 'views', 'viewscount', 'impressions'],
    in_reply_to_id: ['inreplytoid', 'inreplytostatusid', 'inreplytostatusidstr'],
    conversation_id: ['conversationid', 'conversationidstr'],
    language: ['language', 'lang'],
    hashtags: ['hashtags', 'tags'],
  },
};
