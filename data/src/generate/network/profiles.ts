import { schools, skills } from '../../vocabulary/work.ts';
import { daySeconds, seenAfter } from '../moments.ts';
import { PersonSql } from '../pools/person-sql.ts';
import { placeName } from '../pools/place-name.ts';
import { PostTextSql } from '../pools/post-text-sql.ts';
import type { RandomSql } from '../random.ts';
import type { Recipe } from '../recipe.ts';
import { CareerSql } from './career-sql.ts';
import { personFacts } from './person-facts.ts';

/** SQL expressions for the names of a person, given the number `account`; person 0 has the most posts. */
export const networkPerson = (random: RandomSql) => new PersonSql(random.of('network people'), ['-']);

/** The maximum profiles of a file: their nested columns are sorted in memory. */
const profilesOfFileMax = 1_000_000;

/** Queries of the profiles, one for each file. */
export function networkProfiles(recipe: Recipe): string[] {
  const { profiles } = recipe.scale.network;
  const files = Math.ceil(profiles / profilesOfFileMax);
  return Array.from({ length: files }, (_, at) => {
    const from = at * profilesOfFileMax;
    return profilesBetween(recipe, from, Math.min(profiles, from + profilesOfFileMax));
  });
}

function profilesBetween({ random: base, scale, until }: Recipe, from: number, to: number): string {
  const random = base.of('network profiles');
  const person = networkPerson(base);
  const career = new CareerSql(random, scale, until);
  const text = new PostTextSql(random, scale, 'account');
  const fact = (purpose: string) => random.below('account', purpose, personFacts);
  const some = (purpose: string, percent: number, value: string) =>
    `CASE WHEN ${random.percent('account', purpose, percent)} THEN ${value} END`;
  const seen = `${until} - ${random.between('account', 'seen', 31, 300)} * ${daySeconds}`;
  return `
    WITH people AS (
      SELECT account, left_at, ${person.username()} AS username, ${person.fullName()} AS full_name, ${career.numbers()}
      FROM (SELECT range AS account, ${career.left('range')} AS left_at FROM range(${from}, ${to}))
      ${person.join()}
    ),
    employed AS (
      SELECT people.*, ${career.experience(text)} AS experience, ${text.biography()} AS biography,
             CASE WHEN left_at IS NULL THEN employer_0.company END AS current_company,
             CASE WHEN left_at IS NULL THEN ${career.title(0)} END AS current_title
      FROM people ${text.topicJoins()} ${career.joins()}
    )
    SELECT username, full_name,
           ${some('headline', 90, `coalesce(current_title || ' at ' || experience[1].company, 'Open to work')`)} AS headline,
           ${some('place known', 90, placeName(random, 'account'))} AS location, ${some('bio', 60, 'biography')} AS bio,
           ${some('connections known', 95, `least(30000, ${random.count('account', 'connections', 400)})`)} AS connection_count,
           current_company, current_title, experience, schooled.education, skilled.skills,
           ${some('endorsements', 40, 'skilled.endorsements')} AS endorsements,
           ${some('publication', 8, publication(random))} AS publications,
           ${some('certified', 15, certification(random))} AS certifications,
           ${some('email', 10, `username || '@mail.example'`)} AS email,
           ${some('phone', 4, `format('+1-555-01{:02d}', ${random.below('account', 'phone number', 100)})`)} AS phone,
           ${some('websites', 12, `['https://' || username || '.example']`)} AS websites,
           'https://network.example/in/' || username AS profile_url,
           ${some('picture', 80, `'https://media.network.example/' || username || '.jpg'`)} AS profile_image_url,
           ${seenAfter(random, 'account', seen, until)} AS indexed_at
    FROM employed
    JOIN person_facts skilled ON skilled.id = ${fact('skills')}
    JOIN person_facts schooled ON schooled.id = ${fact('education')}`;
}

function publication(random: RandomSql): string {
  const year = random.between('account', 'year of publication', 2012, 2025);
  return `[{
    'title': 'Notes on ' || ${random.pick('account', 'title of publication', skills)},
    'publisher': ${random.pick('account', 'publisher', schools)} || ' Press',
    'date': ${year} || '-0' || ${random.between('account', 'month of publication', 1, 9)},
    'url': 'https://papers.example/' || username
  }]`;
}

function certification(random: RandomSql): string {
  const url = `'https://certificates.example/' || ${random.below('account', 'certificate', 1_000_000)}`;
  const known = random.percent('account', 'certificate online', 50);
  return `[struct_insert(schooled.certification, url := CASE WHEN ${known} THEN ${url} END)]`;
}
