import { sqlStrings } from '@sdq/duckdb/sql';
import { familyEndings, familyStems, givenNames } from '../../vocabulary/people.ts';
import type { Recipe } from '../recipe.ts';

const given = givenNames.split(' ');
const families = familyStems.split(' ').flatMap((stem) => familyEndings.split(' ').map((end) => stem + end));

/** How many different names there are; more people than these share them, and a number tells them apart. */
export const peopleNames = given.length * families.length;
export const familyNames = families.length;

/** `family_names(family_id, family)` and `people_names(name_id, given, family)`: every name with every other. */
export async function makePeopleNames({ connection }: Recipe): Promise<void> {
  await connection.run(`
    CREATE TABLE family_names AS
    SELECT range AS family_id, ${sqlStrings(families)}[1 + range] AS family FROM range(${familyNames})`);
  await connection.run(`
    CREATE TABLE people_names AS
    SELECT given_id * ${familyNames} + family_id AS name_id, given, family
    FROM family_names, (SELECT range AS given_id, ${sqlStrings(given)}[1 + range] AS given FROM range(${given.length}))`);
}
