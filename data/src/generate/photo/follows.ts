import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { PhotoAccountSql } from './account-sql.ts';

/**
 * Accounts follow only accounts of the same circle. The first accounts of a circle are popular: most others follow
 * them.
 */
const circleAccounts = 2_048;

/** The number of circles whose relation is aggregated in both directions at a time; it determines the memory usage. */
const circlesAtOnce = 32;

/** The median number of known accounts that an account follows; the maximum is `followedMax`. */
const followedMedian = 30;
const followedMax = 700;

/** `follows(account, username, followers, following)`: both lists are derived from one relation of who follows whom. */
export async function makeFollows(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, random: base, scale } = recipe;
  const random = base.of('photo follows');
  const account = new PhotoAccountSql(base);
  const accounts = scale.photo.profiles;
  const circles = Math.ceil(accounts / circleAccounts);
  const size = Math.floor(accounts / circles);
  const count = `least(${followedMax}, ${random.count('account', 'followed', followedMedian)})`;
  const rank = random.zipf(`account * 1024 + k`, 'follows', size, 8);
  await connection.run(
    'CREATE TABLE follows (account BIGINT, username VARCHAR, followers VARCHAR[], following VARCHAR[])',
  );
  for (let first = 0; first < circles; first += circlesAtOnce) {
    report('photo.profiles', first, circles);
    await connection.run(`
      CREATE OR REPLACE TABLE circle AS
      SELECT account, account % ${circles} AS circle, ${account.username()} AS username
      FROM (SELECT range AS account FROM range(${accounts}) WHERE range % ${circles} BETWEEN ${first} AND ${first + circlesAtOnce - 1})
      ${account.join()}`);
    await connection.run(`
      CREATE OR REPLACE TABLE pairs AS
      SELECT DISTINCT account, ${rank} * ${circles} + circle AS followed
      FROM (SELECT account, circle, unnest(range(${count})) AS k FROM circle) WHERE followed <> account`);
    const listed = (owner: string, other: string) => `
      SELECT pairs.${owner} AS account, list_sort(list(circle.username)) AS names
      FROM pairs JOIN circle ON circle.account = pairs.${other} GROUP BY 1`;
    await connection.run(`
      INSERT INTO follows
      SELECT account, username, coalesce(followers.names, []), coalesce(following.names, [])
      FROM circle LEFT JOIN (${listed('followed', 'account')}) followers USING (account)
      LEFT JOIN (${listed('account', 'followed')}) following USING (account)`);
  }
  await connection.run('DROP TABLE circle; DROP TABLE pairs');
}
