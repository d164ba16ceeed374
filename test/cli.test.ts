import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

test('the version is the package’s', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../packages/cli/package.json', import.meta.url), 'utf8'),
  );
  expect(await sdq(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  [['--nope'], /unknown option '--nope'/],
  [['qery'], /unknown command 'qery'\nhint: Did you mean query\? sdq --help/],
  [['index', 'gen'], /unknown command 'gen'\nhint: .*sdq index --help/],
  [['bogus', '--help'], /unknown command 'bogus'/],
  [['index', 'bogus', '--help'], /unknown command 'bogus'/],
  [['index', 'generate', '--rows', 'many', '--out', 'x'], /number of rows such as 5000, 200k/],
  [['index', 'generate', '--rows', '5'], /required option '--out <dir>'/],
  [['account', 'create', '--name', 'x'], /required option '--email <address>'/],
  [['index', 'status', '--index', 'x', 'more'], /too many arguments/],
])('%j is refused with exit code 2 and one message', async (words, message) => {
  const run = await sdq(words);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^sdq: usage_error: /);
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

test('no command at all: help on standard error, exit code 2', async () => {
  const run = await sdq([]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('Usage: sdq');
});
