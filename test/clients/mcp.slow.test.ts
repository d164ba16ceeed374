import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mcpOverHttp } from '@sdq/mcp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';
import { hostileCaptions } from './captions.ts';

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

let service: TestService;
let home: string;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  home = await mkdtemp(join(tmpdir(), 'sdq-mcp-'));
  client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        '--conditions=@sdq/source',
        main,
        'mcp',
        '--budget',
        '0.06',
        '--max-cost',
        '0.03',
        '--features',
        'endpoints',
      ],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        SDQ_API_KEY: service.key,
        SDQ_REMOTE: service.service.url,
      },
    }),
  );
});
afterAll(async () => {
  await client?.close();
  await service?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

async function call(
  name: string,
  input: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean }> {
  const answer = await client.callTool({ name, arguments: input });
  const [part] = answer.content as unknown as [{ text: string }];
  return { text: part.text, isError: answer.isError === true };
}

/** What stands between the marks of an answer. */
function dataOf(text: string): string {
  const [, data] = /\n<(?:data-[0-9a-f]{16})>\n([\s\S]*)\n<\/data-[0-9a-f]{16}>\n/.exec(text) ?? [];
  if (data === undefined) throw new Error(`no data in ${text}`);
  return data;
}

test('tools are described in few words', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'describe_tables',
    'check_query',
    'run_query',
    'more_rows',
    'explain_query',
    'spending',
    'call_endpoint',
  ]);
  expect(JSON.stringify(tools).length).toBeLessThan(9_000);
  expect(client.getInstructions()).toContain('The budget is $0.0600, at most $0.0300 for a call');
});

test('an agent describes, checks, explains and runs; it is told the price', async () => {
  expect((await call('describe_tables')).text).toContain('videos (5000 rows)');
  expect((await call('describe_tables', { table: 'videos' })).text).toContain('play_count BIGINT');
  expect((await call('describe_tables', { table: 'vids' })).text).toContain(
    'There is no table "vids". Tables: ',
  );
  const sql = 'SELECT author, play_count FROM videos WHERE author = ? ORDER BY play_count';
  const check = await call('check_query', { sql, parameters: ['a1'], max_rows: 2 });
  expect(JSON.parse(check.text)).toMatchObject({ cost_max: '$0.0002' });
  const wrong = await call('check_query', { sql: 'SELECT playcount FROM videos' });
  expect(JSON.parse(wrong.text)).toMatchObject({ valid: false, faults: [{ line: 1, column: 8 }] });
  expect((await call('explain_query', { sql, parameters: ['a1'] })).text).toContain('"routes"');
  const run = await call('run_query', { sql, parameters: ['a1'], max_rows: 2 });
  expect(dataOf(run.text)).toBe('author,play_count\na1,1\na1,8');
  expect(run.text).toMatch(
    /\[2 rows; \$0\.0002; receipt req_\w+; snapshot \w+; \$0\.0598 of the budget left\]/,
  );
  const [, id = ''] = /more_rows\("(\w+)"\) gives the next 2, and they are charged/.exec(run.text) ?? [];
  expect(dataOf((await call('more_rows', { result: id })).text)).toBe('author,play_count\na1,15\na1,22');
  const receipt = /receipt (req_\w+)/.exec(run.text)?.[1];
  const { contents } = await client.readResource({ uri: `sdq://receipt/${receipt}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ cost: '$0.0002' });
});

test('resources have the tables of a platform, and the functions that its queries may call', async () => {
  const { resources } = await client.listResources();
  const names = ['shortvideo', 'network', 'photo', 'micro'].flatMap((platform) => [
    `sdq://${platform}/schema`,
    `sdq://${platform}/functions`,
  ]);
  expect(resources.map(({ uri }) => uri)).toEqual(names);
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  };
  const schema = JSON.parse(await read('sdq://shortvideo/schema')) as { tables: { name: string }[] };
  expect(Object.keys(schema)).toEqual(['platform', 'snapshot_id', 'note', 'tables']);
  expect(schema.tables.map(({ name }) => name)).toContain('videos');
  const lines = (await read('sdq://micro/functions')).split('\n');
  expect(lines.length).toBeGreaterThan(200);
  expect(lines).toContainEqual(expect.stringMatching(/^date_trunc\(.*\) -> TIMESTAMP/));
  expect(lines).toContainEqual(expect.stringMatching(/^count\(.*\[aggregate\]$/));
  expect(lines.join('\n').length).toBeLessThan(40_000);
  // one that exists in DuckDB, and that no query may call
  expect(lines.some((line) => line.startsWith('read_csv('))).toBe(false);
  expect(await read('sdq://shortvideo/functions')).toContain('list_contains(');
});

