import { z } from 'zod';
import { type Driver, type HttpAnswer, op, type Told, tells } from '../../define/index.ts';
import { companyRead } from '../endpoints/company-profile.ts';
import type { PeopleQuery } from '../endpoints/search-employees.ts';
import { peopleRead, peopleTotalRead } from '../endpoints/search-employees.ts';
import { profileRead } from '../endpoints/user-profile.ts';
import type { Company, CompanyName, NetworkProfile, Person } from '../records.ts';

/**
 * The driver of People Data Labs v5: a data set that is updated monthly. Fields that the plan does not include are
 * `true`.
 */

/** Makes a value undefined if it is hidden, null or of another type. */
function shown<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

const text = shown(z.string());
const number = shown(z.number());
const texts = shown(z.array(z.string()));

const job = z.looseObject({
  company: shown(z.looseObject({ name: text })),
  title: shown(z.looseObject({ name: text })),
  start_date: text,
  end_date: text,
  summary: text,
});

const study = z.looseObject({ school: shown(z.looseObject({ name: text })), degrees: texts, end_date: text });

const certificate = z.looseObject({ name: text, organization: text, start_date: text, end_date: text });

const rawPerson = z.looseObject({
  full_name: text,
  headline: text,
  job_title: text,
  job_company_name: text,
  location_name: text,
  summary: text,
  linkedin_connections: number,
  linkedin_username: text,
  linkedin_url: text,
  experience: shown(z.array(job)),
  education: shown(z.array(study)),
  skills: texts,
  job_company_linkedin_url: text,
  certifications: shown(z.array(certificate)),
});

type RawPerson = z.infer<typeof rawPerson>;

function jobsOf({ experience }: RawPerson) {
  return experience?.map((each) => ({
    company: each.company?.name ?? '',
    title: each.title?.name ?? '',
    start_date: yearMonth(each.start_date) ?? '',
    end_date: yearMonth(each.end_date) ?? null,
    description: each.summary ?? '',
  }));
}

function studiesOf({ education }: RawPerson) {
  return education?.map((each) => ({
    school: each.school?.name ?? '',
    degree: each.degrees?.[0] ?? '',
    end_date: each.end_date ?? '',
  }));
}

function certificatesOf({ certifications }: RawPerson) {
  return certifications?.map((each) => ({
    name: each.name ?? '',
    issuer: each.organization ?? null,
    issued: each.start_date ?? null,
    expires: each.end_date ?? null,
    url: null,
  }));
}

function handleOf(raw: RawPerson): string | undefined {
  return raw.linkedin_username ?? /\/in\/([^/]+)/.exec(raw.linkedin_url ?? '')?.[1];
}

/** The index rows of a person. A person whose handle or name the plan hides gives no row. */
function personRow(raw: RawPerson, username: string | undefined): Told[] {
  if (username === undefined || raw.full_name === undefined) return [];
  const values = {
    username,
    full_name: raw.full_name,
    headline: raw.headline ?? raw.job_title,
    location: raw.location_name,
    bio: raw.summary,
    connection_count: raw.linkedin_connections,
    current_company: /\/company\/([^/]+)/.exec(raw.job_company_linkedin_url ?? '')?.[1],
    current_title: raw.job_title,
    experience: jobsOf(raw),
    education: studiesOf(raw),
    skills: raw.skills,
    certifications: certificatesOf(raw),
    profile_url: raw.linkedin_url && `https://www.${raw.linkedin_url}`,
  };
  return [{ table: 'network.profiles', values }];
}

const profile = rawPerson.transform(
  (raw): NetworkProfile => ({
    name: raw.full_name ?? '',
    headline: raw.headline ?? raw.job_title ?? '',
    location: raw.location_name ?? '',
    bio: raw.summary ?? '',
    connection_count: raw.linkedin_connections ?? 0,
    experience: jobsOf(raw) ?? [],
    education: studiesOf(raw) ?? [],
    skills: raw.skills ?? [],
    ...(raw.certifications !== undefined && { certifications: certificatesOf(raw) ?? [] }),
  }),
);

const person = rawPerson.transform((raw, context): Person => {
  const username = handleOf(raw);
  if (username === undefined)
    context.addIssue({ code: 'custom', message: 'no handle', path: ['linkedin_username'] });
  return {
    username: username ?? '',
    full_name: raw.full_name ?? '',
    title: raw.job_title ?? '',
    headline: raw.headline ?? raw.job_title ?? '',
    location: raw.location_name ?? '',
    current_company: raw.job_company_name ?? '',
    school: raw.education?.[0]?.school?.name ?? '',
    profile_url: raw.linkedin_url === undefined ? '' : `https://www.${raw.linkedin_url}`,
    profile_image_url: '',
  };
});

const rawCompany = z.looseObject({
  name: text,
  display_name: text,
  headline: text,
  industry: text,
  size: text,
  employee_count: number,
  founded: number,
  location: shown(z.looseObject({ name: text, locality: text, region: text, country: text })),
  summary: text,
  website: text,
  tags: texts,
  linkedin_follower_count: number,
  linkedin_slug: text,
  linkedin_id: text,
});

type RawCompany = z.infer<typeof rawCompany>;

function locationsOf({ location }: RawCompany) {
  if (location === undefined) return undefined;
  const { locality = null, region = null, country = null } = location;
  return [{ city: locality, region, country, is_headquarters: true }];
}

/** The index rows of a company. A company whose page is unknown gives no row. */
function companyRow(raw: RawCompany): Told[] {
  const name = raw.display_name ?? raw.name;
  if (raw.linkedin_slug === undefined || name === undefined) return [];
  const values = {
    company: raw.linkedin_slug,
    company_id: raw.linkedin_id,
    name,
    tagline: raw.headline,
    industry: raw.industry,
    company_size: raw.size,
    headquarters: raw.location?.name,
    founded: raw.founded,
    about: raw.summary,
    website: raw.website,
    specialties: raw.tags,
    follower_count: raw.linkedin_follower_count,
    employee_count: raw.employee_count,
    locations: locationsOf(raw),
  };
  return [{ table: 'network.companies', values }];
}

