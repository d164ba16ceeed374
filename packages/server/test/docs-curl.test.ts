import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';
import { isMissing } from '../../../test/support/tools.ts';
import { startService } from '../src/index.ts';

let service: TestService;
/** Where the commands run: some write files. */
let folder = '';
beforeAll(async () => {
  service = await startTestService({ hasSchedules: true });
  folder = await mkdtemp(join(tmpdir(), 'sdq-curl-'));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The blocks of commands in a section of a page; without a section, those before the first one. */
function commandsIn(page: string, section?: string): string[] {
  const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
  const from = section === undefined ? 0 : text.indexOf(`## ${section}\n`);
  const to = text.indexOf('\n## ', from + 1);
  expect(from, `${page}: ${section}`).toBeGreaterThanOrEqual(0);
  const blocks = text.slice(from, to === -1 ? undefined : to).matchAll(/^```sh\n([\s\S]*?)^```/gm);
  return [...blocks].map(([, commands = '']) => commands);
}

const run = async (commands: string, variables: Record<string, string>) => {
  const env = { ...process.env, URL: service.service.url, KEY: service.key, ...variables };
  // every command of the block must succeed, and curl tells a refused request by its exit code
  const script = `set -e; curl() { command curl --fail-with-body --max-time 60 "$@"; }\n${commands}`;
  const ran = promisify(execFile)('bash', ['-c', script], { env, cwd: folder });
  const { stdout } = await ran.catch((error: Error & { stdout: string }) => {
    throw new Error(`${error.message}\n${error.stdout.slice(-2_000)}`);
  });
  return stdout;
};

/** A statement that has ended, and a quote. */
async function prepared(): Promise<Record<string, string>> {
  const query = 'SELECT video_id FROM videos';
  const ended = await postSql(service, { query, limit: 2_000, wait_timeout_ms: 20_000 });
  const { data } = (await ended.json()) as { data: { statement_id: string } };
  const quote = await fetch(`${service.service.url}/api/shortvideo/sql/quotes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data: quoted } = (await quote.json()) as { data: { quote_id: string } };
  return { ID: data.statement_id, QUOTE: quoted.quote_id };
}

const withCurl = test.skipIf(isMissing('curl') || isMissing('jq'));

withCurl.each([
  ['sql', 'Schema', ['"joins":[{"column":"author_id"', '"name":"date_trunc"', '"reserved":["all"']],
  ['sql', 'Check before you pay', ['"valid":true', '"rows_max":1']],
  ['sql', 'Quotes', ['"quote_id":"quote_', 'video_id', '"exact":true']],
  ['sql', 'Links to results', ['content-length: ', 'PAR1']],
  [
    'sql',
    'Responses',
    ['x-cost-max: $0.0003', '{"$receipt":', '"repeat_of":null', 'author,play_count', '"row_count":1'],
  ],
])('the commands of docs/%s.md, %s, do what they say', async (page, section, expected) => {
  const variables = await prepared();
  const outputs = [];
  for (const commands of commandsIn(page, section)) outputs.push(await run(commands, variables));
  for (const text of expected) expect(outputs.join('\n')).toContain(text);
});

/** A saved query, and what stands on it. */
async function savedAndShared(): Promise<Record<string, string>> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${service.service.url}/api/users/me/queries${path}`, {
      method: 'POST',
      headers: { 'x-api-key': service.accountKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const query =
    'SELECT video_id, play_count FROM videos WHERE author = $author ORDER BY play_count DESC, video_id';
  const saved = {
    name: 'Most played',
    platform: 'shortvideo',
    query,
    parameters: { author: 'a1' },
    limit: 3,
  };
  const { query_id: QUERY = '' } = await post('', saved);
  const { share_id: SHARE = '' } = await post(`/${QUERY}/shares`, {});
  const { token: TOKEN = '' } = await post(`/${QUERY}/tokens`, { name: 'sheet', cost_per_day: '$0.0100' });
  const terms = { cron: '0 0 1 1 *', max_cost: '$0.0100' };
  const { schedule_id: SCHEDULE = '' } = await post(`/${QUERY}/schedules`, terms);
  return { ACCOUNT_KEY: service.accountKey, QUERY, SHARE, TOKEN, SCHEDULE };
}

withCurl.each([
  ['Saved queries', ['"folder":"reports/weekly"', '"total":1', '"play_count":5000']],
  ['Shares', ['"title":"Most played videos"', '"rows_total":3', 'video_id,play_count', 'was revoked']],
  ['Read tokens', ['"token":"sdq_read_', 'video_id,play_count', '"cost_per_day":"$0.0100"']],
  ['Schedules', ['"cron":"0 6 * * 1"', '"runs":[]', '"state":"paused"']],
])('the commands of docs/queries.md, %s, do what they say', async (section, expected) => {
  const variables = await savedAndShared();
  const outputs = [];
  for (const commands of commandsIn('queries', section)) outputs.push(await run(commands, variables));
  for (const text of expected) expect(outputs.join('\n')).toContain(text);
});

withCurl('the commands of docs/platforms.md, The same as SQL, run the query of an answer', async () => {
  const [block = ''] = commandsIn('platforms', 'The same as SQL');
  const { data } = JSON.parse(await run(block, {})) as { data: { row_count: number } };
  expect(data.row_count).toBe(3);
});

withCurl('the first commands of docs/sql.md ask by JSON, by SQL text and for Arrow', async () => {
  const [block = ''] = commandsIn('sql');
  await writeFile(
    join(folder, 'question.sql'),
    'SELECT video_id FROM videos ORDER BY play_count DESC LIMIT 1',
  );
  const stdout = await run(block.replace(/^URL=.*\n/, '').replace('1000000', String(videoRows)), {});
  expect(stdout).toContain('"row_count":7');
  expect(stdout).toContain('video_id\r\n7000000000000005000\r\n');
  const arrow = tableFromIPC(await readFile(join(folder, 'videos.arrows')));
  expect(arrow.numRows).toBe(videoRows);
});

withCurl('the commands of docs/sql.md, Statements, read, cancel and follow a statement', async () => {
  const [commands = '', , events = ''] = commandsIn('sql', 'Statements');
  const query = 'SELECT count(*) AS n FROM range(10000000) a, range(100000) b';
  const submitted = await postSql(service, { query, wait_timeout_ms: 0 });
  const { data } = (await submitted.json()) as { data: { statement_id: string } };
  const stdout = await run(commands, { ID: data.statement_id });
  expect(stdout).toContain('HTTP/1.1 202 Accepted');
  expect(stdout).toContain('"state":"running"');
  expect(stdout).toContain('"state":"cancelled"');
  expect(await run(events, await prepared())).toMatch(/^event: end\ndata: .*"state":"succeeded"/m);
});

withCurl('the commands of docs/money.md, Prices, tell prices and charges', async () => {
  await postSql(service, { query: 'SELECT video_id FROM videos', limit: 1 });
  const [block = ''] = commandsIn('money', 'Prices');
  const stdout = await run(block, { ACCOUNT_KEY: service.accountKey });
  expect(stdout).toContain('{"endpoint":"/api/shortvideo/sql","per":"row","price":"$0.0001"');
  expect(stdout).toContain('"key_name":"test","platform":"shortvideo","endpoint":"/api/shortvideo/sql"');
});

withCurl('the command of docs/operating.md, Admin API, allows texts of slow queries', async () => {
  const [block = ''] = commandsIn('operating', 'Admin API').slice(-1);
  expect(await run(block, { ACCOUNT_KEY: service.accountKey })).toContain('"keepQueryText":true');
});

withCurl('the commands of docs/http.md, Other origins, are answered for an allowed origin', async () => {
  const { engine, accounts } = service;
  const corsOrigins = ['https://app.example.org'];
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0, http: { corsOrigins } });
  try {
    const [block = ''] = commandsIn('http', 'Other origins');
    const stdout = await run(block, { URL: own.url });
    expect(stdout).toMatch(/^access-control-allow-methods: .*\bQUERY\b/im);
    expect(stdout).toMatch(/^access-control-allow-headers: .*\bIf-None-Match\b/im);
    for (const name of ['ETag', 'Location', 'Server-Timing', 'Retry-After', 'X-Cost-Max'])
      expect(stdout).toMatch(new RegExp(`^access-control-expose-headers: .*\\b${name}\\b`, 'im'));
  } finally {
    await own.close();
  }
});

withCurl('a statement is read on from where a stream broke', async () => {
  const [, block = ''] = commandsIn('sql', 'Statements');
  const lines = (await run(block, await prepared())).trim().split('\n');
  expect(lines).toHaveLength(1_000);
});

withCurl('the commands of docs/http.md, Sessions, sign in, query and sign out', async () => {
  const [block = ''] = commandsIn('http', 'Sessions');
  const stdout = await run(block, { ACCOUNT_KEY: service.accountKey });
  expect(stdout).toContain('"spend_limit":"$5.0000"');
  expect(stdout).toContain('"row_count":2');
  expect(stdout).toContain('"ended":true');
});

withCurl('the commands of docs/http.md, Events, tell the current snapshot', async () => {
  const [block = ''] = commandsIn('http', 'Events');
  expect(block).toContain('count=2');
  const stdout = await run(block.replace('count=2', 'count=1'), {});
  expect(stdout).toContain(`data: {"snapshot_id":"${service.engine.snapshotId}"}`);
});
