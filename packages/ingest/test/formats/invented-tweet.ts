import { tweetId } from './invented-posts.ts';

const at = '2024-03-01T10:00:00Z';
export const id = tweetId(at, 1);
export const root = tweetId('2024-02-29T08:00:00Z', 2);

/** The row of an invented post, which files of several formats describe. */
export const row = {
  id,
  username: 'ada_one',
  content: 'Sea & sun #Fun',
  created_at: '2024-03-01T10:00:00.000Z',
  like_count: 234,
  retweet_count: 50,
  reply_count: 12,
  quote_count: 5,
  view_count: 5432,
  in_reply_to_id: root,
  conversation_id: root,
  language: 'en',
  hashtags: ['fun'],
};
