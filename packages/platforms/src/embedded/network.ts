import type {
  Company,
  CompanyName,
  NetworkAuthor,
  NetworkPost,
  NetworkProfile,
  Person,
  SqlParameter,
} from '@sdq/contract';
import type { Row } from '@sdq/core';
import type { PeopleQuery } from '../reads.ts';
import type { EmbeddedReads } from './embedded-reads.ts';
import { afterPlace } from './index-pages.ts';
import { count, countOrNull, known, objects, text, textOrNull, texts } from './row-values.ts';

const platform = 'network';

export const networkReads: EmbeddedReads = {
  'network.profile': (index, { username }) =>
    index.one(platform, oneProfile, { username: username.toLowerCase() }, toProfile),
  'network.author': (index, { username }) =>
    index.one(platform, oneProfile, { username: username.toLowerCase() }, toAuthor),
  'network.user-posts': async (index, { author }, place) => {
    const after = afterPlace(place, byTime);
    return await index.page({
      platform,
      sql: `SELECT * FROM posts WHERE author = $author AND author_kind = 'person' AND ${after.condition}
        ORDER BY created_at DESC, post_id`,
      parameters: { author: author.username, ...after.parameters },
      toItem: (row) => toPost(row, author),
      placeOf: (row) => [text(row.created_at), text(row.post_id)],
    });
  },
  'network.company': (index, { company, company_id }) => {
    const by = company_id === undefined ? '(company = $slug OR lower(name) = $name)' : 'company_id = $id';
    const parameters: Record<string, SqlParameter> =
      company_id === undefined ? namesOf(company ?? '') : { id: company_id };
    return index.one(
      platform,
      `SELECT * FROM companies WHERE ${by} ORDER BY company LIMIT 1`,
      parameters,
      (row) => ({
        company: toCompany(row),
        names: { company: text(row.company), company_id: textOrNull(row.company_id), name: text(row.name) },
      }),
    );
  },
  'network.company-posts': async (index, { names, sort_by }, place) => {
    const order = sort_by === 'recent' ? byTime : byLikes;
    const after = afterPlace(place, order);
    return await index.page({
      platform,
      sql: `SELECT posts.*, tagline, logo_url FROM posts LEFT JOIN companies ON author = company
        WHERE author = $author AND author_kind = 'company' AND ${after.condition} ORDER BY ${order.column} DESC, post_id`,
      parameters: { author: names.company, ...after.parameters },
      toItem: (row) => toPost(row, companyAsAuthor(names, row)),
      placeOf: (row) => [
        order === byTime ? text(row.created_at) : String(row.like_count ?? -1),
        text(row.post_id),
      ],
    });
  },
  'network.people': async (index, query, place) => {
    const { condition, parameters } = peopleWhere(query);
    return await index.page({
      platform,
      sql: `SELECT * FROM profiles WHERE ${condition} AND username > $last ORDER BY username`,
      parameters: { ...parameters, last: text(place) },
      toItem: toPerson,
      placeOf: (row) => text(row.username),
    });
  },
  'network.people-total': (index, query) => {
    const { condition, parameters } = peopleWhere(query);
    return index.one(
      platform,
      `SELECT count(*) AS total FROM profiles WHERE ${condition}`,
      parameters,
      (row) => ({ total: count(row.total) }),
    );
  },
};

const oneProfile = 'SELECT * FROM profiles WHERE username = $username';
const byTime = { column: 'created_at', type: 'TIMESTAMPTZ', id: 'post_id' };
const byLikes = { column: 'coalesce(like_count, -1)', type: 'BIGINT', id: 'post_id' };

/** A company as a caller names it: by slug or by name, in any case. */
function namesOf(company: string): { slug: string; name: string } {
  const name = company.trim().toLowerCase();
  return { slug: name.replaceAll(/\s+/g, '-'), name };
}

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

function companyAsAuthor({ company, name }: CompanyName, row: Row): NetworkAuthor {
  return {
    username: company,
    name,
    headline: text(row.tagline),
    profile_image_url: text(row.logo_url),
  };
}

function toAuthor(row: Row): NetworkAuthor {
  return {
    username: text(row.username),
    name: text(row.full_name),
    headline: text(row.headline),
    profile_image_url: text(row.profile_image_url),
  };
}

function toProfile(row: Row): NetworkProfile {
  const contact = {
    email: textOrNull(row.email),
    phone: textOrNull(row.phone),
    websites: texts(row.websites),
  };
  const isReachable = contact.email !== null || contact.phone !== null || contact.websites.length > 0;
  const public_ = {
    endorsements: row.endorsements && objects(row.endorsements).map(toEndorsement),
    publications: row.publications && objects(row.publications).map(toPublication),
    certifications: row.certifications && objects(row.certifications).map(toCertification),
    contact: isReachable ? contact : null,
  };
  return {
    name: text(row.full_name),
    headline: text(row.headline),
    location: text(row.location),
    bio: text(row.bio),
    connection_count: count(row.connection_count),
    experience: objects(row.experience).map((job) => ({
      company: text(job.company),
      title: text(job.title),
      start_date: text(job.start_date),
      end_date: textOrNull(job.end_date),
      description: text(job.description),
    })),
    education: objects(row.education).map((each) => ({
      school: text(each.school),
      degree: text(each.degree),
      end_date: text(each.end_date),
    })),
    skills: texts(row.skills),
    ...(known(public_) as Partial<NetworkProfile>),
  };
}

function toEndorsement(each: Record<string, unknown>) {
  return { skill: text(each.skill), count: count(each.count) };
}

function toPublication(each: Record<string, unknown>) {
  const { title, publisher, date, url } = each;
  return {
    title: text(title),
    publisher: textOrNull(publisher),
    date: textOrNull(date),
    url: textOrNull(url),
  };
}

function toCertification(each: Record<string, unknown>) {
  const { name, issuer, issued, expires, url } = each;
  return {
    name: text(name),
    issuer: textOrNull(issuer),
    issued: textOrNull(issued),
    expires: textOrNull(expires),
    url: textOrNull(url),
  };
}

function toCompany(row: Row): Company {
  return {
    name: text(row.name),
    tagline: text(row.tagline),
    industry: text(row.industry),
    company_size: text(row.company_size),
    headquarters: text(row.headquarters),
    about: text(row.about),
    website: text(row.website),
    founded: countOrNull(row.founded),
    specialties: texts(row.specialties),
    follower_count: count(row.follower_count),
    employee_count: count(row.employee_count),
    locations: objects(row.locations).map((office) => ({
      city: textOrNull(office.city),
      region: textOrNull(office.region),
      country: textOrNull(office.country),
      is_headquarters: office.is_headquarters === true,
    })),
  };
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

function toPost(row: Row, author: NetworkAuthor): NetworkPost {
  return {
    post_id: text(row.post_id),
    url: text(row.url),
    text: text(row.text),
    created_at: text(row.created_at),
    post_type: text(row.post_type),
    author,
    like_count: count(row.like_count),
    comment_count: count(row.comment_count),
    share_count: count(row.share_count),
    media: objects(row.media).map((each) => ({ type: text(each.type), url: text(each.url) })),
    hashtags: texts(row.hashtags),
  };
}