const company = rawCompany.transform((raw): { company: Company; names: CompanyName } => {
  const name = raw.display_name ?? raw.name ?? '';
  return {
    company: {
      name,
      tagline: raw.headline ?? '',
      industry: raw.industry ?? '',
      company_size: raw.size ?? '',
      headquarters: raw.location?.name ?? '',
      about: raw.summary ?? '',
      website: raw.website ?? '',
      founded: raw.founded ?? null,
      specialties: raw.tags ?? [],
      follower_count: raw.linkedin_follower_count ?? 0,
      employee_count: raw.employee_count ?? 0,
      ...(raw.location !== undefined && { locations: locationsOf(raw) ?? [] }),
    },
    names: { company: raw.linkedin_slug ?? name, company_id: raw.linkedin_id ?? null, name },
  };
});

const found = z.looseObject({
  data: z.array(z.unknown()),
  scroll_token: shown(z.string()),
  total: shown(z.int()),
});

function yearMonth(date: string | undefined): string | undefined {
  return date?.slice(0, 7);
}

const isSlug = (name: string) => /^[\p{L}\p{N}&_-]{1,100}$/u.test(name);

function literal(value: string): string {
  return `'${value.trim().toLowerCase().replaceAll('\\', '').replaceAll("'", "''")}'`;
}

function sqlOf({ company: name, school, current_company: isCurrent }: PeopleQuery): string {
  const conditions: string[] = [];
  if (name !== undefined) {
    const [field, value] = isSlug(name)
      ? ['linkedin_url', literal(`linkedin.com/company/${name}`)]
      : ['name', literal(name)];
    const now = `job_company_${field}=${value}`;
    const ever = `experience.company.${field}=${value}`;
    if (isCurrent === true) conditions.push(now);
    else conditions.push(isCurrent === false ? `${ever} AND NOT ${now}` : ever);
  }
  if (school !== undefined) conditions.push(`education.school.name=${literal(school)}`);
  return `SELECT * FROM person WHERE ${conditions.join(' AND ')}`;
}

const refused = z.looseObject({ status: z.int(), error: z.looseObject({ type: z.unknown() }) });

export const peopleDataLabs: Driver = {
  id: 'people-data-labs',
  name: 'People Data Labs',
  baseUrl: 'https://api.peopledatalabs.com/v5',
  credentials: ['PDL_API_KEY'],
  auth: { kind: 'header', name: 'x-api-key', valueOf: ({ PDL_API_KEY: key = '' }) => key },
  limits: { callsAtOnce: 4, callsWaiting: 16 },
  classify({ status, headers, body }: HttpAnswer, now) {
    // a 404 without this envelope comes from a proxy, and says nothing about the record
    if (status === 404 && refused.safeParse(body).success) return { kind: 'not_found' };
    if (status !== 429) return undefined;
    const reset = Date.parse(headers['x-ratelimit-reset'] ?? '');
    return { kind: 'rate', retryAt: Number.isNaN(reset) ? undefined : Math.max(now, reset) };
  },
  rateLeft(headers, now) {
    const minute = /'minute':\s*(\d+)/.exec(headers['x-ratelimit-remaining'] ?? '')?.[1];
    if (minute === undefined) return undefined;
    const reset = Date.parse(headers['x-ratelimit-reset'] ?? '');
    return { left: Number(minute), untilMs: Number.isNaN(reset) ? now + 60_000 : reset };
  },
  ops: Object.fromEntries([
    op(profileRead, {
      accepts: ({ username }) => isSlug(username),
      request: ({ username }) => ({
        method: 'GET',
        path: '/person/enrich',
        query: { profile: `linkedin.com/in/${username}`, titlecase: 'true' },
      }),
      wire: z.looseObject({ data: z.looseObject({}) }),
      items: ({ data }) => [data],
      item: profile,
      tells: tells(rawPerson, (raw, { username }) => personRow(raw, handleOf(raw) ?? username)),
      ttlMs: 900_000,
    }),
    op(companyRead, {
      request({ company: name = '', company_id }) {
        const slug = company_id ?? (isSlug(name) ? name.toLowerCase() : undefined);
        const query: Record<string, string> =
          slug === undefined ? { name } : { profile: `linkedin.com/company/${slug}` };
        return { method: 'GET', path: '/company/enrich', query: { ...query, titlecase: 'true' } };
      },
      wire: z.looseObject({}),
      items: (body) => [body],
      item: company,
      tells: tells(rawCompany, companyRow),
      ttlMs: 900_000,
    }),
    op(peopleRead, {
      request: (query, place, { wanted }) => ({
        method: 'POST',
        path: '/person/search',
        json: {
          sql: sqlOf(query),
          size: Math.min(100, wanted),
          titlecase: true,
          ...(typeof place === 'string' && { scroll_token: place }),
        },
      }),
      wire: found,
      items: ({ data }) => data,
      item: person,
      tells: tells(rawPerson, (raw) => personRow(raw, handleOf(raw))),
      next: ({ scroll_token }) => scroll_token,
      ttlMs: 900_000,
    }),
    op(peopleTotalRead, {
      request: (query) => ({
        method: 'POST',
        path: '/person/search',
        json: { sql: sqlOf(query), size: 1, titlecase: true },
      }),
      wire: found,
      items: ({ total, data }) => [{ total: total ?? data.length }],
      item: z.object({ total: z.int() }),
      ttlMs: 900_000,
    }),
  ]),
};
