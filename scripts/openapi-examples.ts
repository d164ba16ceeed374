/** Sends an example of every operation to a service over a small index, and gives what it was answered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '@sdq/contract';
import { directoryStore } from '@sdq/platforms';
import { examples as committed } from '../packages/server/src/openapi/generated/examples.ts';
import type { Example, OperationExamples } from '../packages/server/src/openapi/operation-examples.ts';
import { type SampleService, startSampleService } from '../test/support/sample-service.ts';

interface Sent {
  /** Default 200. */
  status?: number;
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: { type?: string } }[];
  requestBody?: object;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** The document as a running service gives it, and the examples of its operations, in the order of their ids. */
export interface Described {
  document: Document;
  examples: Record<string, OperationExamples>;
}

export async function describeService(): Promise<Described> {
  await using service = await startSampleService((directory) => ({
    isSignupOpen: true,
    baseUrl: 'https://api.example.org',
    data: { media: directoryStore(join(directory, 'media')) },
  }));
  const answer = await fetch(`${service.url}/openapi.json`);
  const document = { ...((await answer.json()) as Document), servers: [{ url: '/' }] };
  const values = await exampleValues(service);
  const examples: Record<string, OperationExamples> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const sent = values[operation.operationId];
    if (sent === undefined) {
      throw new Error(`${operation.operationId} has no example: give it one in scripts/openapi-examples.ts`);
    }
    const send = (what: Sent, status: number) => exchange(service, { path, method, operation, what, status });
    const valid = await send(sent, sent.status ?? 200);
    const refused = refusedOf(operation, sent);
    const { operationId } = operation;
    const known = changing.includes(operationId) ? committed[operationId]?.valid : undefined;
    examples[operationId] = {
      valid: known ?? valid,
      ...(refused !== undefined && { invalid: await send(refused, 422) }),
    };
  }
  return { document, examples: Object.fromEntries(Object.entries(examples).sort()) };
}

/** Deletions come last: others need what they delete. */
function operationsOf(document: Document) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return all.sort((left, right) => Number(left.method === 'delete') - Number(right.method === 'delete'));
}

interface Exchange {
  path: string;
  method: string;
  operation: Operation;
  what: Sent;
  status: number;
}

async function exchange(
  service: SampleService,
  { path, method, operation, what, status }: Exchange,
): Promise<Example> {
  const { path: inPath = {}, query = {}, body } = what;
  const filled = path.replace(/\{(\w+)\}/g, (_found, name: string) =>
    encodeURIComponent(inPath[name] ?? name),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  if (schemes.includes('APIKeyHeader')) headers.set('x-api-key', service.accountKey);
  else if (schemes.includes('HTTPBearer')) headers.set('authorization', `Bearer ${service.key}`);
  const init = {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const answer = await fetch(`${service.url}${filled}${search.size > 0 ? `?${search}` : ''}`, init);
  const text = await answer.text();
  if (answer.status !== status) {
    throw new Error(`${operation.operationId}: ${answer.status} instead of ${status}: ${text.slice(0, 500)}`);
  }
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const example = {
    status,
    path: inPath,
    query,
    ...(body !== undefined && { body }),
    ...(isJson && { answer: JSON.parse(text) }),
  };
  const isData = schemes.includes('HTTPBearer') && !schemes.includes('APIKeyHeader');
  return steady(example, isData ? steadyValues : steadyAccountValues) as Example;
}

/** A request of the same operation that validation refuses; undefined where it can refuse nothing. */
function refusedOf({ parameters = [], requestBody }: Operation, { path, query }: Sent): Sent | undefined {
  const number = parameters.find(({ in: place, schema }) => place === 'query' && schema.type === 'integer');
  if (number !== undefined) return { ...(path && { path }), query: { ...query, [number.name]: 'many' } };
  if (requestBody !== undefined) return { ...(path && { path }), body: [] };
  const required = parameters.find(({ in: place, required: is }) => place === 'query' && is);
  if (required === undefined) return undefined;
  const { [required.name]: _left, ...others } = query ?? {};
  return { ...(path && { path }), query: others };
}

/** Fields whose values differ from run to run, and what stands for them. */
const steadyValues: Readonly<Record<string, unknown>> = {
  request_id: 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  snapshot_id: 'snap_4f1c2a9e8d7b6a50',
  cursor: 'eyJvZmZzZXQiOjV9.c2lnbmVk',
  elapsed_ms: 4.2,
  queued_ms: 0.1,
  expires_at: '2026-03-02T09:00:00.000Z',
};

/** The same of answers about accounts; in data, these are the index's own. */
const steadyAccountValues: Readonly<Record<string, unknown>> = {
  ...steadyValues,
  id: 'acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  key_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  webhook_id: 'hook_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  notification_id: 'ntf_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  key: 'sdq_live_(shown once)',
  account_key: 'sdq_acct_(shown once)',
  secret: '(shown once)',
  masked_key: 'sdq_live_…4f2a',
  prefix: 'sdq_live_8Fq2',
  created_at: '2026-03-01T09:00:00.000Z',
  last_used_at: '2026-03-02T09:00:00.000Z',
  revoked_at: '2026-03-02T09:00:00.000Z',
  timestamp: '2026-03-02T09:00:00.000Z',
  as_of: '2026-03-02T09:00:00.000Z',
  start_date: '2026-02-01T00:00:00.000Z',
  end_date: '2026-03-01T00:00:00.000Z',
  current_period_start: '2026-03-01T00:00:00.000Z',
  current_period_end: '2026-04-01T00:00:00.000Z',
  date: '2026-03-01',
  duration_ms: 5,
  expires: '1772442000',
  signature: '(from the link)',
};

/** Whose answers differ by day and key: their examples are kept as they were written once. */
const changing: readonly string[] = ['shortvideo_feed'];

/** How much of a list is shown. */
const itemsShown = 3;

function steady(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsShown).map((each) => steady(each, values));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isSteady = member === null || typeof member === 'object' || !(name in values);
    if (isSteady || (name === 'cursor' && typeof member === 'number')) return [name, steady(member, values)];
    return [name, values[name]];
  });
  return Object.fromEntries(members);
}

