import { sqlStrings } from '@sdq/duckdb/sql';
import { postHashtags } from '../../vocabulary/sentences.ts';
import type { Recipe } from '../recipe.ts';

const tagsMax = 4;

/**
 * `post_tag_sets(post_tag_set_id, post_hashtags, post_ending)`: up to four hashtags from a Zipf distribution, as a list
 * and as the ending of a text; three sets in ten are empty.
 */
export async function makePostTagSets({ connection, random: base, scale }: Recipe): Promise<void> {
  const random = base.of('tags of posts');
  const rank = random.zipf(`set_id * ${tagsMax} + k`, 'tag', scale.topics, 3);
  await connection.run(`
    CREATE TABLE post_tag_sets AS
    WITH drawn AS (
      SELECT set_id, k, ${rank} AS topic_id
      FROM (SELECT range AS set_id, 1 + ${random.below('range', 'count', tagsMax)} AS count FROM range(${scale.postTagSets})),
           (SELECT range AS k FROM range(${tagsMax}))
      WHERE k < count AND ${random.percent('set_id', 'has tags', 70)}
    ),
    spelled AS (
      SELECT set_id, min(k) AS k,
             CASE WHEN topic_id < ${postHashtags.length} THEN ${sqlStrings(postHashtags)}[1 + topic_id] ELSE tag END AS tag
      FROM drawn JOIN topics USING (topic_id) GROUP BY ALL
    ),
    tagged AS (SELECT set_id, list(tag ORDER BY k) AS tags FROM spelled GROUP BY set_id)
    SELECT range AS post_tag_set_id, coalesce(tags, []::VARCHAR[]) AS post_hashtags,
           '#' || array_to_string(tags, ' #') AS post_ending
    FROM range(${scale.postTagSets}) LEFT JOIN tagged ON set_id = range`);
}
