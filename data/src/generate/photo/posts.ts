import { timestampAt } from '../moments.ts';
import { placeName } from '../pools/place-name.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { Recipe } from '../recipe.ts';
import { PhotoAccountSql } from './account-sql.ts';
import { PhotoPostSql } from './post-sql.ts';

/** The posts; the first accounts have the most. */
export function photoPosts(recipe: Recipe): string {
  const post = new PhotoPostSql(recipe);
  const { random } = post;
  const account = new PhotoAccountSql(recipe.random);
  const text = new PostTextSql(random, recipe.scale, 'post');
  const author = random.zipf('post', 'author', recipe.scale.photo.profiles, 3);
  const isEmpty = `NOT ${random.percent('post', 'caption', 92)}`;
  return `
    WITH drawn AS (SELECT *, ${author} AS account, ${random.count('post', 'likes', 200, 1.7)} AS likes FROM ${post.rows()})
    SELECT ${post.shortcode()} AS id, media_number::VARCHAR AS media_id, ${account.username()} AS username,
           CASE WHEN ${isEmpty} THEN '' ELSE ${text.post()} END AS caption,
           CASE WHEN ${random.percent('post', 'likes known', 97)} THEN likes END AS like_count,
           comments + 5 + floor(likes * 0.05 * ${random.uniform('post', 'comments')})::BIGINT AS comment_count,
           ${timestampAt('second')} AS created_at, media_type,
           'https://media.photo.example/' || media_number || '.jpg' AS media_url,
           CASE WHEN is_video THEN 'https://media.photo.example/' || media_number || '.mp4' END AS video_url,
           CASE WHEN ${isEmpty} THEN [] ELSE post_hashtags END AS hashtags,
           CASE WHEN ${random.percent('post', 'place known', 30)} THEN ${placeName(random, 'post')} END AS location,
           ${post.indexedAt()} AS indexed_at
    FROM drawn ${account.join()} ${text.topicJoins()} ${text.tagJoins()}`;
}
