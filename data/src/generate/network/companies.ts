import { industries, taglines } from '../../vocabulary/work.ts';
import { tableNamed } from '../index-writer.ts';
import { daySeconds, seenAfter } from '../moments.ts';
import type { Recipe } from '../recipe.ts';
import { companyFacts } from './company-facts.ts';

const sizes: readonly (readonly [most: number, label: string])[] = [
  [10, '2-10 employees'],
  [50, '11-50 employees'],
  [200, '51-200 employees'],
  [500, '201-500 employees'],
  [1_000, '501-1,000 employees'],
  [5_000, '1,001-5,000 employees'],
  [10_000, '5,001-10,000 employees'],
];

/** Every employer. Most of its employees have no generated profile, as in a real sample. */
export function companies({ random: base, until, writer }: Recipe): string {
  const random = base.of('network companies');
  const profiles = writer.scan(tableNamed('network', 'profiles'));
  const fact = (purpose: string) => random.below('employer', purpose, companyFacts);
  const maybe = (purpose: string, value: string) =>
    `CASE WHEN ${random.percent('employer', purpose, 85)} THEN ${value} END`;
  const size = sizes.map(([most, label]) => `WHEN staff <= ${most} THEN '${label}'`).join(' ');
  const city = 'placed.locations[1].city';
  return `
    WITH employed AS (
      SELECT current_company AS company, count(*) AS people FROM ${profiles} WHERE current_company IS NOT NULL GROUP BY 1
    ),
    staffed AS (
      SELECT employers.*, coalesce(people, 0) * ${random.between('employer', 'staff', 1, 60)} AS staff
      FROM employers LEFT JOIN employed USING (company)
    )
    SELECT company, (1000000 + employer * 97)::VARCHAR AS company_id, name,
           ${maybe('tagline', `replace(${random.pick('employer', 'tagline', taglines)}, '{}', coalesce(does.specialties[1], 'good work'))`)} AS tagline,
           ${maybe('industry', random.pick('employer', 'industry', industries))} AS industry,
           CASE ${size} ELSE '10,001+ employees' END AS company_size,
           ${city} || ', ' || placed.locations[1].country AS headquarters,
           ${maybe('founded', random.between('employer', 'year', 1948, 2024))} AS founded,
           ${maybe('about', `name || ' works on ' || coalesce(nullif(array_to_string(does.specialties, ', '), ''), 'many things') || ' in ' || ${city} || '.'`)} AS about,
           ${maybe('website', `'https://' || company || '.example'`)} AS website,
           CASE WHEN employer % 7 <> 6 THEN 'https://media.network.example/' || company || '.png' END AS logo_url,
           does.specialties, ${random.count('employer', 'followers', 3_000, 1.5)} AS follower_count, staff AS employee_count,
           placed.locations, ${seenAfter(random, 'employer', String(until - 40 * daySeconds), until)} AS indexed_at
    FROM staffed
    JOIN company_facts does ON does.id = ${fact('specialties')}
    JOIN company_facts placed ON placed.id = ${fact('offices')}`;
}
