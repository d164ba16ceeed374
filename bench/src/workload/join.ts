import { familyOf, text } from './query.ts';

export const joinQueries = familyOf('join', (p) => [
  [
    'authors_of_tag',
    'ordered',
    `SELECT a.author, a.follower_count, count(*) AS videos, sum(v.play_count) AS plays
     FROM videos v JOIN authors a ON a.author_id = v.author_id
     WHERE list_contains(v.hashtags, ${text(p.hashtag.middle)})
     GROUP BY ALL ORDER BY plays DESC NULLS LAST, a.author, a.follower_count LIMIT 50`,
  ],
  [
    'authors_of_two_tags',
    'ordered',
    `SELECT count(*) AS pairs, count(DISTINCT a.author_id) AS authors
     FROM videos a JOIN videos b ON a.author_id = b.author_id AND b.create_time > a.create_time
     WHERE list_contains(a.hashtags, ${text(p.hashtag.middle)}) AND list_contains(b.hashtags, ${text(p.hashtag.hot)})`,
  ],
  [
    'comments_of_author',
    'multiset',
    `SELECT v.video_id, count(*) AS comments, max(c.like_count) AS best
     FROM comments c JOIN videos v USING (video_id) WHERE v.author = ${text(p.commentedAuthor)} GROUP BY v.video_id`,
  ],
]);
