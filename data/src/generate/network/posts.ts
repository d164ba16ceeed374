import { recentSecond, seenAfter, timestampAt } from '../moments.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { RandomSql } from '../random.ts';
import type { Recipe } from '../recipe.ts';
import { Snowflake } from '../snowflake.ts';
import { networkPerson } from './profiles.ts';

const kinds = ['text', 'image', 'text', 'video', 'article', 'document'] as const;

export const networkPostIds = new Snowflake(0, 22);

/** Posts by people and by companies; a few authors write most of them. */
export function networkPosts({ random: base, scale, until }: Recipe): string {
  const random = base.of('network posts');
  const person = networkPerson(base);
  const text = new PostTextSql(random, scale, 'number');
  const author = (count: number) => random.zipf('number', 'author', count, 1);
  return `
    WITH dated AS (SELECT range AS number, ${recentSecond(random, 'range', until, 4)} AS second FROM range(${scale.network.posts})),
    drawn AS (
      SELECT *, ${random.percent('number', 'of a company', 40)} AS is_company,
             ${networkPostIds.id('second', 'number')}::VARCHAR AS post_id,
             ${author(scale.network.profiles)} AS account, ${author(scale.network.companies)} AS employer,
             ${random.pick('number', 'kind', kinds)} AS post_type, ${random.count('number', 'likes', 40, 1.6)} AS like_count
      FROM dated
    )
    SELECT post_id, CASE WHEN is_company THEN 'company' ELSE 'person' END AS author_kind,
           CASE WHEN is_company THEN company ELSE ${person.username()} END AS author,
           'https://network.example/posts/' || post_id AS url, ${text.post()} AS text, ${timestampAt('second')} AS created_at,
           post_type, like_count, floor(like_count * 0.2 * ${random.uniform('number', 'comments')})::BIGINT AS comment_count,
           CASE WHEN ${random.percent('number', 'shares known', 90)}
             THEN floor(like_count * 0.1 * ${random.uniform('number', 'shares')})::BIGINT END AS share_count,
           ${media(random)} AS media, post_hashtags AS hashtags, ${seenAfter(random, 'number', 'second', until)} AS indexed_at
    FROM drawn ${person.join()} JOIN employers USING (employer) ${text.topicJoins()} ${text.tagJoins()}`;
}

function media(random: RandomSql): string {
  const count = `CASE post_type WHEN 'text' THEN 0 WHEN 'article' THEN 0 WHEN 'image' THEN ${random.between('number', 'pictures', 1, 4)} ELSE 1 END`;
  const url = `'https://media.network.example/' || post_id || '/' || item`;
  return `list_transform(range(${count}), lambda item: {'type': post_type, 'url': ${url}})`;
}
