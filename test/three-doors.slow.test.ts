import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { builtInCatalog } from '@sdq/catalog';
import { type Engine, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { allRows, Database } from '@sdq/duckdb';
import { duckdbViews, openSnapshot } from '@sdq/index';
import { type Service, startService } from '@sdq/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

/** Queries as customers send them, each with a total order, so that rows can be compared one by one. */
const queries = [
  'SELECT count(*) AS n FROM videos',
  "SELECT count(*) AS n FROM videos WHERE create_time >= '2026-01-01'",
  'SELECT * FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 20',
  'SELECT video_id, author, play_count FROM videos ORDER BY like_count DESC NULLS LAST, video_id LIMIT 10',
  "SELECT * FROM videos WHERE create_time BETWEEN '2025-06-01' AND '2025-06-30' ORDER BY video_id LIMIT 50",
  'SELECT author, count(*) AS n, sum(play_count) AS plays FROM videos GROUP BY author ORDER BY plays DESC NULLS LAST, author LIMIT 25',
  "SELECT date_trunc('month', create_time) AS month, count(*) AS n, avg(like_count) AS likes FROM videos GROUP BY ALL ORDER BY month",
  "SELECT strftime(create_time, '%Y-%m-%d') AS day, sum(share_count) AS shares FROM videos WHERE year(create_time) = 2026 GROUP BY 1 ORDER BY 1 LIMIT 40",
  "SELECT video_id, hashtags FROM videos WHERE list_contains(hashtags, 'fyp') ORDER BY video_id LIMIT 30",
  'SELECT tag, count(*) AS n FROM (SELECT unnest(hashtags) AS tag FROM videos) GROUP BY tag ORDER BY n DESC, tag LIMIT 30',
  'SELECT hashtag, count(*) AS n FROM video_hashtags GROUP BY hashtag ORDER BY n DESC, hashtag LIMIT 30',
  'SELECT region, language, count(*) AS n FROM videos GROUP BY region, language ORDER BY ALL',
  "SELECT video_id, description FROM videos WHERE description ILIKE '%dance%' ORDER BY video_id LIMIT 20",
  "SELECT video_id FROM videos WHERE regexp_matches(description, '#[a-z]{4}\\b') ORDER BY video_id LIMIT 20",
  'SELECT region, quantile_cont(play_count, [0.5, 0.9, 0.99]) AS q FROM videos GROUP BY region ORDER BY region NULLS FIRST',
  'SELECT count(DISTINCT author_id) AS authors, count(DISTINCT music_id) AS sounds FROM videos',
  'SELECT v.author, a.follower_count, v.play_count FROM videos v JOIN authors a ON a.author_id = v.author_id ORDER BY v.play_count DESC NULLS LAST, v.video_id LIMIT 15',
  'SELECT m.title, count(*) AS n FROM videos v JOIN music m USING (music_id) GROUP BY m.title, music_id ORDER BY n DESC, music_id LIMIT 15',
  'SELECT region, video_id, play_count FROM videos WHERE play_count IS NOT NULL QUALIFY row_number() OVER (PARTITION BY region ORDER BY play_count DESC, video_id) <= 2 ORDER BY region NULLS FIRST, play_count DESC, video_id',
  'SELECT video_id, sum(play_count) OVER (PARTITION BY author ORDER BY create_time, video_id) AS running FROM videos ORDER BY video_id LIMIT 50',
  'WITH best AS (SELECT author_id, max(play_count) AS best FROM videos GROUP BY author_id) SELECT * FROM best ORDER BY best DESC NULLS LAST, author_id LIMIT 20',
  'SELECT video_id FROM videos WHERE like_count > play_count ORDER BY video_id',
  'SELECT is_ad, is_ai_generated, count(*) AS n FROM videos GROUP BY CUBE (is_ad, is_ai_generated) ORDER BY ALL',
  'SELECT c.video_id, count(*) AS n, max(c.create_time) AS latest FROM comments c GROUP BY c.video_id ORDER BY n DESC, c.video_id LIMIT 10',
  'SELECT video_id, max(play_count) - min(play_count) AS gained FROM video_stats GROUP BY video_id ORDER BY gained DESC NULLS LAST, video_id LIMIT 10',
  'SELECT video_id, music_title FROM videos WHERE music_id IS NULL ORDER BY video_id DESC LIMIT 10',
  'SELECT video_id FROM videos v WHERE EXISTS (FROM comments c WHERE c.video_id = v.video_id) ORDER BY video_id LIMIT 20',
  'SELECT video_id FROM videos SEMI JOIN comments USING (video_id) ORDER BY video_id LIMIT 20',
  'SELECT video_id FROM videos ANTI JOIN comments USING (video_id) ORDER BY video_id LIMIT 20',
  "SELECT list_transform(hashtags, lambda tag: '#' || tag) AS tags FROM videos ORDER BY video_id LIMIT 20",
  "SELECT {'id': video_id, 'counts': [play_count, like_count]} AS packed FROM videos ORDER BY video_id LIMIT 20",
  'PIVOT (SELECT region, is_ad, play_count FROM videos WHERE region IS NOT NULL) ON is_ad IN (true, false) USING sum(play_count) GROUP BY region ORDER BY region',
  "SELECT * EXCLUDE (description, hashtags) FROM videos WHERE region = 'DE' ORDER BY video_id LIMIT 10",
  'SELECT author FROM videos WHERE author IS NOT NULL UNION SELECT author FROM authors WHERE author IS NOT NULL ORDER BY author LIMIT 30',
  'SELECT name, view_count FROM hashtags ORDER BY view_count DESC NULLS LAST, name LIMIT 20',
  "SELECT create_time::DATE AS day, create_time - INTERVAL 1 DAY AS before, 1.5::DECIMAL(9, 2) AS d, 2::HUGEINT ** 70 AS big, '🎈' AS text FROM videos ORDER BY video_id LIMIT 5",
  'SELECT 9007199254740993 AS odd, -9007199254740993 AS negative, 1e308 * 10 AS infinite, NULL AS nothing',
  'SELECT count(*) FILTER (WHERE play_count > 10000) AS popular, approx_count_distinct(author) > 0 AS some FROM videos',
  'TABLE hashtags ORDER BY name LIMIT 5',
  'FROM videos SELECT author, video_id WHERE duration_ms > 60000 ORDER BY video_id LIMIT 10',
];

let root: string;
let engine: Engine;
let accounts: Accounts;
let service: Service;
let key: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sdq-doors-'));
  await generateIndex({ out: join(root, 'index'), rows: 4_000 });
  engine = await openEngine({ index: join(root, 'index'), processes: 1 });
  accounts = await openAccounts({ directory: join(root, 'accounts') });
  const { account } = await accounts.createAccount({ name: 'Ada', email: 'ada@example.org' });
  ({ key } = await accounts.createKey(account.accountId, { name: 'doors' }));
  const limits = { keyPerMinute: 0, sqlPerMinute: 0 }; // a test asks faster than callers may
  service = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits });
});

