import { sqlStrings } from '@sdq/duckdb/sql';
import { familyEndings, familyStems, givenNames } from '../../vocabulary/people.ts';
import type { Recipe } from '../recipe.ts';

const given = givenNames.split(' ');
const families = familyStems.split(' ').flatMap((stem) => familyEndings.split(' ').map((end) => stem + end));

/** The number of distinct names. If there are more people, they share names and are distinguished by a number. */
export const peopleNames = given.length * families.length;
export const familyNames = families.length;

/**
 * `family_names(family_id, family)` and `people_names(name_id, given, family)`: every combination of a given name and a
 * family name.
 */
export async function makePeopleNames({ connection }: Recipe): Promise<void> {
  await connection.run(`
    CREATE TABLE family_names AS
    SELECT range AS family_id, ${sqlStrings(families)}[1 + range] AS family FROM range(${familyNames})`);
  await connection.run(`
    CREATE TABLE people_names AS
    SELECT given_id * ${familyNames} + family_id AS name_id, given, family
    FROM family_names, (SELECT range AS given_id, ${sqlStrings(given)}[1 + range] AS given FROM range(${given.length}))`);
}