test('errors tell the place and what may be meant, and are free', async () => {
  const { text, isError } = await call('run_query', { sql: 'SELECT playcount FROM videos' });
  expect(isError).toBe(true);
  expect(text).toMatch(/^sql_unknown_column: .*\nLine 1, column 8: .*Did you mean: play_count/s);
  expect(text).toContain('Nothing was charged');
  expect((await call('more_rows', { result: 'none' })).isError).toBe(true);
});

test('what is longer than an answer is cut, said, and given free of charge', async () => {
  const sql = "SELECT i, repeat('x', 900) AS x FROM range(30) AS r(i) ORDER BY i";
  const first = await call('run_query', { sql });
  expect(first.text.length).toBeLessThan(21_000);
  const [, id = ''] =
    /are paid and did not fit into 20000 characters\. more_rows\("(\w+)"\)/.exec(first.text) ?? [];
  const rest = await call('more_rows', { result: id });
  expect(rest.text).toContain('already paid');
  expect(dataOf(first.text).split('\n').length + dataOf(rest.text).split('\n').length).toBe(32);
});

test('captions stay data: fenced, visible, and without power over the budget', async () => {
  const before = JSON.parse((await call('spending')).text) as { left: string };
  const sql = 'SELECT unnest($captions::VARCHAR[]) AS caption';
  const { text } = await call('run_query', {
    sql,
    parameters: { captions: hostileCaptions.map((each) => each.replaceAll('\u0000', '')) },
  });
  const lines = text.split('\n');
  const mark = lines[1]?.slice(1, -1) ?? '';
  expect(mark).toMatch(/^data-[0-9a-f]{16}$/);
  expect(text.split(mark)).toHaveLength(3);
  expect(dataOf(text).split('\n')).toHaveLength(hostileCaptions.length + 1);
  const shown = dataOf(text).replaceAll('\n', '');
  expect(shown).not.toMatch(/\p{Cc}|\u200b|[\u202a-\u202e]|[\u{e0000}-\u{e0fff}]/u);
  expect(dataOf(text)).toContain('characters cut]');
  const after = JSON.parse((await call('spending')).text) as { left: string };
  expect(Number(before.left.slice(1)) - Number(after.left.slice(1))).toBeCloseTo(
    hostileCaptions.length / 10_000,
  );
});

test('the budget is held by the server', async () => {
  const { text, isError } = await call('run_query', {
    sql: 'SELECT video_id FROM videos',
    max_rows: 1000,
    max_cost: '$100',
  });
  expect({ isError, text }).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^max_cost_exceeded/),
  });
  let last = '';
  for (let i = 0; i < 4; i++)
    last = (await call('run_query', { sql: `SELECT range + ${i} AS n FROM range(200)`, max_rows: 200 })).text;
  expect(last).toMatch(/^max_cost_exceeded/);
  const { spent, budget } = JSON.parse((await call('spending')).text) as { spent: string; budget: string };
  expect(Number(spent.slice(1))).toBeLessThanOrEqual(Number(budget.slice(1)));
});

test('the same over HTTP at /mcp, with the key of the caller and a budget for a day', async () => {
  const options = { version: '0', budgetUnits: 30, callUnits: 20, features: [] };
  await using other = await startTestService({
    mcp: (baseUrl: () => string) => mcpOverHttp({ ...options, baseUrl }),
  });
  const connect = async (apiKey: string) => {
    const agent = new Client({ name: 'test', version: '0' });
    const url = new URL(`${other.service.url}/mcp`);
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return agent;
  };
  // What an account asks again is free: each call asks something else.
  let calls = 0;
  const run = async (max_rows: number) => {
    // A client of each call: what an agent spent is known by its key.
    const agent = await connect(other.key);
    const answer = await agent.callTool({
      name: 'run_query',
      arguments: { sql: `SELECT video_id, ${calls++} AS n FROM videos`, max_rows },
    });
    await agent.close();
    return {
      text: (answer.content as unknown as [{ text: string }])[0].text,
      isError: answer.isError === true,
    };
  };
  expect((await run(20)).text).toContain('[20 rows; $0.0020;');
  expect(await run(20)).toMatchObject({ isError: true, text: expect.stringMatching(/^max_cost_exceeded/) });
  expect((await run(10)).text).toContain('$0.0000 of the budget left');
  await expect(connect('sdq_live_wrong')).rejects.toThrow();
  const { paths } = (await (await fetch(`${other.service.url}/openapi.json`)).json()) as { paths: object };
  expect(paths).not.toHaveProperty('/mcp');
});
