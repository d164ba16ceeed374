import { request } from 'node:http';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../support/test-service.ts';
import { type Backends, backendNames, makeBackends } from './backends.ts';

/** What a service over any backend has to answer: pages, statements, results that are kept, dry runs, errors. */
let backends: Backends;
beforeAll(async () => {
  backends = await makeBackends();
  await backends.publish(2_500);
});
afterAll(() => backends[Symbol.asyncDispose]());

interface Answer {
  data: { rows: Record<string, unknown>[]; statement_id: string; state?: string; [fact: string]: unknown };
  error: { code: string; errors?: unknown[]; [fact: string]: unknown };
  cost: string;
}

const slow =
  'SELECT count(*) AS n FROM videos a, videos b, videos c WHERE a.video_id < b.video_id AND b.video_id < c.video_id';
const everyVideo = 'SELECT video_id, play_count, hashtags, create_time FROM videos ORDER BY video_id';

/** An answer, read to its end: a service that closes waits for those that are not. */
async function read(answer: Response) {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, headers, bytes, text: String(bytes), body: () => JSON.parse(String(bytes)) as Answer };
}

/** Answers of all backends to the same requests, which must be the same: by a name, what the first one answered. */
const answers = new Map<string, unknown>();
function sameForAll(name: string, answer: unknown): void {
  if (!answers.has(name)) answers.set(name, answer);
  expect(answer, name).toEqual(answers.get(name));
}

describe.each(backendNames)('a service over %s', (backend) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ engine: await backends.open(backend) });
  });
  afterAll(async () => await service[Symbol.asyncDispose]());

  const ask = async (body: object, headers?: Record<string, string>) =>
    await read(await postSql(service, body, headers));
  const at = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${service.key}` };
    return await read(await fetch(`${service.service.url}${path}`, { method, headers }));
  };
  const statement = (id: string) => `/api/shortvideo/sql/statements/${id}`;

  test('answers in every format, is ready, and says what a query would cost', async () => {
    for (const accept of ['application/json', 'application/x-ndjson', 'text/csv']) {
      const answer = await ask({ query: everyVideo, limit: 30 }, { accept });
      expect(answer.status).toBe(200);
      sameForAll(accept, accept === 'application/json' ? answer.body().data.rows : answer.text);
    }
    const arrow = await ask(
      { query: everyVideo, limit: 30 },
      { accept: 'application/vnd.apache.arrow.stream' },
    );
    expect(tableFromIPC(arrow.bytes).numRows).toBe(30);
    expect((await at('/readyz')).status).toBe(200);
    const dry = (await ask({ query: everyVideo, dry_run: true })).body();
    sameForAll('columns of a dry run', dry.data.columns);
    expect(dry).toMatchObject({
      cost: '$0.0000',
      data: { explanation: { routes: [{ table: 'shortvideo.videos' }] } },
    });
    expect((await ask({ query: '', limit: 2 })).body().data.rows).toHaveLength(2);
  });

  test('tells errors of the text with their place', async () => {
    for (const query of [
      'SELECT video_id,\n play_cuont FROM videos',
      'SELECT CAST(author AS BIGINT) AS n FROM videos',
      'SELECT video_id FROM vidoes',
    ]) {
      const answer = await ask({ query });
      const { error } = answer.body();
      const places = (error.errors as { line: number; column: number; near: string }[] | undefined)?.map(
        ({ line, column, near }) => ({ line, column, near }),
      );
      sameForAll(query, { status: answer.status, code: error.code, places });
    }
  });

  test('has pages that cover a result, and answers what is known with 304', async () => {
    const rows: unknown[] = [];
    const tags: (string | null)[] = [];
    let cursor: unknown;
    do {
      const answer = await ask({ query: everyVideo, limit: 700, ...(cursor !== undefined && { cursor }) });
      expect(answer.status, answer.text).toBe(200);
      tags.push(answer.headers.get('etag'));
      const { data } = answer.body();
      rows.push(...data.rows);
      cursor = data.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(rows).toHaveLength(2_500);
    sameForAll('pages', rows);
    const known = await ask({ query: everyVideo, limit: 700 }, { 'if-none-match': String(tags[0]) });
    expect(known.status).toBe(304);
  });

  test('keeps the result of a statement, and gives it in any format', async () => {
    const begun = await ask({ query: everyVideo, limit: 2_000, wait_timeout_ms: 0 });
    expect(begun.status).toBe(202);
    const { statement_id: id } = begun.body().data;
    await expect.poll(async () => (await at(statement(id))).status).toBe(200);
    const page = (await at(`${statement(id)}?limit=300`)).body();
    expect(page).toMatchObject({ cost: '$0.0000', data: { has_more: true, truncated: true } });
    const next = (await at(`${statement(id)}?limit=300&cursor=${String(page.data.cursor)}`)).body();
    sameForAll('a page of a statement', [...page.data.rows, ...next.data.rows]);
    const csv = (await at(`${statement(id)}?format=csv`)).text;
    expect(csv.trim().split('\r\n')).toHaveLength(2_001);
    sameForAll('a statement as csv', csv);
    const parquet = await at(`${statement(id)}?format=parquet`);
    sameForAll('a statement as Parquet', parquet.bytes.toString('base64'));
  });

  test('ends what is cancelled, and what takes too long', async () => {
    const begun = await ask({ query: slow, wait_timeout_ms: 0 });
    const { statement_id: id } = begun.body().data;
    const cancelled = await at(statement(id), 'DELETE');
    expect(cancelled.body().data.state).toBe('cancelled');
    const late = await ask({ query: slow, timeout_ms: 200 });
    expect(late.body().error.code).toBe('query_timeout');
    const left = request(`${service.service.url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    });
    const closed = new Promise((resolve) => left.once('error', resolve));
    left.end(JSON.stringify({ query: slow }));
    await expect.poll(() => service.engine.status().queriesRunning).toBe(1);
    left.destroy();
    await closed;
    await expect.poll(() => service.engine.status()).toMatchObject({ queriesRunning: 0, queriesWaiting: 0 });
  });
});
