import { certifications, degrees, schools, skills } from '../../vocabulary/work.ts';
import { Chance } from '../chance.ts';
import { makeJsonPool } from '../pools/json-pool.ts';
import type { Recipe } from '../recipe.ts';

/** The number of rows in the pool. Each profile takes its skills and its schools from two of them. */
export const personFacts = 2_000;

/** `person_facts(id, skills, endorsements, education, certification)`. */
export async function makePersonFacts(recipe: Recipe): Promise<void> {
  const chance = new Chance(recipe.seed, 'facts about people');
  const types = {
    skills: 'VARCHAR[]',
    endorsements: 'STRUCT(skill VARCHAR, count BIGINT)[]',
    education: 'STRUCT(school VARCHAR, degree VARCHAR, end_date VARCHAR)[]',
    certification: 'STRUCT("name" VARCHAR, issuer VARCHAR, issued VARCHAR, expires VARCHAR)',
  };
  const rows = Array.from({ length: personFacts }, () => {
    const known = chance.sample(skills, chance.between(0, 8));
    return {
      skills: known,
      endorsements: known.slice(0, 3).map((skill) => ({ skill, count: chance.between(1, 99) })),
      education: educationOf(chance),
      certification: certification(chance),
    };
  });
  await makeJsonPool(recipe, 'person_facts', types, rows);
}

function educationOf(chance: Chance) {
  return chance.sample(schools, chance.zipf(3, 2)).map((school, index) => ({
    school,
    degree: chance.happens(0.9) ? chance.pick(degrees) : null,
    end_date: String(chance.between(2010, 2020) - index * 4),
  }));
}

function certification(chance: Chance) {
  const issued = chance.between(2016, 2025);
  return {
    ...chance.pick(certifications),
    issued: `${issued}-0${chance.between(1, 9)}`,
    expires: chance.happens(0.5) ? `${issued + 3}-01` : null,
  };
}
