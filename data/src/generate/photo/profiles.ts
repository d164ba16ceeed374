import { categories } from '../../vocabulary/sentences.ts';
import { tableNamed } from '../index-writer.ts';
import { daySeconds, seenAfter } from '../moments.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { Recipe } from '../recipe.ts';
import { PhotoAccountSql } from './account-sql.ts';

/** All accounts, joined with the table `follows`; the popular ones are verified. */
export function photoProfiles({ random: base, scale, until, writer }: Recipe): string {
  const random = base.of('photo profiles');
  const account = new PhotoAccountSql(base);
  const text = new PostTextSql(random, scale, 'account');
  const posts = writer.scan(tableNamed('photo', 'posts'));
  return `
    WITH posted AS (SELECT username, count(*) AS posts FROM ${posts} GROUP BY username),
    people AS (
      SELECT account, username, followers, following, ${account.userId()} AS user_id, ${text.biography()} AS bio,
             CASE WHEN ${random.percent('account', 'name known', 95)} THEN ${account.fullName()} ELSE '' END AS full_name,
             ${random.percent('account', 'business', 20)} AS is_business
      FROM follows ${account.join()} ${text.topicJoins()}
    )
    SELECT username, user_id, full_name, bio, 'https://media.photo.example/' || user_id || '.jpg' AS profile_pic_url,
           CASE WHEN is_business THEN ${random.pick('account', 'category', categories)} END AS category,
           CASE WHEN ${random.percent('account', 'link', 25)}
             THEN 'https://' || replace(replace(username, '.', '-'), '_', '-') || '.example' END AS external_url,
           len(followers) * ${random.between('account', 'followers', 1, 400)} AS follower_count,
           len(following) + ${random.below('account', 'following', 301)} AS following_count,
           coalesce(posts, 0) + ${random.below('account', 'older posts', 21)} AS post_count,
           account < 25 OR ${random.percent('account', 'verified', 1)} AS is_verified,
           is_business, followers, following,
           ${seenAfter(random, 'account', String(until - 31 * daySeconds), until)} AS indexed_at
    FROM people LEFT JOIN posted USING (username)`;
}
