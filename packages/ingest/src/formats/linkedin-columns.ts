import type { TableMap } from '../records/record-map.ts';
import { isObject } from '../values/json-object.ts';
import { postIdIn } from '../values/network-post.ts';
import { textOf } from '../values/text.ts';
import { authorIn, authorKindIn, companyIn, fullName, personIn } from './linkedin-values.ts';

const slug = { by: personIn, note: 'name in the address' };

export const profileColumns: TableMap['columns'] = {
  username: {
    from: [
      'public_identifier',
      'publicIdentifier',
      'linkedin_username',
      'linkedin_id',
      'url',
      'linkedinUrl',
      'profile_url',
      'profileUrl',
      'linkedin_url',
      'linkedinProfileUrl',
      'defaultProfileUrl',
      'input_url',
      'id',
    ],
    ...slug,
  },
  full_name: {
    from: ['full_name', 'fullName', 'name', 'first_name', 'firstName'],
    by: fullName,
    note: 'name, or first and last name',
  },
  headline: ['headline', 'linkedinHeadline', 'position', 'job_title', 'jobTitle', 'occupation'],
  location: [
    'location',
    'location.linkedinText',
    'location.name',
    'addressWithCountry',
    'locationName',
    'location_name',
    'linkedinLocation',
    'city',
    'geo.full',
  ],
  bio: ['about', 'summary', 'bio', 'linkedinDescription', 'description'],
  connection_count: [
    'connections',
    'connectionsCount',
    'linkedin_connections',
    'connection_count',
    'connections_count',
    'connectionCount',
    'linkedinConnectionsCount',
  ],
  current_company: {
    from: [
      'current_company.link',
      'current_company.company_id',
      'current_company_company_id',
      'currentCompany.linkedinUrl',
      'companyLinkedin',
      'job_company_linkedin_url',
      'companyUrl',
      'linkedinCompanyUrl',
      'companyLinkedInUrl',
      'currentPosition[0].companyLinkedinUrl',
    ],
    by: companyIn,
    note: 'name in the address',
  },
  current_title: [
    'current_company.title',
    'currentPosition[0].position',
    'occupation',
    'linkedinJobTitle',
    'jobTitle',
    'experience[0].title',
    'experiences[0].title',
  ],
  experience: {
    from: ['experience', 'experiences', 'positions'],
    each: {
      company: ['company', 'companyName', 'company_name', 'name', 'company.name'],
      title: ['title', 'position', 'title.name'],
      start_date: ['start_date', 'startDate', 'starts_at', 'jobStartedOn', 'date_from'],
      end_date: ['end_date', 'endDate', 'ends_at', 'jobEndedOn', 'date_to'],
      description: ['description', 'description_html', 'jobDescription'],
    },
  },
  education: {
    from: ['education', 'educations'],
    each: {
      school: ['school', 'schoolName', 'school.name', 'title', 'institution'],
      degree: ['degree', 'degree_name', 'degreeName', 'degrees[0]', 'subtitle'],
      end_date: ['end_date', 'end_year', 'endDate', 'ends_at', 'date_to'],
    },
  },
  skills: ['skills', 'skills[].name', 'top_skills'],
  publications: {
    from: 'publications',
    each: {
      title: ['title', 'name'],
      publisher: ['publisher', 'subtitle'],
      date: ['date', 'published_on', 'publishedOn'],
      url: ['url', 'link'],
    },
  },
  certifications: {
    from: ['certifications', 'licenseAndCertificates'],
    each: {
      name: ['name', 'title'],
      issuer: ['issuer', 'authority', 'issuedBy', 'organization', 'subtitle'],
      issued: ['issued', 'starts_at', 'issuedAt', 'start_date', 'meta'],
      expires: ['expires', 'ends_at', 'end_date'],
      url: ['url', 'credential_url', 'link'],
    },
  },
  email: ['email', 'professionalEmail'],
  phone: ['phone', 'mobileNumber', 'phone_number'],
  websites: ['websites', 'bio_links[].link'],
  profile_url: [
    'url',
    'linkedinUrl',
    'profile_url',
    'profileUrl',
    'linkedin_url',
    'linkedinProfileUrl',
    'input_url',
  ],
  profile_image_url: [
    'avatar',
    'profile_pic_url',
    'profilePicture',
    'profilePic',
    'photo',
    'picture',
    'profile_image_url',
    'linkedinProfileImageUrl',
    'profilePictureUrl',
    'profileImageUrl',
    'imgUrl',
  ],
};

