import { sqlStrings } from '@sdq/duckdb/sql';
import { emoji } from '../../vocabulary/captions.ts';
import type { Recipe } from '../recipe.ts';
import { withLanguage } from './with-language.ts';

/** The minimum and maximum words of a caption. */
const wordsMin = 3;
const wordsMax = 10;

/** `captions(caption_id, text)`: three to ten words from a Zipf distribution, some with emoji, some in quotes. */
export async function makeCaptions({ connection, random, scale }: Recipe): Promise<void> {
  const symbols = emoji.split(' ');
  const length = `${wordsMin} + ${random.below('range', 'caption length', wordsMax - wordsMin + 1)}`;
  const rank = random.zipf(`caption_id * ${wordsMax} + k`, 'caption word', scale.words, 6);
  const symbol = `${sqlStrings(symbols)}[1 + ${random.below('caption_id', 'caption symbol', symbols.length)}]`;
  const numbered = withLanguage(
    `SELECT range AS caption_id, ${length} AS length FROM range(${scale.captions})`,
    'caption_id',
    scale.captions,
  );
  await connection.run(`
    CREATE TABLE captions AS
    WITH drawn AS (
      SELECT caption_id, k, language_index * ${scale.words} + ${rank} AS word_id
      FROM (${numbered}), (SELECT range AS k FROM range(${wordsMax})) WHERE k < length
    ),
    spoken AS (
      SELECT caption_id, string_agg(word, ' ' ORDER BY k) AS text FROM drawn JOIN words USING (word_id) GROUP BY caption_id
    )
    SELECT caption_id,
           CASE WHEN ${random.oneIn('caption_id', 'caption quoted', 50)} THEN '"' || text || '", ...' ELSE text END
           || CASE WHEN ${random.oneIn('caption_id', 'caption with symbol', 4)} THEN ' ' || ${symbol} ELSE '' END AS text
    FROM spoken`);
}
