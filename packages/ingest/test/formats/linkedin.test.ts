import { expect, test } from 'vitest';
import { csv } from './invented-posts.ts';
import { readContent } from './read-content.ts';

const id = String(BigInt(Date.parse('2024-03-01T10:00:00.123Z')) << 22n);
const postRow = {
  post_id: id,
  author_kind: 'person',
  author: 'ada-one',
  text: 'Sea #Fun',
  created_at: '2024-03-01T10:00:00.000Z',
  like_count: 234,
  comment_count: 12,
  hashtags: ['fun'],
};

const profileRow = {
  username: 'ada-one',
  full_name: 'Ada One',
  headline: 'Engineer at Example',
  location: 'Oslo',
  bio: 'Invented',
  connection_count: 500,
  current_company: 'example-corp',
  experience: [
    {
      company: 'Example Corp',
      title: 'Engineer',
      start_date: '2019-03',
      end_date: null,
      description: 'Boats',
    },
  ],
};

const brightData = {
  id: 'ada-one',
  linkedin_id: 'ada-one',
  name: 'Ada One',
  city: 'Oslo',
  country_code: 'NO',
  position: 'Engineer at Example',
  about: 'Invented',
  current_company: {
    name: 'Example Corp',
    company_id: 'example-corp',
    link: 'https://www.linkedin.com/company/example-corp?trk=x',
  },
  experience: [
    {
      title: 'Engineer',
      company: 'Example Corp',
      start_date: '2019-03',
      end_date: null,
      description: 'Boats',
    },
  ],
  education: [{ title: 'Example University', degree: 'BSc', start_year: '2012', end_year: '2015' }],
  certifications: [{ title: 'Sailing', subtitle: 'Example Club', meta: 'Issued Mar 2020' }],
  url: 'https://no.linkedin.com/in/ada-one',
  connections: 500,
  followers: 900,
  timestamp: '2024-04-01T00:00:00.000Z',
};

test('Bright Data: people, as JSON and as CSV with JSON in its cells', async () => {
  const expected = {
    ...profileRow,
    education: [{ school: 'Example University', degree: 'BSc', end_date: '2015' }],
    certifications: [
      { name: 'Sailing', issuer: 'Example Club', issued: 'Issued Mar 2020', expires: null, url: null },
    ],
  };
  const read = await readContent(JSON.stringify([brightData]));
  expect(read).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(read.rows['network.profiles']).toMatchObject([expected]);
  expect(read.unused).toContain('followers');
  const cells = Object.entries(brightData).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const table = await readContent(csv(Object.fromEntries(cells)));
  expect(table).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(table.rows['network.profiles']).toMatchObject([expected]);
});

test('Proxycurl and Apify: people with other names', async () => {
  const proxycurl = {
    public_identifier: 'ada-one',
    full_name: 'Ada One',
    headline: 'Engineer at Example',
    city: 'Oslo',
    summary: 'Invented',
    connections: 500,
    experiences: [
      {
        starts_at: { day: 1, month: 3, year: 2019 },
        ends_at: null,
        company: 'Example Corp',
        title: 'Engineer',
        description: 'Boats',
      },
    ],
    education: [
      { school: 'Example University', degree_name: 'BSc', ends_at: { day: null, month: null, year: 2015 } },
    ],
  };
  const apify = {
    publicIdentifier: 'ada-one',
    linkedinUrl: 'https://www.linkedin.com/in/ada-one',
    firstName: 'Ada',
    lastName: 'One',
    headline: 'Engineer at Example',
    about: 'Invented',
    connectionsCount: 500,
    location: { linkedinText: 'Oslo' },
    currentPosition: [
      { companyName: 'Example Corp', companyLinkedinUrl: 'https://www.linkedin.com/company/example-corp' },
    ],
    experience: [
      {
        position: 'Engineer',
        companyName: 'Example Corp',
        startDate: { month: 3, year: 2019, text: 'Mar 2019' },
        endDate: null,
        description: 'Boats',
      },
    ],
    skills: [{ name: 'Sailing' }],
  };
  const first = await readContent(JSON.stringify([proxycurl]));
  const { current_company: _company, ...known } = profileRow;
  expect(first.rows['network.profiles']).toMatchObject([known]);
  const second = await readContent(JSON.stringify([apify]));
  expect(second.rows['network.profiles']).toMatchObject([{ ...profileRow, skills: ['Sailing'] }]);
});

test('Bright Data: companies', async () => {
  const company = {
    id: 'example-corp',
    name: 'Example Corp',
    about: 'Boats',
    followers: 900,
    employees_in_linkedin: 42,
    headquarters: 'Oslo',
    company_size: '11-50 employees',
    founded: 1976,
    industries: 'Shipbuilding',
    specialties: 'Boats, Sails',
    website: 'https://example.com',
    company_id: '123',
    url: 'https://www.linkedin.com/company/Example-Corp',
  };
  const read = await readContent(JSON.stringify([company]));
  expect(read).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(read.rows['network.companies']).toEqual([
    {
      company: 'example-corp',
      company_id: '123',
      name: 'Example Corp',
      about: 'Boats',
      follower_count: 900,
      employee_count: 42,
      headquarters: 'Oslo',
      company_size: '11-50 employees',
      founded: 1976,
      industry: 'Shipbuilding',
      specialties: ['Boats', 'Sails'],
      website: 'https://example.com',
    },
  ]);
});

