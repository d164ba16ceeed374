import { type ApiServer, startApiServer } from './api-server.ts';

export const noMatch = {
  status: 404,
  body: { status: 404, error: { type: 'not_found', message: 'No records were found matching your search' } },
};

const aster = {
  name: 'aster',
  display_name: 'Aster',
  headline: 'Ropes since 1901',
  industry: 'maritime',
  size: '11-50',
  employee_count: 12,
  founded: 1901,
  location: { name: 'velmora, norway', locality: 'velmora', region: 'north', country: 'norway' },
  summary: 'Makes ropes.',
  website: 'aster.example',
  tags: ['ropes'],
  linkedin_slug: 'aster',
  linkedin_id: '77',
  linkedin_follower_count: 9,
};

/** People Data Labs with `count` people at one company; of the second a part of the fields is hidden as `true`. */
export async function startPdlServer(count: number): Promise<ApiServer> {
  const person = (at: number) => ({
    full_name: `Ada ${at}`,
    headline: null,
    job_title: 'Data Engineer',
    job_company_name: 'Norlund',
    location_name: at === 1 ? true : 'Velmora',
    summary: at === 1 ? true : 'Builds pipelines.',
    job_company_linkedin_url: 'linkedin.com/company/norlund',
    linkedin_username: `ada-${at}`,
    linkedin_url: `linkedin.com/in/ada-${at}`,
    linkedin_connections: 2039,
    skills: ['sql'],
    experience: [
      {
        company: { name: 'Norlund' },
        title: { name: 'Data Engineer' },
        start_date: '2019-03-02',
        end_date: null,
        summary: 'Data of ships.',
      },
      {
        company: { name: 'Aster' },
        title: { name: 'Clerk' },
        start_date: '2015-01',
        end_date: '2019-02',
        summary: true,
      },
    ],
    education: [{ school: { name: 'Velm University' }, degrees: ['bachelors'], end_date: '2015' }],
    certifications:
      at === 1
        ? true
        : [{ name: 'Pilot', organization: 'Harbour Board', start_date: '2020-01', end_date: '2025-01' }],
    emails: true,
  });
  const headers = {
    'x-ratelimit-remaining': "{'minute': 1200, 'day': None, 'month': None}",
    'x-ratelimit-reset': '2099-02-23T20:19:55Z',
  };
  return await startApiServer(({ path, query, body, headers: sent }) => {
    if (sent['x-api-key'] !== 'secret')
      return { status: 401, body: { status: 401, error: { type: 'auth' } } };
    if (path === '/v5/person/enrich') {
      const at = /^linkedin\.com\/in\/ada-([12])$/.exec(query.get('profile') ?? '')?.[1];
      if (at === undefined) return noMatch;
      return { headers, body: { status: 200, likelihood: 8, data: person(Number(at)) } };
    }
    if (path === '/v5/company/enrich') {
      if (query.get('profile') === 'linkedin.com/company/aster') {
        return { headers, body: { status: 200, ...aster, likelihood: 10 } };
      }
      if (query.get('profile') !== 'linkedin.com/company/norlund') return noMatch;
      const company = {
        name: 'norlund',
        display_name: 'Norlund',
        size: '51-200',
        employee_count: count,
        founded: 1998,
        linkedin_slug: 'norlund',
        linkedin_follower_count: 30,
        summary: true,
      };
      return { headers, body: { status: 200, ...company, likelihood: 10 } };
    }
    const { sql, size, scroll_token: from = '0' } = JSON.parse(body) as Record<string, string>;
    if (!sql?.includes("'linkedin.com/company/norlund'")) return noMatch;
    const end = Number(from) + Number(size);
    const data = Array.from({ length: count }, (_, at) => person(at)).slice(Number(from), end);
    const next = end < count ? { scroll_token: String(end) } : {};
    return { headers, body: { status: 200, data, total: count, ...next } };
  });
}
