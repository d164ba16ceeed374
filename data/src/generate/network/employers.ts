import { companyEndings } from '../../vocabulary/work.ts';
import { familyNames } from '../pools/people-names.ts';
import type { Recipe } from '../recipe.ts';

/**
 * `employers(employer, company, name)`: number, slug and name of each company; number 0 has the most employees. If
 * there are more companies than family names, the others are named after two families.
 */
export async function makeEmployers({ connection, random: base, scale }: Recipe): Promise<void> {
  const random = base.of('employers');
  const named = familyNames * companyEndings.length;
  // The factor is coprime to the number of names, so that each name is used once before any is repeated.
  const shuffled = `(range * 3571 + ${random.below('0', 'first name', named)}) % ${named}`;
  const ending = `['${companyEndings.join("', '")}'][1 + shuffled // ${familyNames}]`;
  // Each repetition has a different step: a family, and another one at that distance.
  const partner = `(shuffled % ${familyNames} + turn) % ${familyNames}`;
  await connection.run(`
    CREATE TABLE employers AS
    SELECT employer, name, lower(replace(replace(name, ' & ', '-'), ' ', '-')) AS company
    FROM (
      SELECT employer, one.family || CASE WHEN turn > 0 THEN ' & ' || two.family ELSE '' END || ' ' || ${ending} AS name
      FROM (SELECT range AS employer, ${shuffled} AS shuffled, range // ${named} AS turn FROM range(${scale.network.companies}))
      JOIN family_names one ON one.family_id = shuffled % ${familyNames}
      JOIN family_names two ON two.family_id = ${partner}
    )`);
}
