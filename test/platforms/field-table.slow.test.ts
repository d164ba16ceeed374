import { readFileSync } from 'node:fs';
import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apis } from '../../packages/platforms/test/upstream/cases.ts';
import { openData } from '../../packages/platforms/test/upstream/open-data.ts';
import { type SampleService, startSampleService } from '../support/sample-service.ts';

/** docs/platform-fields.md is made here: which source fills which field of which endpoint, seen in answers. */

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** Of pages and bills, not of records. */
const notOfRecords = /^(cursor|has_more|total_\w+|api_calls|addons)$/;

/** The leaves of an answer's schema: `videos[].music.id`. */
function fieldsOf(schema: JsonSchema, path = ''): string[] {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (inner.items !== undefined) return fieldsOf(inner.items, `${path}[]`);
  if (inner.properties === undefined) return [path];
  return Object.entries(inner.properties)
    .filter(([name]) => path !== '' || !notOfRecords.test(name))
    .flatMap(([name, each]) => fieldsOf(each, path === '' ? name : `${path}.${name}`));
}

/** The leaves that hold something. */
function filledIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => filledIn(each, `${path}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) =>
      filledIn(each, path === '' ? name : `${path}.${name}`),
    );
  }
  return value === '' || value === 0 || value === false || value === null ? [] : [path];
}

const endpoints = endpointsByPath(builtInPlatforms);
const fields = (endpoint: string) => fieldsOf(endpoints.get(endpoint)?.data.toJSONSchema() as JsonSchema);

type Query = Record<string, string | number | boolean>;

/** Requests that together show every field: a query, and SQL whose values are asked for one after the other; default: its example, of many records. */
const samples: Record<
  string,
  [Query, (keyof Query & string)?, ('shortvideo' | 'network' | 'photo' | 'micro')?, string?]
> = {
  'shortvideo/feed': [{ count: 100 }],
  'shortvideo/profile': [
    { count: 10 },
    'username',
    'shortvideo',
    'SELECT author FROM authors ORDER BY is_private DESC, is_verified DESC, author LIMIT 40',
  ],
  'shortvideo/hashtag': [
    { count: 50 },
    'hashtag',
    'shortvideo',
    'SELECT name FROM hashtags ORDER BY view_count DESC LIMIT 5',
  ],
  'shortvideo/comments': [
    { count: 50 },
    'video_id',
    'shortvideo',
    'SELECT video_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 5',
  ],
  'network/user-profile': [
    {},
    'username',
    'network',
    'SELECT username FROM profiles ORDER BY phone IS NULL, email IS NULL, username LIMIT 60',
  ],
  'network/user-posts': [
    { count: 50 },
    'username',
    'network',
    "SELECT author FROM posts WHERE author_kind = 'person' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20",
  ],
  'network/company-profile': [
    { employee_count: 20 },
    'company',
    'network',
    'SELECT company FROM companies ORDER BY employee_count DESC, company LIMIT 20',
  ],
  'network/company-posts': [
    { count: 50 },
    'company',
    'network',
    "SELECT author FROM posts WHERE author_kind = 'company' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20",
  ],
  'network/search-employees': [
    { count: 50, school: 'velmora', current_company: true },
    'company',
    'network',
    'SELECT company FROM companies ORDER BY employee_count DESC, company LIMIT 20',
  ],
  'photo/user-profile': [
    { max_followers: 20, max_following: 20 },
    'username',
    'photo',
    'SELECT username FROM profiles ORDER BY len(followers) DESC, is_business DESC, is_verified DESC LIMIT 40',
  ],
  'photo/user-posts': [
    { count: 50 },
    'username',
    'photo',
    'SELECT username FROM posts GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 5',
  ],
  'photo/post': [
    {},
    'code_or_url',
    'photo',
    'SELECT id FROM posts ORDER BY video_url IS NULL, location IS NULL, id LIMIT 20',
  ],
  'photo/hashtag': [{ count: 50 }, 'keyword', 'photo', "SELECT 'love'"],
  'photo/comments': [
    { count: 50 },
    'media_id',
    'photo',
    'SELECT media_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 5',
  ],
  'micro/user-profile': [
    {},
    'username',
    'micro',
    'SELECT username FROM profiles ORDER BY location IS NULL, website IS NULL, is_verified DESC LIMIT 20',
  ],
  'micro/user-posts': [
    { count: 100 },
    'username',
    'micro',
    'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20',
  ],
  'micro/post': [
    {},
    'tweet_id_or_url',
    'micro',
    'SELECT id FROM tweets ORDER BY media[1].duration_ms IS NULL, like_count DESC, id LIMIT 60',
  ],
  'micro/comments': [
    { count: 50 },
    'tweet_id',
    'micro',
    'SELECT conversation_id FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 5',
  ],
  'micro/search': [{ count: 100 }, 'keyword', 'micro', "SELECT unnest(['coffee', 'the', 'a'])"],
};

/** The query that the example's answer equals, with its parameters as in the SQL of the service. */
function sqlOf(endpoint: string): string[] {
  const file = new URL(`../../packages/catalog/examples/${endpoint}.json`, import.meta.url);
  const { valid } = JSON.parse(readFileSync(file, 'utf8')) as {
    valid: { answer: { data: { meta: { sql: { query: string; parameters: object } | null } } } };
  };
  const { sql } = valid.answer.data.meta;
  if (sql === null) return ['As SQL: several queries.'];
  const { query, parameters } = sql;
  const names = Object.keys(parameters).map((name) => `\`$${name}\``);
  const given = names.length === 0 ? '' : `, with ${names.join(', ')}`;
  return [`As SQL, for example${given}:`, '', '```sql', query, '```'];
}

