import { z } from 'zod';
import { booleanOrFault, integerWithDefault } from '../lax-values.ts';
import { apiCalls, page } from './page-fields.ts';
import { count, cursor, id, queryOf, signedName, text } from './query-values.ts';

const experience = z.object({
  company: z.string(),
  title: z.string(),
  start_date: z.string().meta({ description: 'Year and month, or the year.' }),
  end_date: z.string().nullable(),
  description: z.string(),
});

const education = z.object({ school: z.string(), degree: z.string(), end_date: z.string() });

const nullable = z.string().nullable();

/** What follows `skills` is there only when it is public. */
export const networkProfile = z.object({
  name: z.string(),
  headline: z.string(),
  location: z.string(),
  bio: z.string(),
  connection_count: z.int(),
  experience: z.array(experience),
  education: z.array(education),
  skills: z.array(z.string()),
  endorsements: z.array(z.object({ skill: z.string(), count: z.int() })).optional(),
  publications: z
    .array(z.object({ title: z.string(), publisher: nullable, date: nullable, url: nullable }))
    .optional(),
  certifications: z
    .array(
      z.object({ name: z.string(), issuer: nullable, issued: nullable, expires: nullable, url: nullable }),
    )
    .optional(),
  contact: z.object({ email: nullable, phone: nullable, websites: z.array(z.string()) }).optional(),
});

export const company = z.object({
  name: z.string(),
  tagline: z.string(),
  industry: z.string(),
  company_size: z.string().meta({ description: 'A range.' }),
  headquarters: z.string(),
  about: z.string(),
  website: z.string(),
  founded: z.int().nullable().meta({ description: 'The year; null when it is not known.' }),
  specialties: z.array(z.string()),
  follower_count: z.int(),
  employee_count: z.int(),
  locations: z
    .array(z.object({ city: nullable, region: nullable, country: nullable, is_headquarters: z.boolean() }))
    .optional(),
});

export const person = z.object({
  username: z.string(),
  full_name: z.string(),
  title: z.string(),
  headline: z.string(),
  location: z.string(),
  current_company: z.string(),
  school: z.string(),
  profile_url: z.string(),
  profile_image_url: z.string(),
});

export const networkAuthor = z.object({
  username: z.string(),
  name: z.string(),
  headline: z.string(),
  profile_image_url: z.string(),
});

export const networkPost = z.object({
  post_id: z.string(),
  url: z.string(),
  text: z.string(),
  created_at: z.string(),
  post_type: z.string(),
  author: networkAuthor,
  like_count: z.int(),
  comment_count: z.int(),
  share_count: z.int(),
  media: z.array(z.object({ type: z.string(), url: z.string() })),
  hashtags: z.array(z.string()),
});

export const companyName = z.object({ company: z.string(), company_id: nullable, name: z.string() });

export type NetworkProfile = z.infer<typeof networkProfile>;
export type Company = z.infer<typeof company>;
export type CompanyName = z.infer<typeof companyName>;
export type Person = z.infer<typeof person>;
export type NetworkAuthor = z.infer<typeof networkAuthor>;
export type NetworkPost = z.infer<typeof networkPost>;

const username = signedName('The handle in the address of the profile.');
const postCount = count(20, 1, 100, 'posts');

/** `company_id` outweighs `company`. */
const ofCompany = {
  company: text('The name or the slug of the company.').optional(),
  company_id: id('The id of the company; it outweighs `company`.').optional(),
};

export const networkEndpoints = {
  'network/user-profile': {
    summary: 'A person',
    query: queryOf({ username }),
    data: z.object({ profile: networkProfile, api_calls: apiCalls }),
  },
  'network/user-posts': {
    summary: 'Posts of a person, newest first',
    query: queryOf({ username, count: postCount, cursor }),
    data: z.object({ user: networkAuthor, posts: z.array(networkPost), ...page }),
  },
  'network/company-profile': {
    summary: 'A company, and people who work there',
    query: queryOf(
      {
        ...ofCompany,
        employee_count: integerWithDefault({
          description: 'How many employees to return at most.',
          ge: 0,
          le: 1_000,
          default: 0,
        }),
      },
      ['company', 'company_id'],
    ),
    data: z.object({
      company,
      employees: z.array(person).optional().meta({ description: 'When `employee_count` > 0.' }),
      total_employees_fetched: z.int().optional(),
      api_calls: apiCalls,
    }),
  },
  'network/company-posts': {
    summary: 'Posts of a company',
    query: queryOf(
      {
        ...ofCompany,
        count: postCount,
        sort_by: z.literal(['recent', 'top']).default('recent').meta({
          description: 'The newest or the most liked first.',
          default: 'recent',
        }),
        cursor,
      },
      ['company', 'company_id'],
    ),
    data: z.object({ company: companyName, posts: z.array(networkPost), ...page }),
  },
  'network/search-employees': {
    summary: 'People by company or school',
    query: queryOf(
      {
        company: text('The name or the slug of a company.').optional(),
        school: text('The name of a school.').optional(),
        current_company: booleanOrFault('Only people who work there now.').optional(),
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
  },
} as const;
