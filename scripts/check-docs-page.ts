/**
 * Opens /docs in a real browser, where there is one: the reference must show the operations, break no policy, and ask
 * nobody but us. `npm run check:docs-page`; it needs Chromium (Debian: `chromium`), or its path in `CHROMIUM`.
 */
import { startSampleService } from '../test/platforms/sample-service.ts';
import { openHeadless } from './headless-page.ts';

await using service = await startSampleService();
const { page, log } = await openHeadless(`${service.url}/docs`);

const wanted = ['Query the short-video platform with SQL', '/api/shortvideo/hashtag', 'Idempotency-Key'];
const missing = wanted.filter((text) => !page.includes(text));
const complaints = log
  .split('\n')
  .filter(
    (line) =>
      line.includes(':CONSOLE') && /Refused|violat|Security Policy|Failed to load|ERR_|Error/.test(line),
  );
for (const text of missing) process.stderr.write(`not on the page: ${text}\n`);
for (const line of complaints) process.stderr.write(`${line}\n`);
console.log(
  `${page.length} characters of page, ${missing.length} texts missing, ${complaints.length} complaints`,
);
if (missing.length > 0 || complaints.length > 0) process.exitCode = 1;
