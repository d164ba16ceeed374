import { cities, familyNames } from '../../vocabulary/people.ts';
import { companyEndings, industries, specialties, taglines } from '../../vocabulary/work.ts';
import { Chance } from '../chance.ts';
import { daySeconds, seenAfter } from '../moments.ts';

const companyCount = 150;

const sizes: readonly { most: number; label: string }[] = [
  { most: 10, label: '2-10 employees' },
  { most: 50, label: '11-50 employees' },
  { most: 200, label: '51-200 employees' },
  { most: 500, label: '201-500 employees' },
  { most: 1_000, label: '501-1,000 employees' },
  { most: 5_000, label: '1,001-5,000 employees' },
  { most: 10_000, label: '5,001-10,000 employees' },
  { most: Number.POSITIVE_INFINITY, label: '10,001+ employees' },
];

export interface CompanyDraft {
  company: string;
  name: string;
}

/** Names and slugs first, since people need employers, and a company's counts need its people. */
function draft(seed: number): CompanyDraft[] {
  const chance = new Chance(seed, 'network companies, names');
  const names = familyNames.split(' ').flatMap((stem) => companyEndings.map((ending) => `${stem} ${ending}`));
  return chance
    .sample(names, companyCount)
    .map((name) => ({ company: name.toLowerCase().replace(' ', '-'), name }));
}

function finish(
  seed: number,
  until: number,
  drafts: readonly CompanyDraft[],
  people: readonly { current_company: string | null }[],
) {
  const chance = new Chance(seed, 'network companies');
  const employees = Map.groupBy(people, (person) => person.current_company);
  return drafts.map(({ company, name }, index) => {
    const fields = chance.sample(specialties, chance.between(0, 5));
    const offices = chance.sample(cities, chance.between(1, 4));
    // Most people have no profile among those generated, as it is with a real sample.
    const staff = Math.floor((employees.get(company)?.length ?? 0) * chance.between(1, 60));
    const maybe = <Value>(value: Value) => (chance.happens(0.85) ? value : null);
    return {
      company,
      company_id: String(1_000_000 + index * 7919),
      name,
      tagline: maybe(chance.pick(taglines).replace('{}', fields[0] ?? 'good work')),
      industry: maybe(chance.pick(industries)),
      company_size: sizes.find((size) => staff <= size.most)?.label ?? null,
      headquarters: `${offices[0]?.city}, ${offices[0]?.country}`,
      founded: maybe(chance.between(1948, 2024)),
      about: maybe(`${name} works on ${fields.join(', ') || 'many things'} in ${offices[0]?.city}.`),
      website: maybe(`https://${company}.example`),
      logo_url: index % 7 === 6 ? null : `https://media.network.example/${company}.png`,
      specialties: fields,
      follower_count: chance.count(3_000, 1.5),
      employee_count: staff,
      locations: offices.map((office, place) => ({ ...office, is_headquarters: place === 0 })),
      indexed_at: seenAfter(chance, until - 40 * daySeconds, until),
    };
  });
}

/** `companies`, in two steps. */
export const companies = { draft, finish };
