import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq, sdqForShell } from './cli-process.ts';
import { startTestService, type TestService } from './support/test-service.ts';

let service: TestService;
let home: string;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  home = await mkdtemp(join(tmpdir(), 'sdq-remote-'));
  env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') };
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const credentials = () => join(home, 'config/sdq/credentials.json');

test('a key is stored for its user only, asked with, and removed', async () => {
  const { url } = service.service;
  const refused = await sdq(['query', '--remote', url, 'SELECT 1'], { env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`Run sdq login ${url}`);

  const wrong = await sdq(['login', url], { env, input: 'sdq_live_wrong\n' });
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stderr).toMatch(/^sdq: invalid_api_key: .*\n.*request: req_/s);

  const login = await sdq(['login', url], { env, input: `${service.key}\n` });
  expect(login).toMatchObject({ code: 0, stderr: '' });
  expect(login.stdout).toContain(`Logged in to ${url}; the account is Nele Voss`);
  expect((await stat(credentials())).mode & 0o777).toBe(0o600);

  const sql = 'SELECT author, play_count FROM videos ORDER BY play_count DESC LIMIT 2';
  const query = await sdq(['query', '--remote', sql], { env });
  expect(query.stdout).toMatch(
    /^author {2}play_count\n─.*\na2 {12}5000\na1 {12}4999\n\(2 rows, .*, \$0\.0002\)\n$/,
  );

  const logout = await sdq(['logout'], { env });
  expect(logout).toMatchObject({ code: 0, stdout: `Logged out of ${url}\n` });
  await expect(stat(credentials())).rejects.toThrow(/ENOENT/);
});

test('a remote query writes formats, tells places of errors, and refuses a price', async () => {
  const given = { env: { ...env, SDQ_API_KEY: service.key, SDQ_REMOTE: service.service.url } };
  const json = await sdq(['query', '--format', 'json', 'SELECT 1 AS a, NULL AS b', '--remote'], given);
  expect(JSON.parse(json.stdout)).toEqual([{ a: 1, b: null }]);
  const wrong = await sdq(['query', 'SELECT playcount FROM videos', '--remote'], given);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('sdq: sql_unknown_column: 1:8:');
  expect(wrong.stderr).toContain('did you mean: play_count');
  const dear = await sdq(['query', 'FROM videos', '--remote', '--max-cost', '0.0001'], given);
  expect(dear.stderr).toContain('sdq: max_cost_exceeded:');
});

const script = `-- a comment; with a semicolon
SELECT count(*)::INTEGER AS n
FROM videos;
.mode csv
\\d videos
SELECT ';' AS text; SELECT 2 AS two`;

test('the shell runs a script over an index and a service alike, and ends at an error', async () => {
  const remote = await sdq(['shell', '--remote', service.service.url], {
    env: { ...env, SDQ_API_KEY: service.key },
    input: script,
  });
  const local = await sdq(['shell', '--index', join(service.directory, 'index')], { env, input: script });
  for (const { stdout, code } of [remote, local]) {
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ *n\n─+\n5000\ncolumn,type,null\r\nvideo_id,VARCHAR,NO\r\n/);
    expect(stdout).toMatch(/\r\ntext\r\n;\r\ntwo\r\n2\r\n$/);
  }
  expect(local.stdout).toBe(remote.stdout);

  const output = join(home, 'rows.json');
  const failing = `.output ${output}\n.mode ndjson\nSELECT 1 AS a;\nSELECT nothing;\nSELECT 3 AS c;\n`;
  const failed = await sdq(['shell', '--index', join(service.directory, 'index')], { env, input: failing });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('sql_unknown_column: 1:8');
  expect(await readFile(output, 'utf8')).toBe('{"a":1}\n');
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is told about colours and its cursor
const escapes = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Types into a command in a pseudo-terminal; each text when the one before it was answered. */
async function typeInto(
  words: readonly string[],
  typed: readonly (readonly [after: RegExp, text: string])[],
  environment: Record<string, string>,
): Promise<string> {
  const child = spawn('script', ['-qfec', sdqForShell(words), '/dev/null'], {
    env: { ...process.env, ...environment, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let at = 0;
  const waiting = [...typed];
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString().replaceAll(escapes, '');
    for (;;) {
      const [after, text] = waiting[0] ?? [];
      const found = after?.exec(shown.slice(at));
      if (found === null || found === undefined || text === undefined) return;
      at += found.index + found[0].length;
      waiting.shift();
      child.stdin.write(text);
    }
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), 150_000);
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(deadline);
  expect(waiting, shown).toEqual([]);
  return shown;
}

test('the shell in a pseudo-terminal: completion, several lines, cancel, price, files, history', async () => {
  const report = join(home, 'report.sql');
  await writeFile(report, 'SELECT 41 + 1 AS\n  answer;\n');
  const shown = await typeInto(
    ['shell', '--remote', service.service.url],
    [
      // a function of the engine, a column by an alias, a table
      [/sdq> $/, 'SELECT approx_quanti\t'],
      [/approx_quantile/, '(v.play_count, 0.5)::INTEGER AS n FROM videos v WHERE v.play_cou\t'],
      [/WHERE v\.play_count/, ' > 0;\r'],
      [/\(1 row[\s\S]*sdq> $/, 'SELECT count(*)::INTEGER AS n FROM hasht\t'],
      [/hashtags/, ';\r'],
      [/\(1 row, [^)]*\$0\.0001\)[\s\S]*sdq> $/, 'SELECT 1\r'],
      [/\.\.\.> $/, 'AS one;\r'],
      [/\(1 row[\s\S]*sdq> $/, 'SELECT playcount FROM videos;\r'],
      [/did you mean: play_count[\s\S]*sdq> $/, 'SELECT count(*) FROM range(10000000) a, range(100000) b;\r'],
      [/running[\s\S]*Ctrl-C cancels/, '\u0003'],
      [/query_cancelled[\s\S]*sdq> $/, `.read ${report}\r`],
      [/42[\s\S]*sdq> $/, '.mode nothing\r'],
      [/Modes: table[\s\S]*sdq> $/, '.quit\r'],
    ],
    { ...env, SDQ_API_KEY: service.key },
  );
  expect(shown).toContain(`sdq shell on ${service.service.url}, platform shortvideo`);
  const history = (await readFile(join(home, 'state/sdq/history'), 'utf8')).split('\n');
  expect(history).toContain('SELECT 1 AS one;');
  expect(history[0]).toBe('.quit');
  expect((await stat(join(home, 'state/sdq/history'))).mode & 0o777).toBe(0o600);
}, 180_000);

test('the shell over an index completes its functions and tables', async () => {
  const shown = await typeInto(
    ['shell', '--index', join(service.directory, 'index')],
    [
      [/sdq> $/, 'SELECT approx_quanti\t'],
      [/approx_quantile/, '(v.play_cou\t'],
      [/\(v\.play_cou/, '\u0015SELECT count(*)::INTEGER AS n FROM hasht\t'],
      [/hashtags/, ';\r'],
      [/\(1 row[\s\S]*sdq> $/, '.quit\r'],
    ],
    env,
  );
  expect(shown).not.toContain('v.play_count'); // no table has that alias
}, 60_000);