test.each([
  [
    'Bright Data',
    {
      url: `https://www.linkedin.com/posts/ada-one_sea-activity-${id}-AbCd`,
      id,
      user_id: 'ada-one',
      use_url: 'https://no.linkedin.com/in/ada-one?trk=x',
      post_text: 'Sea #Fun',
      date_posted: '2024-03-01T10:00:00.000Z',
      hashtags: ['#Fun'],
      num_likes: 234,
      num_comments: 12,
      post_type: 'post',
      account_type: 'Person',
    },
  ],
  [
    'an actor of Apify',
    {
      activity_urn: id,
      full_urn: `urn:li:ugcPost:${id}`,
      post_url: `https://www.linkedin.com/posts/ada-one_sea-activity-${id}-AbCd`,
      text: 'Sea #Fun',
      posted_at: { relative: '2h', date: '2024-03-01 10:00:00', timestamp: 1_709_287_200_000 },
      author: { username: 'ada-one', profile_url: 'https://www.linkedin.com/in/ada-one' },
      stats: { total_reactions: 234, like: 200, comments: 12 },
    },
  ],
])('%s: posts', async (_name, record) => {
  const read = await readContent(JSON.stringify([record]));
  expect(read).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(read.rows['network.posts']).toMatchObject([postRow]);
});

test('4CAT’s CSV of LinkedIn', async () => {
  const read = await readContent(
    csv({
      id,
      thread_id: id,
      body: 'Sea #Fun',
      timestamp: '2024-03-01 10:00:00',
      author: 'in/ada-one/',
      author_name: 'Ada One',
      author_is_company: 'no',
      hashtags: 'fun',
      post_url: `https://www.linkedin.com/feed/update/urn:li:activity:${id}`,
      comments: '12',
      shares: '1',
      reactions: '234',
      reaction_like: '200',
      unix_timestamp: '1709287200',
    }),
  );
  expect(read).toMatchObject({ format: 'linkedin', records: 1, refused: [] });
  expect(read.rows['network.posts']).toMatchObject([{ ...postRow, share_count: 1 }]);
});

const update = {
  updateMetadata: { urn: `urn:li:activity:${id}` },
  actor: {
    name: { text: 'Example Corp' },
    subDescription: { text: '3w • ' },
    navigationContext: { actionTarget: 'https://www.linkedin.com/company/example-corp/posts?x=1' },
  },
  commentary: { text: { text: 'Sea #Fun' } },
  content: null,
  '*socialDetail': { '*totalSocialActivityCounts': { numLikes: 234, numComments: 12, numShares: 1 } },
};

test.each([
  [
    'Zeeschuimer',
    {
      nav_index: '1',
      item_id: id,
      timestamp_collected: 1_711_929_600_000,
      source_platform: 'linkedin.com',
      data: update,
    },
  ],
  ['4CAT', { ...update, __import_meta: { timestamp_collected: 1_711_929_600_000 } }],
])('LinkedIn’s web application, %s: the time is the one in the ID', async (_name, record) => {
  const read = await readContent(`${JSON.stringify(record)}\n`);
  expect(read).toMatchObject({ format: 'linkedin-web', records: 1, refused: [] });
  expect(read.observedAt).toEqual(['2024-04-01T00:00:00.000Z']);
  const { created_at: _time, ...known } = postRow;
  expect(read.rows['network.posts']).toEqual([
    { ...known, author_kind: 'company', author: 'example-corp', share_count: 1 },
    { post_id: id, created_at: '2024-03-01T10:00:00.123Z' },
  ]);
});

test('ScrapFly: a profile with its articles, and a company', async () => {
  const profile = {
    profile: {
      '@type': 'Person',
      name: 'Ada One',
      url: 'https://www.linkedin.com/in/ada-one',
      description: 'Invented',
      address: { '@type': 'PostalAddress', addressLocality: 'Oslo' },
      jobTitle: ['Engineer'],
      worksFor: [
        [
          {
            '@type': 'Organization',
            name: 'Example Corp',
            url: 'https://www.linkedin.com/company/example-corp',
            member: { startDate: 2019 },
          },
        ],
      ],
    },
    posts: [
      {
        '@type': 'Article',
        headline: 'On boats',
        url: 'https://www.linkedin.com/pulse/on-boats-ada-one',
        datePublished: '2024-03-01T10:00:00.000+00:00',
        author: { '@type': 'Person', url: 'https://www.linkedin.com/in/ada-one' },
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'http://schema.org/LikeAction',
          userInteractionCount: 234,
        },
      },
    ],
  };
  const read = await readContent(JSON.stringify([profile]));
  expect(read).toMatchObject({ format: 'linkedin-pages', records: 1, refused: [] });
  expect(read.rows['network.profiles']).toMatchObject([
    {
      username: 'ada-one',
      full_name: 'Ada One',
      current_company: 'example-corp',
      current_title: 'Engineer',
      experience: [{ start_date: '2019' }],
    },
  ]);
  expect(read.rows['network.posts']).toMatchObject([
    {
      post_id: 'on-boats-ada-one',
      author: 'ada-one',
      author_kind: 'person',
      post_type: 'article',
      like_count: 234,
      created_at: '2024-03-01T10:00:00.000Z',
    },
  ]);
  const company = {
    overview: {
      name: 'Example Corp',
      url: 'https://www.linkedin.com/company/example-corp',
      'Company size': '11-50 employees',
      Founded: '1976',
      numberOfEmployees: 42,
    },
    life: {},
  };
  expect((await readContent(JSON.stringify([company]))).rows['network.companies']).toEqual([
    {
      company: 'example-corp',
      name: 'Example Corp',
      company_size: '11-50 employees',
      founded: 1976,
      employee_count: 42,
    },
  ]);
});
