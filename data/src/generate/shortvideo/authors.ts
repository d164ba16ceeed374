import { tableNamed } from '../index-writer.ts';
import { AuthorSql } from '../pools/author-sql.ts';
import type { Recipe } from '../recipe.ts';

/** Every account that uploaded a video; counts are those of the generated videos. */
export function authors(recipe: Recipe): string {
  const { random, scale, writer } = recipe;
  const author = new AuthorSql(recipe);
  const videos = writer.scan(tableNamed('shortvideo', 'videos'));
  const totals = 'count(*) AS videos, sum(like_count) AS likes, max(indexed_at) AS seen';
  const some = (purpose: string, exceptOneIn: number, value: string) =>
    `CASE WHEN NOT ${random.oneIn('account', `${purpose} unknown`, exceptOneIn)} THEN ${value} END`;
  return `
    WITH by_id AS (SELECT author_id, ${totals} FROM ${videos} WHERE author_id IS NOT NULL GROUP BY author_id),
    by_name AS (SELECT author, ${totals} FROM ${videos} WHERE author_id IS NULL GROUP BY author),
    accounts AS (
      SELECT *, ${author.id()} AS author_id, ${author.username()} AS author, ${author.nickname()} AS nickname
      FROM (SELECT *, ${author.numbers()} FROM (SELECT range AS account FROM range(${scale.authors}))) ${author.joins()}
    )
    SELECT author_id, author, ${some('second id', 4, author.secondaryId())} AS sec_uid, nickname,
           CASE ${random.below('account', 'bio', 5)}
             WHEN 0 THEN nickname || ' ✨' WHEN 1 THEN home_name || ' | ' || tail_title
             WHEN 2 THEN '📩 ' || author || '@mail.example' WHEN 3 THEN '' END AS bio,
           ${author.verified()} AS is_verified, ${random.oneIn('account', 'private', 60)} AS is_private,
           ${some('region', 8, 'home_region')} AS region, ${some('language', 10, 'home_language')} AS language,
           ${author.followers('1')} AS follower_count,
           ${some('following', 6, `floor(exp(5 + ${random.normal('account', 'following')}))::BIGINT`)} AS following_count,
           (coalesce(by_id.likes, 0) + coalesce(by_name.likes, 0))::BIGINT AS like_count,
           coalesce(by_id.videos, 0) + coalesce(by_name.videos, 0) AS video_count,
           ${some('avatar', 3, `'https://p16.avatars.example/' || author_id || '.jpeg'`)} AS avatar_url,
           ${some('making', 2, `make_timestamptz(${author.madeAt()} * 1000000)`)} AS created_at,
           greatest(by_id.seen, by_name.seen) AS indexed_at
    FROM accounts LEFT JOIN by_id USING (author_id) LEFT JOIN by_name USING (author)
    WHERE by_id.videos IS NOT NULL OR by_name.videos IS NOT NULL`;
}
