import { type ApiServer, startApiServer } from './api-server.ts';

export const noMatch = {
  status: 404,
  body: { status: 404, error: { type: 'not_found', message: 'No records were found matching your search' } },
};

/** People Data Labs with `count` people at one company; a part of their fields is hidden as `true`. */
export async function startPdlServer(count: number): Promise<ApiServer> {
  const person = (at: number) => ({
    full_name: `Ada ${at}`,
    headline: null,
    job_title: 'Data Engineer',
    job_company_name: 'Norlund',
    location_name: true,
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
      },
    ],
    education: [{ school: { name: 'Velm University' }, degrees: ['bachelors'], end_date: '2015' }],
    certifications: true,
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
      if (query.get('profile') !== 'linkedin.com/in/ada-1') return noMatch;
      return { headers, body: { status: 200, likelihood: 8, data: person(1) } };
    }
    if (path === '/v5/company/enrich') {
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
