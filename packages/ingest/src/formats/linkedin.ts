import type { RecordMap } from '../records/record-map.ts';
import type { JsonObject } from '../values/json-object.ts';
import { textOf } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';
import { companyColumns, postColumns, profileColumns } from './linkedin-columns.ts';
import { isPage } from './linkedin-values.ts';

const post: RecordMap = {
  is: isPost,
  tables: [{ table: 'network.posts', columns: postColumns }],
};

/**
 * Pages of LinkedIn as sellers and scrapers give them, whose names differ and whose parts are the same: Bright Data, Apify's
 * actors, Proxycurl and its successors, PhantomBuster, 4CAT's CSV.
 */
export const linkedin: FormatDescription = {
  name: 'linkedin',
  description:
    'profiles, companies and posts of LinkedIn: Bright Data, Apify, Proxycurl, PhantomBuster, 4CAT’s CSV; JSON or CSV',
  hasCsv: true,
  maps: [
    post,
    { is: isCompany, tables: [{ table: 'network.companies', columns: companyColumns }] },
    { is: isProfile, tables: [{ table: 'network.profiles', columns: profileColumns }] },
  ],
};

const addresses = [
  'post_url',
  'url',
  'linkedinUrl',
  'postUrl',
  'linkedin_url',
  'profile_url',
  'profileUrl',
  'linkedinProfileUrl',
  'defaultProfileUrl',
  'input_url',
  'use_url',
];

function hasPage(value: JsonObject, ...words: readonly string[]): boolean {
  return addresses.some((name) => isPage(value[name], ...words));
}

function isPost(value: JsonObject): boolean {
  if (typeof value.activity_urn === 'string' || textOf(value.urn).startsWith('urn:li:')) return true;
  const hasText = ['post_text', 'text', 'content', 'postContent', 'commentary', 'body'].some(
    (name) => name in value,
  );
  return hasText && hasPage(value, 'posts', 'feed', 'pulse');
}

function isCompany(value: JsonObject): boolean {
  const says = [
    'employees_in_linkedin',
    'company_size',
    'companySize',
    'employeeCount',
    'followers',
    'follower_count',
    'industries',
    'industry',
    'specialties',
    'specialities',
  ];
  return hasPage(value, 'company', 'school', 'showcase') && says.some((name) => name in value);
}

const ofProfiles = [
  'experience',
  'experiences',
  'headline',
  'position',
  'connections',
  'education',
  'educations',
  'connectionsCount',
  'followers',
  'fullName',
  'firstName',
  'linkedinHeadline',
];

function isProfile(value: JsonObject): boolean {
  const isNamed = ['public_identifier', 'publicIdentifier', 'linkedin_id', 'linkedin_num_id'].some(
    (name) => name in value,
  );
  return (isNamed || hasPage(value, 'in')) && ofProfiles.some((name) => name in value);
}
