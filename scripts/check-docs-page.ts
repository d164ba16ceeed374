/**
 * Opens /docs in a real browser, where there is one: the reference must show the operations, break no policy, and ask
 * nobody but us. `npm run check:docs-page`; it needs Chromium (Debian: `chromium`), or its path in `CHROMIUM`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleService } from '../test/platforms/sample-service.ts';

await using service = await startSampleService();
const profile = await mkdtemp(join(tmpdir(), 'sdq-docs-page-'));
const words = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--enable-logging=stderr',
  '--virtual-time-budget=20000',
  `--user-data-dir=${profile}`,
  // any other host is unknown, and a request to it is told on the console
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--dump-dom',
  `${service.url}/docs`,
];
const browser = spawn(process.env.CHROMIUM ?? 'chromium', words, { stdio: ['ignore', 'pipe', 'pipe'] });
const [page, log] = await Promise.all([browser.stdout, browser.stderr].map(readAll));
if (browser.exitCode === null) await once(browser, 'close');
await rm(profile, { recursive: true, force: true });

const wanted = ['Query the short-video platform with SQL', '/api/shortvideo/hashtag', 'Idempotency-Key'];
const missing = wanted.filter((text) => page?.includes(text) !== true);
const complaints = (log ?? '')
  .split('\n')
  .filter(
    (line) =>
      line.includes(':CONSOLE') && /Refused|violat|Security Policy|Failed to load|ERR_|Error/.test(line),
  );
for (const text of missing) process.stderr.write(`not on the page: ${text}\n`);
for (const line of complaints) process.stderr.write(`${line}\n`);
console.log(
  `${page?.length} characters of page, ${missing.length} texts missing, ${complaints.length} complaints`,
);
if (missing.length > 0 || complaints.length > 0) process.exitCode = 1;

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}