afterAll(async () => {
  await service?.close();
  await accounts[Symbol.asyncDispose]();
  await engine.close();
  await rm(root, { recursive: true, force: true });
});

async function overHttp(query: string): Promise<unknown> {
  const response = await fetch(`${service.url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, limit: 10_000 }),
  });
  const body = (await response.json()) as { data: { rows: unknown } };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.data.rows;
}

/** What plain DuckDB answers over the same files, printed by DuckDB itself; values compared as text. */
async function byPlainDuckdb(query: string): Promise<unknown[]> {
  await using database = await Database.open();
  const connection = await database.connect();
  await connection.run(duckdbViews(await openSnapshot(join(root, 'index')), builtInCatalog));
  await connection.run('SET search_path = shortvideo');
  return await allRows(connection, query);
}

/** The two printers differ in how they write times and large numbers: one spelling for both. */
function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spelled(part)]));
  }
  if (typeof value === 'number') return String(value);
  if (value === 'Infinity' || value === 'NaN') return null;
  if (typeof value !== 'string') return value;
  if (/^-?\d+\.\d+$/.test(value)) return String(Number(value));
  const time = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00)?$/.exec(value);
  return time === null ? value : `${time[1]} ${time[2]}`;
}

test.each(queries)('the same rows through library, HTTP and plain DuckDB: %s', async (query) => {
  const rows = await (await engine.query(query)).toArray();
  expect(await overHttp(query)).toEqual(rows);
  expect(rows.map(spelled)).toEqual((await byPlainDuckdb(query)).map(spelled));
});

// A process per query: a few each time, all with SDQ_ALL=1.
test('the same rows through the command', async () => {
  expect(queries).toHaveLength(40);
  for (const query of queries.filter((_, i) => process.env.SDQ_ALL === '1' || i % 8 === 2)) {
    const { stdout, stderr, code } = await sdq([
      'query',
      '--index',
      join(root, 'index'),
      '--format',
      'json',
      query,
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toEqual(await (await engine.query(query)).toArray());
  }
}, 240_000);
