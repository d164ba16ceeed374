import { seenAfter, timestampAt } from '../moments.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { Recipe } from '../recipe.ts';
import { PhotoAccountSql } from './account-sql.ts';
import { PhotoPostSql } from './post-sql.ts';

const longestSpanSeconds = 30 * 86_400;

/** Comments, never more than a post's `comment_count`. The comments of a post become less frequent over time. */
export function photoComments(recipe: Recipe): string {
  const random = recipe.random.of('photo comments');
  const account = new PhotoAccountSql(recipe.random);
  const text = new PostTextSql(random, recipe.scale, 'number');
  const author = random.zipf('number', 'author', recipe.scale.photo.profiles, 50);
  const span = `least(${longestSpanSeconds}, ${recipe.until} - 3600 - second)`;
  const written = `second + 30 + floor((${span} - 30) * pow((place + 1)::DOUBLE / (comments + 1), 2))::BIGINT`;
  return `
    WITH placed AS (
      SELECT media_number, second, comments, first_comment, unnest(range(comments)) AS place
      FROM ${new PhotoPostSql(recipe).rows()}
    ),
    numbered AS (SELECT *, first_comment + place AS number, ${written} AS written FROM placed),
    drawn AS (SELECT *, ${author} AS account FROM numbered)
    SELECT (17900000000000000 + number * 104729)::VARCHAR AS id, media_number::VARCHAR AS media_id, ${text.answer()} AS text,
           ${account.userId()} AS user_pk, ${account.username()} AS username, ${account.fullName()} AS full_name,
           'https://media.photo.example/' || user_pk || '.jpg' AS profile_pic_url,
           ${timestampAt('written')} AS created_at, ${random.count('number', 'likes', 1.5)} AS like_count,
           ${seenAfter(random, 'number', 'written', recipe.until)} AS indexed_at
    FROM drawn ${account.join()} ${text.topicJoins()}`;
}
