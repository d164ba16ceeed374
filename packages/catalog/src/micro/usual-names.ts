import type { UsualNames } from '../table.ts';

export const tweets: UsualNames = {
  table: 'tweets',
  rank: 20,
  needs: ['id', 'created_at'],
  needsOne: ['retweet_count'],
  columns: {
    id: ['tweetid', 'statusid', 'idstr', 'id', 'url', 'link', 'permalink'],
    username: [
      ...['screenname', 'userusername', 'userscreenname', 'authorusername', 'username', 'user', 'handle'],
      'author',
    ],
    content: ['content', 'fulltext', 'rawcontent', 'text', 'tweet', 'tweettext', 'body'],
    created_at: [
      ...['createdat', 'tweetcreatedat', 'unixtimestamp', 'date', 'tweetdate', 'timestamp', 'datetime'],
      ...['postedat', 'posted', 'postdate', 'dateposted', 'publishedat', 'published', 'created', 'time'],
    ],
    like_count: ['likecount', 'likes', 'favoritecount', 'favorites', 'favouritecount'],
    retweet_count: ['retweetcount', 'retweets'],
    reply_count: ['replycount', 'replies'],
    quote_count: ['quotecount', 'quotes'],
    view_count: ['viewcount', 'views', 'viewscount', 'impressions', 'impressioncount'],
    in_reply_to_id: ['inreplytoid', 'inreplytostatusid', 'inreplytostatusidstr'],
    conversation_id: ['conversationid', 'conversationidstr', 'threadid'],
    language: ['language', 'lang', 'languageguess'],
    hashtags: ['hashtags', 'tags'],
  },
};

/** Other platforms have the same names: the records must tell theirs. */
export const profiles: UsualNames = {
  table: 'profiles',
  rank: 30,
  needsPlatform: true,
  needs: ['username', 'follower_count'],
  needsOne: ['follower_count'],
  excludes: [
    'likecount',
    'likes',
    'retweetcount',
    'retweets',
    'fulltext',
    'tweettext',
    'tweetid',
    'statusid',
  ],
  columns: {
    username: ['username', 'screenname', 'handle', 'userscreenname', 'userusername'],
    user_id: ['userid', 'useridstr', 'restid', 'idstr', 'id'],
    display_name: ['displayname', 'name', 'fullname'],
    bio: ['bio', 'description', 'rawdescription'],
    profile_image_url: ['profileimageurl', 'profileimageurlhttps', 'avatar', 'avatarurl'],
    banner_url: ['bannerurl', 'profilebannerurl'],
    follower_count: ['followercount', 'followers', 'followerscount'],
    following_count: ['followingcount', 'following', 'friendscount', 'friends', 'follows'],
    tweet_count: ['tweetcount', 'tweets', 'statusescount', 'tweetscount', 'posts', 'postcount'],
    is_verified: ['isverified', 'verified', 'isblueverified'],
    created_at: ['createdat', 'created', 'joined', 'joindate', 'joinedat'],
    location: ['location'],
    website: ['website'],
  },
};
