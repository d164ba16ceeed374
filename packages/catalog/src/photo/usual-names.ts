import type { UsualNames } from '../table.ts';

const addresses = [
  'url',
  'link',
  'posturl',
  'permalink',
  'postlink',
  'instagramurl',
  'inputurl',
  'postpermalink',
];

/** Tables of posts, as tools for analytics and scrapers export them. */
export const posts: UsualNames = {
  table: 'posts',
  rank: 90,
  needs: ['id', 'created_at'],
  needsOne: ['like_count', 'comment_count'],
  needsPlatform: true,
  columns: {
    id: ['shortcode', 'code', 'shortcodeid', ...addresses],
    media_id: ['mediaid', 'pk', 'mediapk', 'shortcode', 'code', ...addresses],
    username: [
      'ownerusername',
      'username',
      'userusername',
      'authorusername',
      'accountusername',
      'owner',
      'author',
      'profile',
    ],
    caption: ['caption', 'captiontext', 'text', 'description', 'message', 'content', 'title'],
    like_count: ['likecount', 'likes', 'likescount', 'edgemediapreviewlikecount'],
    comment_count: ['commentcount', 'comments', 'commentscount', 'edgemediatocommentcount'],
    created_at: [
      'postcreated',
      'createdat',
      'takenat',
      'takenattimestamp',
      'timestamp',
      'publishedat',
      'dateposted',
      'postdate',
      'date',
      'datetime',
      'created',
      'published',
    ],
    media_url: ['displayurl', 'mediaurl', 'imageurl', 'photo', 'thumbnail', 'thumbnailurl'],
    video_url: ['videourl'],
    hashtags: ['hashtags', 'tags'],
    location: ['location', 'locationname', 'place'],
  },
};
