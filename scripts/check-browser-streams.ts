/**
 * Reads streams of the service in a real browser, from a page of another origin: NDJSON line by line, CSV, and Arrow by
 * flechette, compressed as the browser asks for it. Rows and sums must be what the engine says.
 * `npm run check:browser-streams`; it needs Chromium (Debian: `chromium`), or its path in `CHROMIUM`.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startSampleService } from '../test/platforms/sample-service.ts';
import { openHeadless } from './headless-page.ts';

const flechette = await readFile(
  new URL('../node_modules/@uwdata/flechette/dist/flechette.mjs', import.meta.url),
);
const query = 'SELECT video_id, play_count, description, hashtags FROM videos';

const told = Promise.withResolvers<Record<string, string>>();
setTimeout(() => told.reject(new Error('the page did not end')), 60_000).unref();
const pages = createServer((request, response) => {
  if (request.method === 'POST')
    void json(request).then((found) => told.resolve(found as Record<string, string>));
  const isScript = request.url === '/flechette.mjs';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? flechette : pageOf());
});
pages.listen(0, '127.0.0.1');
await once(pages, 'listening');
const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
await using service = await startSampleService(() => ({ http: { corsOrigins: [origin] } }));

const [expected] = await service.rows(
  'shortvideo',
  'SELECT count(*) AS rows, sum(play_count)::BIGINT AS plays FROM videos',
);
const wanted = `${expected?.rows} rows, ${expected?.plays} plays`;
const { log } = await openHeadless(origin, told.promise);
const found = Object.entries(await told.promise);
pages.close();
for (const [format, text] of found) console.log(`${format}: ${text}`);
if (found.length < 3 || !found.every(([, text]) => text.startsWith(wanted))) {
  process.stderr.write(`wanted of each format: ${wanted}\n${log.match(/.*:CONSOLE.*/g)?.join('\n')}\n`);
  process.exitCode = 1;
}

/** A page that tells what it has read of each stream. */
function pageOf(): string {
  return `<!doctype html><script type="module">
import { tableFromIPC } from '/flechette.mjs';
const ask = (format) => fetch('${service.url}/api/shortvideo/sql', {
  method: 'POST',
  headers: { authorization: 'Bearer ${service.key}', 'content-type': 'application/json' },
  body: JSON.stringify({ query: ${JSON.stringify(query)}, limit: 1000000, format }),
});
const readers = {
  async ndjson(answer) {
    let rows = 0, plays = 0n, rest = '', parts = 0;
    for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts++;
      const lines = (rest + value).split('\\n');
      rest = lines.pop();
      for (const line of lines) { rows++; plays += BigInt(JSON.parse(line).play_count ?? 0); }
    }
    return [rows, plays, parts];
  },
  async csv(answer) {
    const text = await answer.text();
    const lines = text.match(/^\\d{15,},(\\d*),/gm);
    return [lines.length, lines.reduce((sum, line) => sum + BigInt(line.split(',')[1]), 0n), 1];
  },
  async arrow(answer) {
    const table = tableFromIPC(new Uint8Array(await answer.arrayBuffer()), { useBigInt: true });
    let plays = 0n;
    for (const value of table.getChild('play_count')) plays += value ?? 0n;
    return [table.numRows, plays, table.getChild('play_count').data.length];
  },
};
const found = {};
for (const [format, read] of Object.entries(readers)) {
  try {
    const [rows, plays, parts] = await read(await ask(format));
    found[format] = rows + ' rows, ' + plays + ' plays, in ' + parts + ' parts';
  } catch (error) {
    found[format] = String(error);
  }
}
await fetch('/', { method: 'POST', body: JSON.stringify(found) });
</script>`;
}
