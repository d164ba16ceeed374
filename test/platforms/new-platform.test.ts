import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { addedTables, builtInPlatforms } from '@sdq/catalog';
import { definePlatform } from '@sdq/catalog/define';
import { type Engine, openEngine } from '@sdq/core';
import { addFiles } from '@sdq/ingest';
import { configuredSources, knownRecords, removeRecords, WriteThrough } from '@sdq/platforms';
import { type AppOptions, buildApp, Metrics, startService } from '@sdq/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { podcasts as podcastsWith } from '../../packages/catalog/test/podcasts/platform.ts';
import { describeService } from '../../scripts/make-examples.ts';

/** A platform that is one folder: what it is known by everywhere follows from its definition. */

let root: string;
let engine: Engine;
let accounts: Accounts;
let writeThrough: WriteThrough;
let keys: { data: string; account: string; other: string };
let service: { url: string; close(): Promise<void> };
let options: Partial<AppOptions> & Pick<AppOptions, 'engine' | 'accounts'>;
const metrics = new Metrics();
const cleanUp: (() => Promise<unknown>)[] = [];

/** A file as somebody collected it: its own names, no format named. */
const collected = [
  {
    guid: 'e1',
    podcast: 'Night Ferry',
    pubDate: '2026-02-01T08:00:00Z',
    episodeTitle: 'Fog',
    plays: '1,204',
  },
  {
    guid: 'e2',
    podcast: 'Night Ferry',
    pubDate: '2026-02-08T08:00:00Z',
    episodeTitle: 'Pilots',
    plays: '98',
  },
  { guid: 'e3', podcast: 'Night Ferry', pubDate: '2026-02-15T08:00:00Z', episodeTitle: 'Buoys', plays: '77' },
  { guid: 'e4', podcast: 'Salt', pubDate: '2026-02-02T08:00:00Z', episodeTitle: 'Brine', plays: '5' },
];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sdq-podcasts-'));
  cleanUp.push(() => rm(root, { recursive: true, force: true }));
  const index = join(root, 'index');
  const podcasts = podcastsWith(pathToFileURL(`${join(root, 'examples')}/`));
  const platforms = [...builtInPlatforms, podcasts];
  const tables = addedTables(platforms);
  const file = join(root, 'episodes.ndjson');
  await writeFile(file, collected.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const report = await addFiles({
    index,
    files: [file],
    tables,
    observedAt: new Date('2026-03-01T00:00:00Z'),
  });
  expect(report.files).toMatchObject([{ accepted: 4, refused: 0 }]);

  engine = await openEngine({ index, tables, threads: 1, isolation: 'in-process', advisoryParser: false });
  cleanUp.push(() => engine.close());
  const names = platforms.map(({ platform }) => platform);
  accounts = await openAccounts({ directory: join(root, 'accounts'), platforms: names });
  cleanUp.push(() => accounts.close());
  const { account, accountKey } = await accounts.createAccount({
    name: 'Ruta Sala',
    email: 'ruta@example.org',
    balanceUnits: 10_000,
  });
  const { key } = await accounts.createKey(account.accountId, { name: 'all' });
  const { key: other } = await accounts.createKey(account.accountId, {
    name: 'photos',
    permissions: ['photo'],
  });
  keys = { data: key, account: accountKey, other };

  const upstream = await startUpstream();
  cleanUp.push(upstream.close);
  writeThrough = await WriteThrough.open({
    index,
    tables,
    directory: join(root, 'spool'),
    isKnown: knownRecords(engine),
    everyMs: 0,
    onError: (error) => {
      throw error;
    },
  });
  cleanUp.push(() => writeThrough.close());
  const sources = configuredSources(
    { CAST_API_KEY: 'secret', CAST_API_BASE_URL: upstream.url },
    { keep: (observations) => writeThrough.keep(observations), onCall: (call) => metrics.called(call) },
    platforms,
  );
  options = { engine, accounts, platforms, metrics, data: { sources, writeThrough }, isSignupOpen: true };
  service = await startService({ ...options, host: '127.0.0.1', port: 0 });
  cleanUp.push(() => service.close());
});