async function queriesOf(endpoint: string): Promise<Query[]> {
  const sample = samples[endpoint];
  if (sample === undefined) {
    const found = await service.exampleQueries(endpoint, 50);
    return found.map((query) => ('count' in query ? { ...query, count: 20 } : query));
  }
  const [query, name, platform, sql] = sample;
  if (name === undefined || platform === undefined || sql === undefined) return [query];
  const rows = await service.rows(platform, sql);
  return rows.map((row) => ({ ...query, [name]: String(Object.values(row)[0]) }));
}

async function embeddedFills(endpoint: string): Promise<Set<string>> {
  const filled = new Set<string>();
  const all = fields(endpoint);
  for (const query of await queriesOf(endpoint)) {
    const { data } = await service.get(endpoint, query);
    for (const field of filledIn(data)) filled.add(field);
    if (all.every((field) => filled.has(field))) break;
  }
  return filled;
}

/** By endpoint and driver, the fields that answers from the upstream's own server fill. */
async function driversFill(): Promise<Map<string, Map<string, Set<string>>>> {
  const fills = new Map<string, Map<string, Set<string>>>();
  for (const [api, { driver, start, requests }] of Object.entries(apis)) {
    await using server = await start();
    await using opened = openData({ [api]: server.url });
    for (const { endpoint, query } of requests) {
      const { data } = await opened.ask(endpoint, query);
      const ofEndpoint = fills.get(endpoint) ?? new Map<string, Set<string>>();
      fills.set(
        endpoint,
        ofEndpoint.set(driver, new Set([...(ofEndpoint.get(driver) ?? []), ...filledIn(data)])),
      );
    }
  }
  return fills;
}

test('the sample index fills every field of every endpoint, and the docs tell who else does', {
  timeout: 60_000,
}, async () => {
  const byDriver = await driversFill();
  const parts = [
    '# Fields of the data endpoints, and who fills them',
    '',
    'Made by `test/platforms/field-table.slow.test.ts` out of answers: the sample index, and servers that speak the upstreams’',
    'protocols. ✔ filled · ∅ answered as `""`, `0`, `false`, `[]` or `null`, or left out · a driver that is not named has no part in',
    'the endpoint. Beside these fields stand those of pages and add-ons: [platforms.md](platforms.md). The SQL is `data.meta.sql` of',
    'the answer in [openapi.json](openapi.json), which depends on the parameters ([platforms.md](platforms.md#the-same-as-sql)).',
  ];
  const missing: string[] = [];
  for (const endpoint of endpoints.keys()) {
    const embedded = await embeddedFills(endpoint);
    const drivers = [...(byDriver.get(endpoint) ?? [])];
    const heads = ['field', 'index', ...drivers.map(([driver]) => driver)];
    parts.push(
      '',
      `## ${endpoint}`,
      '',
      ...sqlOf(endpoint),
      '',
      `| ${heads.join(' | ')} |`,
      `|${heads.map(() => '---').join('|')}|`,
    );
    for (const field of fields(endpoint)) {
      if (!embedded.has(field)) missing.push(`${endpoint} ${field}`);
      const marks = [embedded, ...drivers.map(([, filled]) => filled)].map((filled) =>
        filled.has(field) ? '✔' : '∅',
      );
      parts.push(`| ${[field, ...marks].join(' | ')} |`);
    }
  }
  expect(missing).toEqual([]);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('../../docs/platform-fields.md');
});
