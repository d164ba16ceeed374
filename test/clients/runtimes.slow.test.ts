import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserName, launch } from '../browser/console/open-console.ts';
import { startTestService } from '../support/test-service.ts';
import { isMissing, toolPath } from '../support/tools.ts';
import { clientCases, expectedPart, type Outcome } from './cases.ts';
import { clientBundle } from './client-bundle.ts';
import { startFaultyNetwork } from './faulty-network.ts';

/** Runs the cases of all clients in a runtime: `network` is where services with faults answer. */
type RunCases = (given: { network: string; apiKey: string }) => Promise<Outcome[]>;

let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-runtimes-'));
  bundle = await clientBundle('run-cases.ts');
  await writeFile(join(folder, 'run-cases.mjs'), bundle);
  await writeFile(join(folder, 'main.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const program = `import { runCases } from './run-cases.mjs';
import { readFileSync } from 'node:fs';
const { cases, ...given } = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
console.log(JSON.stringify(await runCases(cases, given)));
`;

/** Asserts what the cases tell; each runtime has an account of its own, so that each pays for itself. */
async function expectCases(run: RunCases): Promise<void> {
  await using service = await startTestService();
  await service.accounts.addCredit(service.accountId, { units: 1_000_000, reason: 'tests' });
  const page = `<!doctype html><script type="module">
    import { runCases } from './run-cases.mjs';
    globalThis.runCases = runCases;
  </script>`;
  await using network = await startFaultyNetwork(service.service.url, {
    '/page/': { type: 'text/html', text: page },
    '/page/run-cases.mjs': { type: 'text/javascript', text: bundle },
  });
  const outcomes = await run({ network: network.urlOf('').replace(/\/$/, ''), apiKey: service.key });
  const [parts, expected] = [[], []] as [unknown[], unknown[]];
  clientCases.forEach((each, i) => {
    const [part, whole] = expectedPart(each, outcomes[i] ?? {});
    parts.push([each.name, part]);
    expected.push([each.name, whole]);
  });
  expect(parts).toEqual(expected);
}

const byProgram =
  (path: string, words: readonly string[]): RunCases =>
  async (given) => {
    const config = join(folder, 'given.json');
    await writeFile(config, JSON.stringify({ cases: clientCases, ...given }));
    const { stdout } = await promisify(execFile)(path, [...words, join(folder, 'main.mjs'), config], {
      maxBuffer: 1 << 26,
      env: { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' },
    });
    return JSON.parse(stdout) as Outcome[];
  };

const byBrowser =
  (name: BrowserName): RunCases =>
  async ({ network, apiKey }) => {
    const browser = await launch(name);
    try {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.goto(`${network}/page/`);
      await page.waitForFunction('globalThis.runCases !== undefined');
      const given = JSON.stringify({ network, apiKey });
      return await page.evaluate<Outcome[]>(`runCases(${JSON.stringify(clientCases)}, ${given})`);
    } finally {
      await browser.close();
    }
  };

test.skipIf(isMissing('deno'))(
  'the cases of all clients in Deno',
  () => expectCases(byProgram(toolPath('deno'), ['run', '--quiet', '--allow-net', '--allow-read'])),
  120_000,
);

test.skipIf(isMissing('bun'))(
  'the cases of all clients in Bun',
  () => expectCases(byProgram(toolPath('bun'), ['run'])),
  120_000,
);

test.skipIf(isMissing('browser') || isMissing('puppeteer'))(
  'the cases of all clients in Chromium',
  () => expectCases(byBrowser('chromium')),
  120_000,
);

test.skipIf(isMissing('firefox') || isMissing('puppeteer'))(
  'the cases of all clients in Firefox',
  () => expectCases(byBrowser('firefox')),
  120_000,
);
