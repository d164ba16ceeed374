import { sqlStrings } from '@sdq/duckdb/sql';
import { nameSyllables, syllables } from '../../vocabulary/syllables.ts';
import type { Recipe } from '../recipe.ts';

/** The number of halves of usernames; pairs of them name 16.8 million accounts. */
export const nameHalves = 4096;

/**
 * `name_halves(half_id, opening, closing, opening_title, closing_title)`: four letters as the first half of a username,
 * and the same letters with a suffix as its second half.
 */
export async function makeNameHalves({ connection, random }: Recipe): Promise<void> {
  const pairs = nameSyllables.split(' ').slice(0, 64);
  if (new Set(pairs).size !== 64) throw new Error('usernames need 64 different syllables');
  const endings = ['', ...(syllables.latin ?? '').split(' ')];
  const ending = `${sqlStrings(endings)}[1 + ${random.below('range', 'name ending', endings.length)}]`;
  await connection.run(`
    CREATE TABLE name_halves AS
    SELECT half_id, opening, opening || ending AS closing,
           upper(opening[1]) || opening[2:] AS opening_title, upper(opening[1]) || opening[2:] || ending AS closing_title
    FROM (
      SELECT range AS half_id, ${ending} AS ending,
             ${sqlStrings(pairs)}[1 + range // 64] || ${sqlStrings(pairs)}[1 + range % 64] AS opening
      FROM range(${nameHalves})
    )`);
}
