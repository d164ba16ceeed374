import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sdq } from './cli-process.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

test('16: the version is the package’s', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../packages/cli/package.json', import.meta.url), 'utf8'),
  );
  for (const flag of ['--version', '-V']) {
    expect(await sdq([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test.each([
  [['--nope'], /Unknown option '--nope'/],
  [['qery'], /Unknown command 'qery'\nhint: Did you mean query\? See sdq --help/],
  [['index', 'gen'], /Unknown command 'gen'\nhint: .*sdq index --help/],
  [['bogus', '--help'], /Unknown command 'bogus'/],
  [['index', 'bogus', '-h'], /Unknown command 'bogus'/],
  [['query', '-v'], /Unknown option '-v'/],
  [['index', 'generate', '--rows', 'many', '--index', 'x'], /number of rows such as 5000, 200k/],
  [['index', 'generate'], /Required option '--rows <count>'/],
  [
    ['index', 'generate', '--rows', '5', '--out', 'x', '--index', 'y'],
    /Option '--out <dir>' cannot be used with option '-i, --index <dir>'/,
  ],
  [['account', 'create', '--name', 'x'], /Required option '--email <address>'/],
  [['index', 'status', '--index', 'x', 'more'], /Too many arguments/],
])('%j is refused with exit code 2 and one message', async (words, message) => {
  const run = await sdq(words);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^sdq: usage_error: /);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

test('-h is --help', async () => {
  const [short, long] = await Promise.all([sdq(['query', '-h']), sdq(['query', '--help'])]);
  expect(short).toMatchObject({ code: 0, stderr: '' });
  expect(short.stdout).toBe(long.stdout);
});

test('no command at all: help on standard error, exit code 2', async () => {
  const run = await sdq([]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('Usage: sdq');
});

test('a command loads no more than it needs: it starts for each line of a terminal', async () => {
  const tellModules = new URL('./support/tell-modules.ts', import.meta.url).href;
  const loaded = async (...words: string[]) => {
    const { stderr } = await sdq(words, { env: { NODE_OPTIONS: `--import ${tellModules}` } });
    return /^loaded: (.*)$/m.exec(stderr)?.[1]?.split(' ') ?? [];
  };
  const atStart = await loaded('--version');
  expect(atStart).toEqual(expect.arrayContaining(['cli', 'contract']));
  for (const heavy of ['accounts', 'kysely', 'core', 'index', '@duckdb/node-api', 'server', 'fastify'])
    expect(atStart).not.toContain(heavy);
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'videos.csv');
  await writeFile(file, 'video_id,create_time\n1,2025-01-01T00:00:00Z\n');
  const adding = await loaded(
    'index',
    'add',
    '--index',
    join(folder.path, 'index'),
    '--table',
    'videos',
    file,
  );
  expect(adding).toEqual(expect.arrayContaining(['ingest', 'core', '@duckdb/node-api']));
  for (const heavy of ['accounts', 'apache-arrow']) expect(adding).not.toContain(heavy);
});
