import { sqlStrings } from '@sdq/duckdb/sql';
import { commonHashtags } from '../../vocabulary/hashtags.ts';
import type { Recipe } from '../recipe.ts';
import { AuthorSql } from './author-sql.ts';
import { withLanguage } from './with-language.ts';

const tagsMax = 8;

/** A rare hashtag is composed of two of this number of the most frequent words of its language. */
const tagWords = 3_000;

/**
 * `tag_sets(tag_set_id, hashtags, mentions, ending)`: the ending of a caption, as lists and as text. A set in forty
 * repeats its first hashtag, one in thirty is in capitals, one in fourteen mentions accounts.
 */
export async function makeTagSets(recipe: Recipe): Promise<void> {
  const { connection, random, scale } = recipe;
  await connection.run(`CREATE TABLE drawn_tags AS ${drawnTags(recipe)}`);
  await connection.run(`CREATE TABLE drawn_mentions AS ${drawnMentions(recipe)}`);
  const written = `list_transform(tags, lambda tag: '#' || CASE WHEN ${random.oneIn('tag_set_id', 'capitals', 30)} THEN upper(tag) ELSE tag END)`;
  await connection.run(`
    CREATE TABLE tag_sets AS
    WITH tagged AS (SELECT tag_set_id, list(tag ORDER BY k) AS tags FROM drawn_tags GROUP BY tag_set_id),
    repeated AS (
      SELECT tag_set_id,
             CASE WHEN ${random.oneIn('tag_set_id', 'repeats', 40)} THEN list_append(tags, tags[1]) ELSE tags END AS tags
      FROM tagged
    ),
    mentioned AS (SELECT tag_set_id, list(username ORDER BY k) AS names FROM drawn_mentions GROUP BY tag_set_id)
    SELECT tag_set_id, coalesce(tags, []::VARCHAR[]) AS hashtags, coalesce(names, []::VARCHAR[]) AS mentions,
           concat_ws(' ', '@' || array_to_string(names, ' @'), array_to_string(${written}, ' ')) AS ending
    FROM (SELECT range AS tag_set_id FROM range(${scale.tagSets}))
    LEFT JOIN repeated USING (tag_set_id) LEFT JOIN mentioned USING (tag_set_id)`);
  await connection.run('DROP TABLE drawn_tags; DROP TABLE drawn_mentions');
}

/** `(tag_set_id, tag, k)`: each tag once per set, in the order drawn. */
function drawnTags({ random, scale }: Recipe): string {
  const common = commonHashtags.split(' ');
  const count = `least(${tagsMax}, floor(-2.9 * ln(1 - 0.999 * ${random.uniform('range', 'tags of a set')})))::BIGINT`;
  const sets = withLanguage(
    `SELECT range AS tag_set_id, ${count} AS count FROM range(${scale.tagSets})`,
    'tag_set_id',
    scale.tagSets,
  );
  const words = Math.min(tagWords, scale.words);
  const word = (place: string) =>
    `language_index * ${scale.words} + ${random.below(`tag_rank * 64 + language_index`, `${place} word of a tag`, words)}`;
  const number = `CASE WHEN tag_rank % 37 = 0 THEN (tag_rank % 100)::VARCHAR ELSE '' END`;
  return `
    WITH ranked AS (
      SELECT tag_set_id, k, language_index,
             ${random.zipf(`tag_set_id * ${tagsMax} + k`, 'tag', scale.tags + common.length, 2)} AS tag_rank
      FROM (${sets}), (SELECT range AS k FROM range(${tagsMax})) WHERE k < count
    ),
    spelled AS (
      SELECT tag_set_id, k, CASE WHEN tag_rank < ${common.length} THEN ${sqlStrings(common)}[tag_rank + 1]
                                 ELSE first.word || second.word || ${number} END AS tag
      FROM ranked JOIN words first ON first.word_id = ${word('first')} JOIN words second ON second.word_id = ${word('second')}
    )
    SELECT tag_set_id, tag, min(k) AS k FROM spelled GROUP BY tag_set_id, tag`;
}

/** `(tag_set_id, username, k)` of the sets that mention accounts. */
function drawnMentions(recipe: Recipe): string {
  const { random, scale } = recipe;
  const author = new AuthorSql(recipe);
  return `
    WITH drawn AS (
      SELECT range AS tag_set_id, k, ${random.zipf('range * 4 + k', 'mentioned', scale.authors, 50)} AS account
      FROM range(${scale.tagSets}), (SELECT range AS k FROM range(3)) ks
      WHERE ${random.oneIn('range', 'mentions', 14)} AND k <= ${random.zipf('range', 'mentions of a set', 3, 1)}
    )
    SELECT tag_set_id, k, ${author.username()} AS username
    FROM (SELECT *, ${author.numbers()} FROM drawn) ${author.joins()}`;
}
