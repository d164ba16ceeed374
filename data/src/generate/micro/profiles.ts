import { tableNamed } from '../index-writer.ts';
import { daySeconds, seenAfter, timestampAt } from '../moments.ts';
import { placeName } from '../pools/place-name.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { Recipe } from '../recipe.ts';
import { MicroAccountSql } from './account-sql.ts';

/** All accounts, including those without any generated post. */
export function microProfiles({ random: base, scale, until, writer }: Recipe): string {
  const random = base.of('micro profiles');
  const account = new MicroAccountSql(base, until);
  const text = new PostTextSql(random, scale, 'account');
  const tweets = writer.scan(tableNamed('micro', 'tweets'));
  const some = (purpose: string, percent: number, value: string) =>
    `CASE WHEN ${random.percent('account', purpose, percent)} THEN ${value} END`;
  return `
    WITH written AS (SELECT username, count(*) AS tweets FROM ${tweets} GROUP BY username),
    people AS (
      SELECT account, ${account.username()} AS username, ${account.fullName()} AS display_name,
             ${account.userId()} AS user_id, ${text.biography()} AS bio
      FROM (SELECT range AS account FROM range(${scale.micro.profiles})) ${account.join()} ${text.topicJoins()}
    )
    SELECT username, user_id, display_name, bio,
           'https://media.micro.example/' || user_id || '.jpg' AS profile_image_url,
           ${some('banner', 60, `'https://media.micro.example/' || user_id || '/banner.jpg'`)} AS banner_url,
           ${random.count('account', 'followers', '2e6 / (account + 20)', 1)} AS follower_count,
           ${random.count('account', 'following', 300)} AS following_count,
           coalesce(tweets, 0) + ${random.count('account', 'older posts', 200)} AS tweet_count,
           account < 20 OR ${random.percent('account', 'verified', 3)} AS is_verified,
           ${timestampAt(account.madeAt())} AS created_at,
           ${some('place known', 50, placeName(random, 'account'))} AS location,
           ${some('website', 30, `'https://' || replace(username, '_', '-') || '.example'`)} AS website,
           ${seenAfter(random, 'account', String(until - 31 * daySeconds), until)} AS indexed_at
    FROM people LEFT JOIN written USING (username)`;
}
