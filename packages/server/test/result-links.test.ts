import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { isMissing, toolPath } from '../../../test/support/tools.ts';
import { ResultLinks } from '../src/sql/result-links.ts';

let service: TestService;
let id = '';
beforeAll(async () => {
  service = await startTestService({ retained: { statementMs: 600_000 } });
  id = await ended('SELECT video_id, description, play_count FROM videos ORDER BY play_count');
});
afterAll(async () => await service[Symbol.asyncDispose]());

async function ended(query: string, limit = 2_000): Promise<string> {
  const answer = await postSql(service, { query, limit, wait_timeout_ms: 20_000 });
  return ((await answer.json()) as { data: { statement_id: string } }).data.statement_id;
}

async function asked(body: object, of = id, key = service.key) {
  const answer = await fetch(`${service.service.url}/api/shortvideo/sql/statements/${of}/links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer or an error
  return { status: answer.status, body: (await answer.json()) as any };
}

const linkTo = async (format: string, body: object = {}) =>
  String((await asked({ format, ...body })).body.data.url);
const codeOf = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, init);
  const code = answer.ok ? undefined : ((await answer.json()) as { error: { code: string } }).error.code;
  return [answer.status, code];
};
const units = async () => (await service.accounts.usageTotals(service.accountId)).units;

describe('a signed link', () => {
  test('gives the result in each format, free of charge, to a program without a key', async () => {
    const before = await units();
    const csv = await fetch(await linkTo('csv'));
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`);
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(2_001);
    expect(await (await fetch(await linkTo('json'))).json()).toHaveLength(2_000);
    expect((await (await fetch(await linkTo('ndjson'))).text()).trim().split('\n')).toHaveLength(2_000);
    const arrow = tableFromIPC(new Uint8Array(await (await fetch(await linkTo('arrow'))).arrayBuffer()));
    expect(arrow.numRows).toBe(2_000);
    const parquet = await (await fetch(await linkTo('parquet'))).arrayBuffer();
    expect(Buffer.from(parquet, 0, 4).toString()).toBe('PAR1');
    expect(await units()).toBe(before);
  });

  test('expires with the result at the latest, and is not for other keys or running statements', async () => {
    const { data } = (await asked({ format: 'csv', expires_in: 60 })).body;
    const seconds = (Date.parse(data.expires_at) - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    const longest = (await asked({ format: 'csv', expires_in: 86_400 })).body.data;
    expect(Date.parse(longest.expires_at)).toBeLessThanOrEqual(Date.now() + 600_000);
    const { key } = await service.accounts.createKey(service.accountId, { name: 'other' });
    expect((await asked({}, id, key)).body.error.code).toBe('not_found');
    expect((await asked({ format: 'xlsx' })).status).toBe(422);
    const slow =
      'SELECT count(*) AS n FROM videos a, videos b, range(200) c WHERE a.author < b.author || c.range';
    const begun = await postSql(service, { query: slow, wait_timeout_ms: 0 });
    const running = ((await begun.json()) as { data: { statement_id: string } }).data.statement_id;
    expect((await asked({}, running)).body.error).toMatchObject({ code: 'statement_running', status: 409 });
    await fetch(`${service.service.url}/api/shortvideo/sql/statements/${running}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect((await asked({}, running)).body.error.code).toBe('result_expired');
  });

  test('ends with the key that made the statement', async () => {
    const { accountId, accounts } = service;
    const { key, record } = await accounts.createKey(accountId, { name: 'short-lived' });
    const answer = await postSql(
      service,
      { query: 'SELECT video_id FROM videos', wait_timeout_ms: 20_000 },
      { authorization: `Bearer ${key}` },
    );
    const { data } = (await answer.json()) as { data: { statement_id: string } };
    const url = String((await asked({ format: 'csv' }, data.statement_id, key)).body.data.url);
    expect(await codeOf(url)).toEqual([200, undefined]);
    await accounts.revokeKey(accountId, record.keyId);
    await expect.poll(() => codeOf(url), { timeout: 5_000 }).toEqual([410, 'result_expired']);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(410);
    expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(410);
  });

  test('with one character or bit changed is invalid', async () => {
    const url = new URL(await linkTo('csv'));
    const from = url.pathname.lastIndexOf('/') + 1;
    const changed = (text: string, at: number, bit: number) =>
      text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);
    const signature = url.searchParams.get('signature') ?? '';
    const expires = url.searchParams.get('expires') ?? '';
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('id', 'signature', 'expires'),
        fc.nat(1_000),
        fc.nat(6),
        async (part, place, bit) => {
          const other = new URL(url);
          if (part === 'id') {
            const name = url.pathname.slice(from);
            const text = changed(name, place % name.length, bit);
            other.pathname = url.pathname.slice(0, from) + encodeURIComponent(text);
          } else if (part === 'signature')
            other.searchParams.set('signature', changed(signature, place % signature.length, bit));
          else other.searchParams.set('expires', String(Number(expires) ^ (1 << (place % 31))));
          for (const method of ['GET', 'HEAD']) {
            const { status } = await fetch(other, { method, headers: { range: 'bytes=0-1' } });
            expect([404, 405, 422]).toContain(status);
          }
        },
      ),
      { numRuns: 60 },
    );
    for (const format of ['json', 'parquet', 'CSV', 'csv.csv']) {
      const other = new URL(url);
      other.pathname = url.pathname.replace('.csv', `.${format}`);
      expect(await codeOf(String(other)), format).toEqual([404, 'not_found']);
    }
    expect((await fetch(url)).status).toBe(200);
  });

  test('after its expiry, or the end of its result, is refused to GET, HEAD and ranges', async () => {
    const now = Date.now();
    const links = new ResultLinks(Buffer.alloc(32, 1), () => now);
    const link = { id: 'stmt_1', format: 'csv', csvSafe: false, expires: Math.floor(now / 1_000) } as const;
    const { searchParams } = new URL(links.sign(link), 'http://localhost');
    const signature = searchParams.get('signature') ?? '';
    expect(links.read({ ...link, signature })).toMatchObject({ isExpired: true });
    expect(links.read({ ...link, expires: link.expires + 1, signature })).toBeUndefined();
    const safe = links.sign({ ...link, csvSafe: true, expires: link.expires + 9 });
    const given = { ...link, expires: link.expires + 9, signature: safe.split('signature=')[1] ?? '' };
    expect(links.read(given)).toMatchObject({ isExpired: false, link: { csvSafe: true } });

    await using brief = await startTestService({ retained: { statementMs: 1_500 } });
    const answer = await postSql(brief, {
      query: 'SELECT author FROM videos',
      limit: 3,
      wait_timeout_ms: 20_000,
    });
    const { data } = (await answer.json()) as { data: { statement_id: string } };
    const made = await fetch(
      `${brief.service.url}/api/shortvideo/sql/statements/${data.statement_id}/links`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${brief.key}`, 'content-type': 'application/json' },
        body: '{"format":"csv"}',
      },
    );
    const { url } = ((await made.json()) as { data: { url: string } }).data;
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    for (const init of [{}, { headers: { range: 'bytes=0-5' } }]) {
      expect(await codeOf(url, init)).toEqual([410, 'result_expired']);
    }
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(410);
  });

  test('makes a CSV safe for spreadsheets where it was created so', async () => {
    const of = await ended(`SELECT '=1+1' AS formula, count(*) AS n FROM videos`, 10);
    const plain = (await asked({ format: 'csv' }, of)).body.data.url;
    const safe = (await asked({ format: 'csv', csv_safe: true }, of)).body.data.url;
    expect(await (await fetch(plain)).text()).toContain('\n=1+1,');
    expect(await (await fetch(safe)).text()).toContain("\n'=1+1,");
  });
});