afterAll(async () => {
  for (const close of cleanUp.reverse()) await close();
});

/** Knows one series, in its own words; of others it has no episodes. */
async function startUpstream() {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/series/Lighthouse' && request.headers['x-api-key'] === 'secret';
    const episodes = [{ guid: 'u1', title: 'Lamp', at: '2026-02-20T08:00:00Z', heard: 12 }];
    response.setHeader('content-type', 'application/json');
    if (isKnown) response.end(JSON.stringify({ episodes }));
    else response.writeHead(503).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}`, close };
}

async function call(path: string, { body, key = keys.data }: { body?: object; key?: string } = {}) {
  const isAccountKey = key.startsWith('sdq_acct');
  const response = await fetch(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(isAccountKey ? { 'x-api-key': key } : { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return { status: response.status, text, body: (isJson ? JSON.parse(text) : undefined) as any };
}

test('an upstream answers its endpoint, at its price, and what it told is in the index after a merge', async () => {
  const { status, body } = await call('/api/podcasts/episodes?series=Lighthouse');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: { series: 'Lighthouse', episodes: [{ id: 'u1', listens: 12 }], has_more: false, api_calls: 1 },
    cost: '$0.0003',
  });
  await writeThrough.flush();
  expect(writeThrough.figures).toMatchObject({ merged: 1, refused: 0, mergesFailed: 0 });
  await engine.refresh();
  const query = "SELECT title FROM episodes WHERE series = 'Lighthouse'";
  const sql = await call('/api/podcasts/sql', { body: { query } });
  expect(sql.body).toMatchObject({ data: { rows: [{ title: 'Lamp' }] }, cost: '$0.0002' });
});

test('its SQL knows its tables, and no other platform’s', async () => {
  const totals = await call('/api/podcasts/sql', {
    body: {
      query:
        "SELECT series, sum(listens)::BIGINT AS n FROM episodes WHERE series <> 'Lighthouse' GROUP BY 1 ORDER BY 1",
    },
  });
  expect(totals.body.data.rows).toEqual([
    { series: 'Night Ferry', n: 1379 },
    { series: 'Salt', n: 5 },
  ]);
  const browsed = await call('/api/podcasts/sql', { body: { limit: 2 } });
  expect(Object.keys(browsed.body.data.rows[0])).toContain('episode_id');
  const foreign = await call('/api/podcasts/sql', { body: { query: 'SELECT * FROM videos' } });
  expect(foreign.body.error.code).toBe('sql_unknown_table');
  const unknown = await call('/api/podcasts/sql', { body: { table: 'tweets' } });
  expect(unknown.status).toBe(422);
  expect(unknown.body.detail[0].ctx.expected).toContain('episodes');
  const schema = await call('/api/podcasts/sql/schema');
  expect(schema.body.data.tables).toMatchObject([{ name: 'episodes' }, { name: 'removals' }]);
});

test('keys, prices, labels and usage know it', async () => {
  const refused = await call('/api/podcasts/episodes?series=Salt', { key: keys.other });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'platform_not_permitted' } } });
  const wrong = await call('/api/podcasts/episodes?series=Salt&count=51');
  expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'count'], input: '51' }] } });
  const body = { name: 'p', permissions: ['podcasts'] };
  const made = await call('/api/users/me/api-keys', { body, key: keys.account });
  expect(made.body.data.permissions).toEqual(['podcasts']);
  const pricing = await call('/api/pricing');
  expect(pricing.body.data.endpoints).toContainEqual({
    endpoint: '/api/podcasts/episodes',
    per: 'episode',
    price: '$0.0003',
    addons: {},
  });
  const { platforms } = (await call('/api/platforms')).body.data;
  expect(platforms.at(-1)).toMatchObject({
    platform: 'podcasts',
    name: 'Podcasts',
    sql: 'available',
    drivers: [
      { driver: 'cast-api', status: 'on' },
      { driver: 'embedded', status: 'on' },
    ],
  });
  const usage = await call('/api/users/me/usage/summary', { key: keys.account });
  expect(Object.keys(usage.body.data.by_platform)).toContain('podcasts');
  expect(usage.body.data.by_platform.podcasts.requests).toBeGreaterThan(0);
});

test('its examples are made as all others, and the API’s document shows them', async () => {
  const { metrics: _counted, ...uncounted } = options;
  const app = await buildApp(uncounted);
  await app.ready();
  const here = { url: service.url, engine, key: keys.data, accountKey: keys.account, directory: root };
  const withoutUpstream = await startService({
    ...uncounted,
    data: {},
    host: '127.0.0.1',
    port: 0,
  });
  const only = (id: string) => id.includes('_podcasts_');
  const { examples } = await describeService({ ...here, url: withoutUpstream.url }, app.operationDocs, only);
  await withoutUpstream.close();
  expect(examples.map(({ operationId }) => operationId).sort()).toEqual([
    'cancel_podcasts_sql_statement',
    'check_podcasts_sql',
    'create_podcasts_sql_quote',
    'create_podcasts_sql_result_link',
    'delete_podcasts_sql_quote',
    'get_podcasts_episodes',
    'get_podcasts_sql_quote',
    'get_podcasts_sql_schema',
    'get_podcasts_sql_statement',
    'get_podcasts_sql_statement_events',
    'query_podcasts_sql',
  ]);
  await mkdir(join(root, 'examples'));
  for (const { file, made } of examples) await writeFile(file, JSON.stringify(made));
  const document = (await app.inject('/openapi.json')).json();
  expect(document.tags).toContainEqual({ name: 'podcasts', description: 'Podcasts: SQL and episodes.' });
  const { get } = document.paths['/api/podcasts/episodes'];
  expect(get).toMatchObject({
    operationId: 'get_podcasts_episodes',
    summary: 'Episodes of a series, newest first',
    description: 'A series is named as its feed names it.',
  });
  expect(get.parameters[0]).toMatchObject({ name: 'series', required: true, example: 'Night Ferry' });
  const { example } = get.responses[200].content['application/json'].examples;
  expect(example.value.data.episodes.map(({ title }: { title: string }) => title)).toEqual([
    'Buoys',
    'Pilots',
  ]);
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['404', '422', '502']));
  const pages = await call('/llms.txt');
  expect(pages.text).toContain('GET /api/podcasts/episodes');
  await app.close();
});

test('metrics count its routes and calls', async () => {
  const text = await metrics.text();
  expect(text).toMatch(
    /sdq_http_request_duration_seconds_count\{route="\/api\/podcasts\/episodes"[^\n]*status="200"/,
  );
  expect(text).toMatch(/sdq_upstream_call_duration_seconds_count\{driver="cast-api",op="podcasts.episodes"/);
});

test('records that are gone from it go', async () => {
  const platforms = options.platforms ?? [];
  await removeRecords({ index: engine.index, platform: 'podcasts', keys: ['e4'], engine, platforms });
  await engine.refresh();
  const left = await call('/api/podcasts/sql', {
    body: { query: "SELECT * FROM episodes WHERE series = 'Salt'" },
  });
  expect(left.body.data.rows).toEqual([]);
});

test('a definition whose parts do not fit is refused, with what is wrong', () => {
  const good = podcastsWith(new URL('file:///nowhere/'));
  const tables = good.tables.filter(({ name }) => name === 'episodes');
  const refused = (wrong: object) => () => definePlatform({ ...good, tables, ...wrong });
  expect(refused({ browses: 'shows' })).toThrow('there is no table shows; its tables are episodes');
  expect(refused({ platform: 'casts' })).toThrow('the table episodes is of the platform podcasts');
  expect(refused({ tables: [...tables, ...tables] })).toThrow('there are two tables episodes');
  expect(refused({ endpoints: { sql: good.endpoints.episodes } })).toThrow('an endpoint cannot be named sql');
  const keyless = tables.map((table) => ({ ...table, key: ['guid'] }));
  expect(refused({ tables: keyless })).toThrow('the table episodes has no column guid');
});
