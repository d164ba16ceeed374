import { certifications, degrees, schools, skills, titles } from '../../vocabulary/work.ts';
import { Chance } from '../chance.ts';
import { daySeconds, seenAfter, yearMonth } from '../moments.ts';
import { inventPeople, type Person, place } from '../people.ts';
import { biography } from '../texts.ts';
import type { CompanyDraft } from './companies.ts';

const profileCount = 3_000;

export type NetworkProfile = ReturnType<typeof profile>;

/** The people; the first companies employ the most of them. */
export function networkProfiles(
  seed: number,
  until: number,
  employers: readonly CompanyDraft[],
): NetworkProfile[] {
  const chance = new Chance(seed, 'network profiles');
  return inventPeople(chance, profileCount, ['-']).map((person) => profile(chance, until, person, employers));
}

function profile(chance: Chance, until: number, person: Person, employers: readonly CompanyDraft[]) {
  const experience = careerOf(chance, until, employers);
  const [present] = experience.filter((position) => position.end_date === null);
  const known = chance.sample(skills, chance.between(0, 8));
  const maybe = <Value>(share: number, value: Value) => (chance.happens(share) ? value : null);
  return {
    username: person.username,
    full_name: person.fullName,
    headline: maybe(0.9, present ? `${present.title} at ${present.name}` : 'Open to work'),
    location: maybe(0.9, place(chance)),
    bio: maybe(0.6, biography(chance)),
    connection_count: maybe(0.95, Math.min(30_000, chance.count(400))),
    current_company: present?.company ?? null,
    current_title: present?.title ?? null,
    experience: experience.map(({ company: _, name, ...position }) => ({ company: name, ...position })),
    education: educationOf(chance),
    skills: known,
    endorsements: maybe(
      0.4,
      known.slice(0, 3).map((skill) => ({ skill, count: chance.between(1, 99) })),
    ),
    publications: maybe(0.08, [publication(chance, person)]),
    certifications: maybe(0.15, [certification(chance)]),
    email: maybe(0.1, `${person.username}@mail.example`),
    phone: maybe(0.04, `+1-555-01${String(chance.below(100)).padStart(2, '0')}`),
    websites: maybe(0.12, [`https://${person.username}.example`]),
    profile_url: `https://network.example/in/${person.username}`,
    profile_image_url: maybe(0.8, `https://media.network.example/${person.username}.jpg`),
    indexed_at: seenAfter(chance, until - chance.between(31, 300) * daySeconds, until),
  };
}

/** Up to five positions without overlap, newest first; nine in ten people have one that lasts. */
function careerOf(chance: Chance, until: number, employers: readonly CompanyDraft[]) {
  let end: number | null = chance.happens(0.9) ? null : until - chance.between(60, 900) * daySeconds;
  return Array.from({ length: chance.between(1, 5) }, () => {
    const employer = chance.pickZipf(employers, 6);
    const start = (end ?? until) - chance.between(200, 2_000) * daySeconds;
    const position = {
      company: employer.company,
      name: employer.name,
      title: chance.pick(titles),
      start_date: yearMonth(start),
      end_date: end === null ? null : yearMonth(end),
      description: chance.happens(0.5) ? biography(chance) : null,
    };
    end = start - chance.between(0, 200) * daySeconds;
    return position;
  });
}

function educationOf(chance: Chance) {
  return chance.sample(schools, chance.zipf(3, 2)).map((school, index) => ({
    school,
    degree: chance.happens(0.9) ? chance.pick(degrees) : null,
    end_date: String(chance.between(2010, 2020) - index * 4),
  }));
}

function publication(chance: Chance, person: Person) {
  return {
    title: `Notes on ${chance.pick(skills)}`,
    publisher: `${chance.pick(schools)} Press`,
    date: `${chance.between(2012, 2025)}-0${chance.between(1, 9)}`,
    url: `https://papers.example/${person.username}`,
  };
}

function certification(chance: Chance) {
  const issued = chance.between(2016, 2025);
  return {
    ...chance.pick(certifications),
    issued: `${issued}-0${chance.between(1, 9)}`,
    expires: chance.happens(0.5) ? `${issued + 3}-01` : null,
    url: chance.happens(0.5) ? `https://certificates.example/${chance.below(1_000_000)}` : null,
  };
}
