import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from '../cli-process.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { python } from './python-package.ts';

const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');

/** The example of docs/clients.md that is to be run in a language. */
function exampleOf(language: string): string {
  const [, text] = new RegExp(`<!-- run: ${language} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/clients.md has no example in ${language}`);
  expect(text.trim().split('\n').length).toBeLessThanOrEqual(5);
  return text;
}

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  env = { SDQ_API_KEY: service.key, SDQ_REMOTE: service.service.url };
});
afterAll(() => service?.[Symbol.asyncDispose]());

const rows =
  '[{"author":"a2","play_count":5000},{"author":"a1","play_count":4999},{"author":"a0","play_count":4998}]';

test('the example in TypeScript', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--conditions=@sdq/source',
      '--disable-warning=ExperimentalWarning',
      '--input-type=module-typescript',
      '--eval',
      exampleOf('typescript'),
    ],
    { cwd: fileURLToPath(new URL('../../', import.meta.url)), env: { ...process.env, ...env } },
  );
  expect(stdout).toBe(`${rows} $0.0003\n`);
});

test.skipIf(isMissing('python'))('the example in Python', async () => {
  // The account has paid this question; another client asks it again.
  const text = `${rows} $0.0000\n`;
  expect(await python(['-c', exampleOf('python')], env)).toEqual({ code: 0, text });
});

test('the example on the command line', async () => {
  const [, sql = ''] = /^sdq query --remote "(.*)"$/.exec(exampleOf('sh').trim()) ?? [];
  const { stdout, code } = await sdq(['query', '--remote', sql], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^author {2}play_count\n─.*\na2 .*5000\na1 .*4999\na0 .*4998\n\(3 rows, .*, \$0\.0000\)\n$/,
  );
});
