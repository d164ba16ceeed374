import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';
import { acceptedCoding, compressParts } from '../src/response/content-coding.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const units = async () => (await service.accounts.usageTotals(service.accountId)).units;

/** Node's own client: it decompresses nothing, and gives trailers. */
async function send(
  body: string,
  { headers = {}, path = '/api/shortvideo/sql', method = 'POST' }: Partial<SendOptions> = {},
): Promise<{ response: IncomingMessage; bytes: Buffer }> {
  const { hostname, port } = new URL(service.service.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path,
        method,
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
  return { response, bytes: await buffer(response) };
}

interface SendOptions {
  headers: Record<string, string>;
  path: string;
  method: string;
}

describe('entity tags', () => {
  const body = { query: 'SELECT video_id FROM videos ORDER BY play_count', limit: 5 };
  const tagOf = async (asked: object, headers = {}) =>
    (await postSql(service, asked, headers)).headers.get('etag');

  test('who has the answer already is told so with 304, free of charge and without running it', async () => {
    const first = await postSql(service, body);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const before = await units();
    for (const known of [tag, tag.slice(2), `"other", ${tag}`]) {
      const again = await postSql(service, body, { 'if-none-match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(await again.text()).toBe('');
    }
    expect(await units()).toBe(before);
    const other = await postSql(service, body, { 'if-none-match': '"other"' });
    expect(other.status).toBe(200);
    expect(await units(), 'a repeat is free').toBe(before);
  });

  test('the tag is of the question, not of its spelling', async () => {
    const tag = await tagOf(body);
    expect(await tagOf({ ...body, query: 'select video_id\nfrom videos order by play_count;' })).toBe(tag);
    for (const other of [{ limit: 6 }, { shape: 'arrays' }, { format: 'csv' }, { include_full_data: true }])
      expect(await tagOf({ ...body, ...other })).not.toBe(tag);
    expect(await tagOf({ ...body, query: 'SELECT random() FROM videos' })).toBeNull();
  });

  test('a stream has one too', async () => {
    const stream = { ...body, format: 'ndjson' };
    const tag = (await tagOf(stream)) ?? '';
    expect((await postSql(service, stream, { 'if-none-match': tag })).status).toBe(304);
  });

  test('a refused query is refused, whatever the caller has', async () => {
    const answer = await postSql(service, { query: 'SELECT nope FROM videos' }, { 'if-none-match': '"x"' });
    expect(answer.status).toBe(400);
  });
});

test('Server-Timing tells the stages, statistics what was read', async () => {
  const query = 'SELECT count(*) AS n, 17 AS seventeen FROM videos';
  const answer = await postSql(service, { query });
  expect(answer.headers.get('server-timing')).toMatch(
    /^cache;desc=miss, queue;dur=[\d.]+, parse;dur=.*admit;dur=.*resolve;dur=.*plan;dur=.*execute;dur=.*read;dur=.*charge;dur=[\d.]+$/,
  );
  interface Stats {
    data: { stats: { rows_scanned: number; bytes_scanned: number; cache: string; rewrites: string[] } };
  }
  const { stats } = ((await answer.json()) as Stats).data;
  expect(stats).toMatchObject({ rows_scanned: videoRows, cache: 'miss' });
  expect(stats.bytes_scanned).toBeGreaterThan(1_000);
  expect(stats.rewrites.length).toBeGreaterThan(0);
  const again = (await (await postSql(service, { query })).json()) as Stats;
  expect(again.data.stats).toMatchObject({ rows_scanned: 0, bytes_scanned: 0, cache: 'hit' });
  const stream = await postSql(service, { query, format: 'csv' });
  expect(stream.headers.get('server-timing')).toMatch(/^cache;desc=miss, queue;dur=[\d.]+, parse;/);
  await stream.text();
});

describe('bare SQL', () => {
  const headers = { 'content-type': 'application/sql; charset=utf-8' };
  const sql = 'SELECT play_count AS n FROM videos WHERE play_count < ? ORDER BY n';

  test.each(['POST', 'QUERY'])('by %s, with the other fields in the query string', async (method) => {
    const path = `/api/shortvideo/sql?limit=2&format=csv&parameters=${encodeURIComponent('[9]')}`;
    const { response, bytes } = await send(sql, { headers, path, method });
    expect(response.statusCode).toBe(200);
    expect(bytes.toString().trim().split(/\r?\n/)).toEqual(['n', '1', '2']);
  });

  test('by QUERY, JSON bodies too', async () => {
    const { response, bytes } = await send(JSON.stringify({ query: 'SELECT 1 AS one' }), { method: 'QUERY' });
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(bytes.toString())).toMatchObject({ data: { rows: [{ one: 1 }] } });
  });

  test('is checked as any other body', async () => {
    const ask = async (query: string) =>
      (await send(sql, { headers, path: `/api/shortvideo/sql?${query}` })).response.statusCode;
    expect(await ask('limit=0&parameters=[9]')).toBe(422);
    expect(await ask('parameters=nothing')).toBe(422);
    expect(await ask('')).toBe(400);
    const elsewhere = await send(sql, { headers, path: '/api/users/me/api-keys' });
    expect(elsewhere.response.statusCode).toBe(415);
  });
});

describe('compression', () => {
  const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
  const rows = { query: 'SELECT video_id, author FROM videos ORDER BY play_count', limit: 3_000 };

  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br;q=0.9, zstd;q=0.1, *;q=0.2', 'br'],
    ['*', 'zstd'],
    ['zstd;q=0, GZIP ; q=0.5', 'gzip'],
    ['deflate', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['', undefined],
    ['gzip;q=wrong', undefined],
    [undefined, undefined],
  ])('%s asks for %s', (header, coding) => {
    expect(acceptedCoding(header)).toBe(coding);
  });

  test.each(['zstd', 'br', 'gzip'] as const)(
    '%s, of a JSON answer and of a stream with its trailers',
    async (coding) => {
      const headers = { 'accept-encoding': coding };
      await send(JSON.stringify({ ...rows, format: 'csv' })); // what follows repeats it
      const plain = await send(JSON.stringify(rows));
      const json = await send(JSON.stringify(rows), { headers });
      expect(json.response.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Accept, Accept-Encoding',
      });
      expect(json.bytes.length).toBeLessThan(plain.bytes.length / 3);
      const rowsOf = (bytes: Buffer) =>
        (JSON.parse(bytes.toString()) as { data: { rows: unknown } }).data.rows;
      expect(rowsOf(decoders[coding](json.bytes))).toEqual(rowsOf(plain.bytes));
      for (const format of ['ndjson', 'csv', 'arrow']) {
        const asked = JSON.stringify({ ...rows, format });
        const stream = await send(asked);
        expect(stream.response.headers['content-encoding']).toBeUndefined();
        const coded = await send(asked, { headers });
        expect(coded.response.headers).toMatchObject({
          'content-encoding': coding,
          vary: 'Accept, Accept-Encoding',
        });
        expect(coded.response.trailers).toMatchObject({ 'x-row-count': '3000', 'x-cost': '$0.0000' });
        expect(decoders[coding](coded.bytes).equals(stream.bytes)).toBe(true);
      }
    },
  );

  test('small answers and Parquet stay as they are', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const small = await send('{"query": "SELECT 1 AS one"}', { headers });
    expect(small.response.headers['content-encoding']).toBeUndefined();
    expect(small.response.headers.vary).toContain('Accept-Encoding');
    const parquet = await send(JSON.stringify({ ...rows, format: 'parquet' }), { headers });
    expect(parquet.response.headers['content-encoding']).toBeUndefined();
  });

  test('the first part arrives before the second one is made; a source that fails fails the stream', async () => {
    for (const coding of ['zstd', 'br', 'gzip'] as const) {
      const second = Promise.withResolvers<void>();
      const source = async function* () {
        yield Buffer.from('first part');
        await second.promise;
        yield Buffer.from('second part');
      };
      const parts = compressParts(source(), coding);
      const first = await parts.next();
      expect(first.value?.byteLength).toBeGreaterThan(0);
      second.reject(new Error('broken'));
      await expect(parts.next()).rejects.toThrow('broken');
    }
  });
});

test('CSV for spreadsheets: texts like formulas get an apostrophe, and a header says so', async () => {
  const query = "SELECT '=1+1' AS a, -1 AS b";
  for (const [csv_safe, line] of [
    [true, "'=1+1,-1"],
    [false, '=1+1,-1'],
    [undefined, '=1+1,-1'],
  ] as const) {
    const response = await postSql(service, { query, format: 'csv', csv_safe });
    expect(response.headers.get('x-csv-safe')).toBe(String(csv_safe === true));
    expect(await response.text()).toBe(`a,b\r\n${line}\r\n`);
  }
});
