import { tableNamed } from '../index-writer.ts';
import type { ReportStep } from '../progress.ts';
import type { Recipe } from '../recipe.ts';
import { companies } from './companies.ts';
import { makeCompanyFacts } from './company-facts.ts';
import { makeEmployers } from './employers.ts';
import { makePersonFacts } from './person-facts.ts';
import { networkPosts } from './posts.ts';
import { networkProfiles } from './profiles.ts';

const pools = [makeEmployers, makePersonFacts, makeCompanyFacts];

/** Generates the tables of the professional network. */
export async function generateNetwork(recipe: Recipe, report: ReportStep): Promise<void> {
  const { connection, writer } = recipe;
  for (const [done, makePool] of pools.entries()) {
    report('pools', done, pools.length);
    await makePool(recipe);
  }
  // The employee counts of companies are counted from the profiles, which therefore come first.
  const tables = { profiles: networkProfiles, companies, posts: networkPosts };
  for (const [done, [name, query]] of Object.entries(tables).entries()) {
    report(`network.${name}`, done, Object.keys(tables).length);
    for (const sql of [query(recipe)].flat())
      await writer.write(connection, tableNamed('network', name), null, sql);
  }
  await connection.run('DROP TABLE employers; DROP TABLE person_facts; DROP TABLE company_facts');
}