describe('HEAD and ranges', () => {
  test('HEAD tells what GET would send; any parts put together are the file', async () => {
    const url = await linkTo('parquet');
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const whole = await fetch(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    for (const name of ['content-length', 'etag', 'accept-ranges', 'content-type'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(bytes.length + 10), async (first, length) => {
        const range = `bytes=${first}-${first + length}`;
        const part = await fetch(url, { headers: { range } });
        const last = Math.min(first + length, bytes.length - 1);
        expect(part.status).toBe(206);
        expect(part.headers.get('content-range')).toBe(`bytes ${first}-${last}/${bytes.length}`);
        expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(first, last + 1));
      }),
      { numRuns: 20 },
    );
    const tail = await fetch(url, { headers: { range: 'bytes=-8' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-8));
  });

  test('a range outside is 416; several, other units and nonsense are ignored; If-Range holds', async () => {
    const url = await linkTo('csv');
    const head = await fetch(url, { method: 'HEAD' });
    const [size, tag] = [Number(head.headers.get('content-length')), head.headers.get('etag') ?? ''];
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const answer = await fetch(url, { headers: { range } });
      expect([answer.status, answer.headers.get('content-range')], range).toEqual([416, `bytes */${size}`]);
    }
    for (const range of ['bytes=0-1,5-6', 'rows=0-1', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=0x1-5']) {
      expect((await fetch(url, { headers: { range } })).status, range).toBe(200);
    }
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status;
    expect(await status({ range: 'bytes=0-1', 'if-range': tag })).toBe(206);
    expect(await status({ range: 'bytes=0-1', 'if-range': '"other"' })).toBe(200);
    expect(await status({ range: 'bytes=0-1', 'if-range': `W/${tag}` })).toBe(200);
    expect(await status({ 'if-none-match': tag })).toBe(304);
    expect(await status({ 'if-none-match': '"other"' })).toBe(200);
  });

  test('many readers at once are given the same file, which is written once', async () => {
    const of = await ended('SELECT play_count, author FROM videos ORDER BY play_count', 4_000);
    const { url } = (await asked({ format: 'parquet' }, of)).body.data;
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(url)));
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });

  test.skipIf(isMissing('python'))(
    'pandas reads the links, pyarrow only the ranges that it needs',
    async () => {
      const of = await ended(
        'SELECT md5(video_id) AS a, md5(description) AS b, play_count FROM videos',
        5_000,
      );
      const links = Object.fromEntries(
        await Promise.all(
          ['parquet', 'csv', 'json'].map(
            async (format) => [format, (await asked({ format }, of)).body.data.url] as const,
          ),
        ),
      );
      const reader = fileURLToPath(new URL('../../../test/python/read_links.py', import.meta.url));
      const { stdout } = await promisify(execFile)(toolPath('python'), [reader, JSON.stringify(links)]);
      const sum = (5_000 * 5_001) / 2;
      expect(JSON.parse(stdout)).toEqual({ parquet: sum, csv: sum, json: sum, ranges: sum, is_part: true });
    },
  );
});
