import { removalsName } from '@sdq/catalog';
import type { Platform } from '@sdq/contract';
import { tableNamed } from './index-writer.ts';
import { MicroAccountSql, microIds } from './micro/account-sql.ts';
import { recentSecond, timestampAt } from './moments.ts';
import { networkPostIds } from './network/posts.ts';
import { networkPerson } from './network/profiles.ts';
import { PhotoAccountSql } from './photo/account-sql.ts';
import { PhotoPostSql } from './photo/post-sql.ts';
import { AuthorSql } from './pools/author-sql.ts';
import type { PersonSql } from './pools/person-sql.ts';
import type { ReportStep } from './progress.ts';
import type { Recipe } from './recipe.ts';
import { numberedId } from './shortvideo/video-times.ts';
import type { Snowflake } from './snowflake.ts';

/**
 * One post is removed per this number of posts, but at least `postsRemovedLeast`; one account is removed per
 * `postsPerAccount` removed posts.
 */
const postsPerRemoved = 100;
const postsRemovedLeast = 30;
const postsPerAccount = 10;

/**
 * Generates the tables of removed records. Their keys are those that rows after the last one of a table would have, so
 * that none of them is in the table.
 */
export async function generateRemovals(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, random, until, writer } = recipe;
  const platforms = Object.entries(removedKeys(recipe)) as [Platform, Record<string, string>][];
  for (const [done, [platform, tables]] of platforms.entries()) {
    report(removalsName, done, platforms.length);
    const removedAt = recentSecond(random.of(`removed from ${platform}`), 'number', until, 1);
    const rows = Object.entries(tables).map(
      ([table, keys]) =>
        `SELECT '${table}' AS record_table, record_key, ${timestampAt(removedAt)} AS removed_at FROM (${keys})`,
    );
    const query = `SELECT *, 'not found on the platform' AS reason, false AS for_good, removed_at AS indexed_at FROM (${rows.join(' UNION ALL ')})`;
    await writer.write(connection, tableNamed(platform, removalsName), null, query);
  }
}

type Ids = Pick<Snowflake, 'id'>;

/** By platform and table: SQL that selects `record_key` and `number`. */
function removedKeys(recipe: Recipe): Record<Platform, Record<string, string>> {
  const { random, scale, until } = recipe;
  const posts = Math.max(postsRemovedLeast, Math.floor(scale.rows / postsPerRemoved));
  const accounts = Math.floor(posts / postsPerAccount);
  const person = (sql: PersonSql, living: number) =>
    `SELECT account AS number, ${sql.username()} AS record_key
     FROM (SELECT range AS account FROM range(${living}, ${living + accounts})) ${sql.join()}`;
  const post = (platform: Platform, living: number, ids: Ids) => {
    const second = recentSecond(random.of(`made on ${platform}`), 'number', until, 4);
    return `SELECT number, ${ids.id('second', 'number')}::VARCHAR AS record_key
            FROM (SELECT number, ${second} AS second FROM (SELECT range AS number FROM range(${living}, ${living + posts})))`;
  };
  const photo = new PhotoPostSql(recipe);
  const photos = photo.rows(`range(${scale.photo.posts}, ${scale.photo.posts + posts})`);
  const author = new AuthorSql(recipe);
  return {
    shortvideo: {
      videos: post('shortvideo', scale.rows, { id: numberedId }),
      authors: `SELECT account AS number, ${author.id()} AS record_key
                FROM (SELECT range AS account FROM range(${scale.authors}, ${scale.authors + accounts}))`,
    },
    network: {
      posts: post('network', scale.network.posts, networkPostIds),
      profiles: person(networkPerson(random), scale.network.profiles),
    },
    photo: {
      posts: `SELECT post AS number, ${photo.shortcode()} AS record_key FROM ${photos}`,
      profiles: person(new PhotoAccountSql(random), scale.photo.profiles),
    },
    micro: {
      tweets: post('micro', scale.micro.threads + scale.micro.answers, microIds),
      profiles: person(new MicroAccountSql(random, until), scale.micro.profiles),
    },
  };
}
