import { sqlStrings } from '@sdq/duckdb/sql';
import { topics } from '../../vocabulary/sentences.ts';
import type { Recipe } from '../recipe.ts';
import { nameHalves } from './name-halves.ts';

/** The number of distinct six-letter names that can be composed of name halves. */
const names = nameHalves * 64;

/**
 * `topics(topic_id, topic, tag)`: the topics of posts, most frequent first, as text and as a hashtag. The first are
 * real words; the others are invented names that sound like brands, because many posts require rare words.
 */
export async function makeTopics({ connection, random, scale }: Recipe): Promise<void> {
  // The factor is coprime to the number of names, so that each name is used once.
  const name = `(range * 104729 + ${random.below('0', 'first topic', names)}) % ${names}`;
  await connection.run(`
    CREATE TABLE topics AS
    SELECT topic_id, topic, lower(replace(topic, ' ', '')) AS tag
    FROM (
      SELECT topic_id, CASE WHEN topic_id < ${topics.length} THEN ${sqlStrings(topics)}[1 + topic_id]
                            ELSE head.opening_title || tail.opening[:2] END AS topic
      FROM (SELECT range AS topic_id, ${name} AS name FROM range(${scale.topics}))
      JOIN name_halves head ON head.half_id = name % ${nameHalves}
      JOIN name_halves tail ON tail.half_id = name // ${nameHalves} * 64
    )`);
}