/** A link to a video file that is put there for it. */
async function mediaLink(service: SampleService, username: string): Promise<Sent> {
  const { data } = await service.get('shortvideo/profile', { username, count: 1 });
  const id = String(data.videos[0].video_id);
  const folder = join(service.directory, 'media', 'shortvideo');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.mp4`), 'not really a film');
  const asked = { username, count: 1, addons: 'video_files' };
  const { addons } = (await service.get('shortvideo/profile', asked)).data;
  const { searchParams } = new URL(addons.video_files[id].url);
  return { path: { platform: 'shortvideo', record_id: id }, query: Object.fromEntries(searchParams) };
}

/** What to ask for: records of the sample that have much to show. */
async function exampleValues(service: SampleService): Promise<Record<string, Sent>> {
  const one = async (platform: Platform, sql: string): Promise<string> => {
    const [row] = await service.rows(platform, sql);
    return String(Object.values(row ?? {})[0]);
  };
  const author = await one('shortvideo', 'SELECT author FROM videos GROUP BY 1 ORDER BY count(*) DESC, 1');
  const video = await one('shortvideo', 'SELECT video_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1');
  const person = await one(
    'network',
    "SELECT author FROM posts WHERE author_kind <> 'company' GROUP BY 1 ORDER BY count(*) DESC, 1",
  );
  const company = await one(
    'network',
    "SELECT author FROM posts WHERE author_kind = 'company' GROUP BY 1 ORDER BY count(*) DESC, 1",
  );
  const employer = await one(
    'network',
    'SELECT current_company FROM profiles GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  const poster = await one('photo', 'SELECT username FROM posts GROUP BY 1 ORDER BY count(*) DESC, 1');
  const post = await one('photo', 'SELECT id FROM posts ORDER BY like_count DESC, 1');
  const medium = await one('photo', 'SELECT media_id FROM comments GROUP BY 1 ORDER BY count(*) DESC, 1');
  const keyword = await one(
    'photo',
    'SELECT tag FROM (SELECT unnest(hashtags) AS tag FROM posts) GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  const writer = await one('micro', 'SELECT username FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1');
  const thread = await one(
    'micro',
    'SELECT conversation_id FROM tweets GROUP BY 1 ORDER BY count(*) DESC, 1',
  );
  const word = await one(
    'micro',
    "SELECT word FROM (SELECT unnest(string_split(lower(content), ' ')) AS word FROM tweets) WHERE length(word) > 4 GROUP BY 1 ORDER BY count(*) DESC, 1",
  );
  const made = async (path: string, body: object, key = service.accountKey) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Record<string, unknown> }).data;
  };
  const key = await made('/api/users/me/api-keys', { name: 'reports' });
  const spare = await made('/api/users/me/api-keys', { name: 'old reports' });
  const webhook = await made('/api/users/me/webhooks', { url: 'https://hooks.example.org/sdq' });
  const profile = await service.get('shortvideo/profile', { username: author, count: 2 });
  const query = 'SELECT region, count(*) AS videos FROM videos GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3';
  const statement = await made('/api/shortvideo/sql', { query, wait_timeout_ms: 10_000 }, service.key);
  const unknownStatement = { status: 404, path: { statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH' } };
  const link = await mediaLink(service, author);
  const select =
    'SELECT author, play_count FROM videos WHERE play_count > $least ORDER BY play_count DESC, author LIMIT 3';
  return {
    shortvideo_sql: { body: { query: select, parameters: { least: 1_000 }, limit: 10 } },
    shortvideo_sql_statement: { path: { statement_id: String(statement.statement_id) } },
    shortvideo_sql_statement_cancel: unknownStatement,
    shortvideo_sql_schema: {},
    shortvideo_feed: { query: { count: 2 } },
    shortvideo_profile: { query: { username: author, count: 2 } },
    shortvideo_hashtag: { query: { hashtag: 'fyp', count: 2 } },
    shortvideo_comments: { query: { video_id: video, count: 10 } },
    network_sql: {
      status: 501,
      body: { query: 'SELECT username, headline FROM profiles ORDER BY username LIMIT 3' },
    },
    network_sql_statement: unknownStatement,
    network_sql_statement_cancel: unknownStatement,
    network_sql_schema: {},
    network_user_profile: { query: { username: person } },
    network_user_posts: { query: { username: person, count: 2 } },
    network_company_profile: { query: { company, employee_count: 2 } },
    network_company_posts: { query: { company, count: 2, sort_by: 'top' } },
    network_search_employees: { query: { company: employer, current_company: true, count: 2 } },
    photo_sql: { status: 501, body: { table: 'posts', limit: 2 } },
    photo_sql_statement: unknownStatement,
    photo_sql_statement_cancel: unknownStatement,
    photo_sql_schema: {},
    photo_user_profile: { query: { username: poster, max_followers: 2, max_following: 2 } },
    photo_user_posts: { query: { username: poster, count: 2 } },
    photo_post: { query: { code_or_url: post } },
    photo_hashtag: { query: { keyword, count: 2, feed_type: 'recent' } },
    photo_comments: { query: { media_id: medium, count: 10, sort_order: 'popular' } },
    micro_sql: { status: 501, body: { query: 'SELECT count(*) AS tweets FROM tweets' } },
    micro_sql_statement: unknownStatement,
    micro_sql_statement_cancel: unknownStatement,
    micro_sql_schema: {},
    micro_user_profile: { query: { username: writer } },
    micro_user_posts: { query: { username: writer, count: 2 } },
    micro_post: { query: { tweet_id_or_url: thread } },
    micro_comments: { query: { tweet_id: thread, count: 10 } },
    micro_search: { query: { keyword: word, count: 2 } },
    media: link,
    platforms: {},
    pricing: {},
    limits: {},
    signup: { body: { name: 'Ada Lind', email: 'ada@example.org' } },
    current_user: {},
    update_user: { body: { settings: { usageAlerts: true, alertThreshold: 25 } } },
    list_api_keys: {},
    create_api_key: {
      body: { name: 'nightly report', permissions: ['shortvideo', 'photo'], spend_limit: '$5.0000' },
    },
    rotate_api_key: { path: { key_id: String(spare.key_id) }, body: { overlap_seconds: 3_600 } },
    delete_api_key: { path: { key_id: String(key.key_id) } },
    usage_summary: {},
    list_usage: { query: { limit: 2 } },
    daily_usage: {},
    balance: {},
    receipt: { path: { request_id: profile.request_id } },
    list_notifications: {},
    create_webhook: { body: { url: 'https://hooks.example.org/usage' } },
    list_webhooks: {},
    delete_webhook: { path: { webhook_id: String(webhook.webhook_id) } },
    healthz: {},
    readyz: {},
  };
}