export const companyColumns: TableMap['columns'] = {
  company: {
    from: [
      'universalName',
      'universal_name',
      'universal_name_id',
      'url',
      'linkedinUrl',
      'linkedin_url',
      'input_url',
      'id',
    ],
    by: companyIn,
    note: 'name in the address',
  },
  company_id: ['company_id', 'companyId', 'linkedin_internal_id', 'linkedin_num_id'],
  name: ['name', 'companyName', 'company_name'],
  tagline: ['tagline', 'slogan'],
  industry: ['industry', 'industries', 'industries[0]', 'industries[0].name', 'industry[0]'],
  company_size: ['company_size', 'companySize', 'employeeCountRange', 'size'],
  headquarters: ['headquarters', 'headquarter', 'headquarters.city', 'hq.city', 'headquarter.city'],
  founded: ['founded', 'founded_year', 'foundedYear', 'foundedOn.year'],
  about: ['about', 'description'],
  website: ['website', 'websiteUrl', 'website_url'],
  logo_url: ['logo', 'logo_url', 'logoUrl', 'profile_pic_url'],
  specialties: ['specialties', 'specialities', 'specialities[]'],
  follower_count: ['followers', 'follower_count', 'followerCount', 'followersCount'],
  employee_count: [
    'employees_in_linkedin',
    'employee_count',
    'employeeCount',
    'company_size_on_linkedin',
    'employees_count',
  ],
  locations: {
    from: ['locations', 'confirmedLocations'],
    each: {
      city: 'city',
      region: ['state', 'region', 'geographicArea'],
      country: ['country', 'country_code'],
      is_headquarters: ['is_hq', 'headquarter', 'isHeadquarters'],
    },
  },
};

export const postColumns: TableMap['columns'] = {
  post_id: {
    from: ['activity_urn', 'urn', 'full_urn', 'post_url', 'url', 'linkedinUrl', 'postUrl', 'post_id', 'id'],
    by: postIdIn,
    note: 'ID in the address',
  },
  author_kind: {
    from: [
      'account_type',
      'authorType',
      'author.type',
      'author_is_company',
      'use_url',
      'author_url',
      'authorUrl',
      'authorLinkedinUrl',
      'authorProfileUrl',
      'author.linkedinUrl',
      'author.profile_url',
      'author.company_url',
      'author',
      'profileUrl',
      'companyUrl',
    ],
    by: authorKindIn,
    note: 'person or company',
  },
  author: {
    from: [
      'authorPublicIdentifier',
      'authorUniversalName',
      'author.publicIdentifier',
      'author.universalName',
      'author.username',
      'use_url',
      'author_url',
      'authorUrl',
      'authorLinkedinUrl',
      'authorProfileUrl',
      'author.linkedinUrl',
      'author.profile_url',
      'author.company_url',
      'profileUrl',
      'companyUrl',
      'author',
      'user_id',
    ],
    by: authorIn,
    note: 'name in the address',
  },
  url: ['post_url', 'url', 'linkedinUrl', 'postUrl'],
  text: ['post_text', 'text', 'postContent', 'content', 'commentary', 'body', 'headline', 'title'],
  created_at: [
    'date_posted',
    'postedAtISO',
    'postedAt.timestamp',
    'postedAt.date',
    'postedAt',
    'posted_at.timestamp',
    'posted_at.date',
    'posted_at',
    'unix_timestamp',
    'postTimestamp',
    'publishedAt',
    'date',
    'timestamp',
  ],
  post_type: {
    from: ['post_type', 'postType', 'type', 'url', 'linkedinUrl'],
    by: postTypeIn,
    note: 'kind of post',
  },
  like_count: [
    'num_likes',
    'numLikes',
    'engagement.likes',
    'stats.total_reactions',
    'likesCount',
    'reactions',
    'likes',
    'like_count',
    'likeCount',
  ],
  comment_count: [
    'num_comments',
    'numComments',
    'engagement.comments',
    'stats.comments',
    'commentsCount',
    'comments',
    'comment_count',
    'commentCount',
  ],
  share_count: [
    'num_shares',
    'numShares',
    'engagement.shares',
    'stats.reposts',
    'sharesCount',
    'shares',
    'repostsCount',
    'share_count',
    'repostCount',
    'shareCount',
  ],
  hashtags: 'hashtags',
  media: {
    from: ['postImages', 'images', 'image_urls', 'videos', 'imgUrl'],
    by: picturesIn,
    note: 'list of media',
  },
};

function postTypeIn(value: unknown): unknown {
  const word = textOf(value).toLowerCase();
  if (word.includes('/pulse/')) return 'article';
  if (word.includes('/')) return undefined;
  return /(?:^|_)(text|image|video|article|document)/.exec(word)?.[1];
}

function picturesIn(value: unknown): object[] | undefined {
  const members = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const media = members.flatMap((member: unknown) => {
    const url = isObject(member) ? (member.url ?? member.src) : member;
    if (typeof url !== 'string' || !/^https?:/.test(url)) return [];
    return [{ type: /\.mp4|\/video|dms\.licdn/.test(url) ? 'video' : 'image', url }];
  });
  return media.length > 0 ? media : undefined;
}
