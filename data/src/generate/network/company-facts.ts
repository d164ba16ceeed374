import { cities } from '../../vocabulary/people.ts';
import { specialties } from '../../vocabulary/work.ts';
import { Chance } from '../chance.ts';
import { makeJsonPool } from '../pools/json-pool.ts';
import type { Recipe } from '../recipe.ts';

/** The number of rows in the pool. Each company takes its specialties and its offices from two of them. */
export const companyFacts = 1_000;

/** `company_facts(id, specialties, locations)`; the first location is the head office. */
export async function makeCompanyFacts(recipe: Recipe): Promise<void> {
  const chance = new Chance(recipe.seed, 'facts about companies');
  const types = {
    specialties: 'VARCHAR[]',
    locations: 'STRUCT(city VARCHAR, region VARCHAR, country VARCHAR, is_headquarters BOOLEAN)[]',
  };
  const rows = Array.from({ length: companyFacts }, () => ({
    specialties: chance.sample(specialties, chance.between(0, 5)),
    locations: chance
      .sample(cities, chance.between(1, 4))
      .map((office, place) => ({ ...office, is_headquarters: place === 0 })),
  }));
  await makeJsonPool(recipe, 'company_facts', types, rows);
}
