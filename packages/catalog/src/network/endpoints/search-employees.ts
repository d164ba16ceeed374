import { booleanOrFault, type SqlParameter } from '@sdq/contract';
import { z } from 'zod';
import {
  count,
  cursor,
  defineEndpoint,
  defineRead,
  page,
  queryOf,
  type Row,
  readErrors,
  text as textParameter,
} from '../../define/index.ts';
import { count as countOf, objects, text } from '../../define/row-values.ts';
import { type Person, person } from '../records.ts';
import { namesOf, platform } from '../rows.ts';

/** A search for people by employer or school. Omitted filters match everything. */
export interface PeopleQuery {
  company?: string;
  school?: string;
  current_company?: boolean;
}

export const peopleRead = defineRead<PeopleQuery, Person>({
  name: 'network.people',
  identityOf: ({ username }) => username,
  async fromIndex(index, query, place) {
    const { condition, parameters } = peopleWhere(query);
    return await index.page({
      platform,
      sql: `SELECT * FROM profiles WHERE ${condition} AND username > $last ORDER BY username`,
      parameters: { ...parameters, last: text(place) },
      toItem: toPerson,
      placeOf: (row) => text(row.username),
    });
  },
});

export const peopleTotalRead = defineRead<PeopleQuery, { total: number }>({
  name: 'network.people-total',
  fromIndex(index, query) {
    const { condition, parameters } = peopleWhere(query);
    return index.one(
      platform,
      `SELECT count(*) AS total FROM profiles WHERE ${condition}`,
      parameters,
      (row) => ({ total: countOf(row.total) }),
    );
  },
});

export const endpoint = defineEndpoint({
  summary: 'Search people by company or school',
  query: queryOf(
    {
      company: textParameter('Name or slug of a company.').optional(),
      school: textParameter('Name of a school.').optional(),
      current_company: booleanOrFault(
        'If true, only current employees; if false, only former ones.',
      ).optional(),
      count: count(25, 1, 100, 'people'),
      cursor,
    },
    ['company', 'school'],
  ),
  data: z.object({
    query: z.object({
      company: z.string().optional(),
      school: z.string().optional(),
      current_company: z.boolean().optional(),
    }),
    people: z.array(person),
    ...page,
    total_matches: z.int(),
  }),
  errors: readErrors,
  price: 'person',
  example: {
    find: 'SELECT current_company AS company FROM profiles GROUP BY 1 ORDER BY count(*) DESC, 1',
    query: { current_company: true, count: 2 },
  },
  worst: ({ count }) => ({ records: count }),
  async answer({ company, school, current_company, count, cursor }, session) {
    const query = {
      ...(company !== undefined && { company }),
      ...(school !== undefined && { school }),
      ...(current_company !== undefined && { current_company }),
    };
    const list = await session.list(peopleRead, query, count, cursor);
    const matches = await session.one(peopleTotalRead, query);
    const data = {
      query,
      people: list.items,
      ...session.pageFields(list),
      total_matches: matches?.total ?? list.items.length,
    };
    return { data, delivered: { records: list.items.length } };
  },
});

function peopleWhere({ company, school, current_company: isCurrent }: PeopleQuery) {
  const conditions: string[] = [];
  const parameters: Record<string, SqlParameter> = {};
  if (company !== undefined) {
    const { slug, name } = namesOf(company);
    parameters.slug = slug;
    if (isCurrent !== true) parameters.name = name;
    const now = "(coalesce(current_company, '') = $slug)";
    const ever = `list_contains(list_transform(experience, lambda job: lower(job.company)), $name)
      OR list_contains(list_transform(experience, lambda job: replace(lower(job.company), ' ', '-')), $slug)`;
    if (isCurrent === true) conditions.push(now);
    else if (isCurrent === false) conditions.push(`(NOT ${now} AND (${ever}))`);
    else conditions.push(`(${now} OR ${ever})`);
  }
  if (school !== undefined) {
    parameters.school = school.trim().toLowerCase();
    conditions.push('len(list_filter(education, lambda each: contains(lower(each.school), $school))) > 0');
  }
  return { condition: conditions.join(' AND ') || 'true', parameters };
}

function toPerson(row: Row): Person {
  const [newest] = objects(row.experience);
  return {
    username: text(row.username),
    full_name: text(row.full_name),
    title: text(row.current_title),
    headline: text(row.headline),
    location: text(row.location),
    current_company: newest?.end_date === null ? text(newest.company) : text(row.current_company),
    school: text(objects(row.education)[0]?.school),
    profile_url: text(row.profile_url),
    profile_image_url: text(row.profile_image_url),
  };
}
