import type { TableMap } from '../records/record-map.ts';
import { isObject, type JsonObject, objectAt } from '../values/json-object.ts';
import { postIdIn } from '../values/network-post.ts';
import type { FormatDescription } from './declared.ts';
import { authorIn, authorKindIn, companyIn, isPage, likesIn, personIn } from './linkedin-values.ts';

const counts = '*socialDetail.*totalSocialActivityCounts';

/** Posts of LinkedIn's web application (Voyager), as Zeeschuimer and 4CAT's NDJSON have them. */
export const linkedinWeb: FormatDescription = {
  name: 'linkedin-web',
  description: 'posts of LinkedIn’s web application (Voyager), as Zeeschuimer and 4CAT’s NDJSON have them',
  maps: [
    {
      is: isUpdate,
      tables: [
        {
          table: 'network.posts',
          columns: {
            post_id: {
              from: ['updateMetadata.urn', 'preDashEntityUrn', 'entityUrn', 'urn'],
              by: postIdIn,
              note: 'ID in the URN',
            },
            author_kind: {
              from: 'actor.navigationContext.actionTarget',
              by: authorKindIn,
              note: 'person or company',
            },
            author: {
              from: 'actor.navigationContext.actionTarget',
              by: authorIn,
              note: 'name in the address',
            },
            text: 'commentary.text.text',
            like_count: [`${counts}.numLikes`, '*socialDetail.likes.paging.total'],
            comment_count: [`${counts}.numComments`, '*socialDetail.comments.paging.total'],
            share_count: [`${counts}.numShares`, '*socialDetail.totalShares'],
          },
        },
      ],
      observedAt: '__import_meta.timestamp_collected',
    },
  ],
  // What Zeeschuimer wraps has no ID that other wrappers have.
  expand: ({ data }) => (isObject(data) && isUpdate(data) ? [data] : undefined),
};

function isUpdate(value: JsonObject): boolean {
  return (
    isObject(value.actor) &&
    'commentary' in value &&
    ('updateMetadata' in value || 'preDashEntityUrn' in value)
  );
}

const articleColumns: TableMap['columns'] = {
  post_id: { from: 'url', by: postIdIn, note: 'name in the address' },
  author_kind: { from: 'author.url', by: authorKindIn, note: 'person or company' },
  author: { from: ['author.url', '$.profile.url'], by: authorIn, note: 'name in the address' },
  url: 'url',
  text: ['articleBody', 'headline', 'name'],
  created_at: 'datePublished',
  post_type: {
    from: '@type',
    by: (type) => (type === 'Article' ? 'article' : undefined),
    note: 'kind of post',
  },
  like_count: { from: 'interactionStatistic', by: likesIn, note: 'count of likes' },
  comment_count: 'commentCount',
};

const isArticle = (value: JsonObject) => value['@type'] === 'Article' && isPage(value.url, 'pulse');

/** Public pages of LinkedIn with their data of schema.org, as ScrapFly and other readers of pages give them. */
export const linkedinPages: FormatDescription = {
  name: 'linkedin-pages',
  description: 'public pages of LinkedIn with data of schema.org: ScrapFly',
  maps: [
    {
      is: (value) => isObject(value.profile) && objectAt(value, 'profile')['@type'] === 'Person',
      tables: [
        {
          table: 'network.profiles',
          columns: {
            username: { from: ['profile.sameAs', 'profile.url'], by: personIn, note: 'name in the address' },
            full_name: 'profile.name',
            headline: 'profile.disambiguatingDescription',
            location: 'profile.address.addressLocality',
            bio: 'profile.description',
            current_company: {
              from: ['profile.worksFor[0][0].url', 'profile.worksFor[0].url'],
              by: companyIn,
              note: 'name in the address',
            },
            current_title: ['profile.jobTitle[0]', 'profile.jobTitle'],
            experience: {
              from: 'profile.worksFor',
              each: {
                company: 'name',
                title: 'member.roleName',
                start_date: 'member.startDate',
                end_date: 'member.endDate',
                description: 'member.description',
              },
            },
            education: { from: 'profile.alumniOf', each: { school: 'name', end_date: 'member.endDate' } },
            profile_url: ['profile.url', 'profile.sameAs'],
            profile_image_url: 'profile.image.contentUrl',
          },
        },
        { table: 'network.posts', at: 'posts[]', when: isArticle, columns: articleColumns },
      ],
    },
    {
      is: (value) => isPage(objectAt(value, 'overview').url, 'company', 'school', 'showcase'),
      tables: [
        {
          table: 'network.companies',
          columns: {
            company: { from: 'overview.url', by: companyIn, note: 'name in the address' },
            name: 'overview.name',
            tagline: 'overview.slogan',
            industry: 'overview.Industry',
            company_size: 'overview.Company size',
            headquarters: 'overview.Headquarters',
            founded: 'overview.Founded',
            about: 'overview.description',
            website: 'overview.Website',
            logo_url: 'overview.logo.contentUrl',
            specialties: 'overview.Specialties',
            employee_count: 'overview.numberOfEmployees',
          },
        },
      ],
    },
    { is: isArticle, tables: [{ table: 'network.posts', columns: articleColumns }] },
  ],
};
