import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../support/sample-service.ts';
import { isMissing } from '../support/tools.ts';
import { openHeadless } from './headless-page.ts';

const flechette = new URL('../../node_modules/@uwdata/flechette/dist/flechette.mjs', import.meta.url);
const query = 'SELECT video_id, play_count, description, hashtags FROM videos';
/** What the page found by format: rows, sum of plays, parts. */
type Found = Record<string, string>;

test.skipIf(isMissing('browser'))(
  'a page of another origin reads NDJSON, CSV and Arrow as the browser asks for them, compressed',
  async () => {
    const told = Promise.withResolvers<Found>();
    const scripts = await readFile(flechette);
    let page = '';
    await using pages = await servePages((request) => {
      if (request.posted !== undefined) told.resolve(request.posted);
      return request.url === '/flechette.mjs' ? scripts : page;
    });
    await using service = await startSampleService(() => ({ http: { corsOrigins: [pages.origin] } }));
    page = pageOf(service);
    const [expected] = await service.rows(
      'shortvideo',
      'SELECT count(*) AS rows, sum(play_count)::BIGINT AS plays FROM videos',
    );
    const late = setTimeout(() => told.reject(new Error('the page did not end')), 45_000);
    const { log } = await openHeadless(pages.origin, told.promise);
    clearTimeout(late);
    const found = await told.promise;
    expect(Object.keys(found)).toEqual(['ndjson', 'csv', 'arrow']);
    for (const [format, text] of Object.entries(found)) {
      const complaints = log.match(/.*:CONSOLE.*/g)?.join('\n');
      expect(text, `${format}; ${complaints}`).toContain(`${expected?.rows} rows, ${expected?.plays} plays,`);
    }
  },
);

/** Serves pages of an origin of their own. */
async function servePages(answer: (request: { url: string; posted?: Found }) => string | Buffer) {
  const server = createServer((request, response) => {
    void (async () => {
      const url = request.url ?? '/';
      const posted = request.method === 'POST' ? ((await json(request)) as Found) : undefined;
      response.setHeader('content-type', url.endsWith('.mjs') ? 'text/javascript' : 'text/html');
      response.end(answer({ url, ...(posted !== undefined && { posted }) }));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page that tells what it has read of each stream. */
function pageOf(service: Pick<SampleService, 'url' | 'key'>): string {
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
