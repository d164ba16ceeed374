import type { Row } from '../define/index.ts';
import { count, countOrNull, known, objects, text, textOrNull, texts } from '../define/row-values.ts';
import type { Company, CompanyName, NetworkAuthor, NetworkPost, NetworkProfile } from './records.ts';

export const platform = 'network';

export const oneProfile = 'SELECT * FROM profiles WHERE username = $username';
export const byTime = { column: 'created_at', type: 'TIMESTAMPTZ', id: 'post_id' };
export const byLikes = { column: 'coalesce(like_count, -1)', type: 'BIGINT', id: 'post_id' };

/** The slug and the name by which a company is looked up, case-insensitively. */
export function namesOf(company: string): { slug: string; name: string } {
  const name = company.trim().toLowerCase();
  return { slug: name.replaceAll(/\s+/g, '-'), name };
}

export function companyAsAuthor({ company, name }: CompanyName, row: Row): NetworkAuthor {
  return {
    username: company,
    name,
    headline: text(row.tagline),
    profile_image_url: text(row.logo_url),
  };
}

export function toAuthor(row: Row): NetworkAuthor {
  return {
    username: text(row.username),
    name: text(row.full_name),
    headline: text(row.headline),
    profile_image_url: text(row.profile_image_url),
  };
}

export function toProfile(row: Row): NetworkProfile {
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

export function toEndorsement(each: Record<string, unknown>) {
  return { skill: text(each.skill), count: count(each.count) };
}

export function toPublication(each: Record<string, unknown>) {
  const { title, publisher, date, url } = each;
  return {
    title: text(title),
    publisher: textOrNull(publisher),
    date: textOrNull(date),
    url: textOrNull(url),
  };
}

export function toCertification(each: Record<string, unknown>) {
  const { name, issuer, issued, expires, url } = each;
  return {
    name: text(name),
    issuer: textOrNull(issuer),
    issued: textOrNull(issued),
    expires: textOrNull(expires),
    url: textOrNull(url),
  };
}

export function toCompany(row: Row): Company {
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

export function toPost(row: Row, author: NetworkAuthor): NetworkPost {
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
