import { z } from 'zod';

const experience = z.object({
  company: z.string(),
  title: z.string(),
  start_date: z.string().meta({ description: 'Year and month, or the year.' }),
  end_date: z.string().nullable(),
  description: z.string(),
});

const education = z.object({ school: z.string(), degree: z.string(), end_date: z.string() });

const nullable = z.string().nullable();

/** A profile. The fields after `skills` are present only if they are public. */
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
