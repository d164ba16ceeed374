import { sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { englishWords } from '../../vocabulary/captions.ts';
import { languages } from '../../vocabulary/languages.ts';
import { syllables } from '../../vocabulary/syllables.ts';
import type { Recipe } from '../recipe.ts';

/**
 * `words(word_id, word)`: the words of each language, most frequent first; word r of language l has the ID l *
 * scale.words + r. Rare words are longer. English begins with real words.
 */
export async function makeWords({ connection, random, scale }: Recipe): Promise<void> {
  const scripts = languages.map((language, index) => {
    const parts = sqlStrings((syllables[language.script] ?? '').split(' '));
    return `(${index}, ${sqlString(language.code)}, ${parts})`;
  });
  const syllable = (place: number) =>
    `parts[1 + floor(len(parts) * ${random.uniform('word_id', `syllable ${place}`)})::INTEGER]`;
  const longerFrom = (rank: number, place: number) =>
    `CASE WHEN rank >= ${rank} THEN ${syllable(place)} ELSE '' END`;
  const english = englishWords.split(' ');
  await connection.run(`
    CREATE TABLE words AS
    SELECT word_id,
           CASE WHEN language = 'en' AND rank < ${english.length} THEN ${sqlStrings(english)}[rank + 1]
                ELSE ${syllable(1)} || ${longerFrom(20, 2)} || ${longerFrom(400, 3)} || ${longerFrom(8000, 4)}
           END AS word
    FROM (
      SELECT language_index * ${scale.words} + rank AS word_id, rank, language, parts
      FROM (VALUES ${scripts.join(', ')}) script(language_index, language, parts),
           (SELECT range AS rank FROM range(${scale.words}))
    )`);
}
