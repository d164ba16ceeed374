import { sqlAnswer, sqlStatement } from '@sdq/contract';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

/** Runs for seconds when it is let. */
const slow =
  'SELECT count(*) AS n FROM videos AS a, videos AS b, range(200) AS c WHERE a.author < b.author || c.range';

interface Body {
  data: { statement_id: string; state: string; rows: Record<string, unknown>[]; [fact: string]: unknown };
  cost: string;
  request_id: string;
}

const at = async (path: string, init: RequestInit = {}, key = service.key) =>
  await fetch(`${service.service.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });
const statement = (id: string) => `/api/shortvideo/sql/statements/${id}`;
const bodyOf = async (answer: Response) => (await answer.json()) as Body;
const units = async () => (await service.accounts.usageTotals(service.accountId)).units;
const codeOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { error: { code: string } }).error.code] as const;

async function begin(body: object): Promise<Body & { location: string }> {
  const answer = await postSql(service, { wait_timeout_ms: 0, ...body });
  expect(answer.status).toBe(202);
  const read = await bodyOf(answer);
  expect(sqlStatement.safeParse(read.data).error).toBeUndefined();
  return { ...read, location: answer.headers.get('location') ?? '' };
}

async function untilEnded(id: string): Promise<Response> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await at(statement(id));
    if (answer.status !== 202) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the statement does not end');
}

describe('progress', () => {
  test('a running statement says how much is done and read, and its events end with its state', async () => {
    const query =
      'SELECT count(*) AS n FROM videos AS a, videos AS b WHERE a.description < b.description AND a.play_count % 7 = 3';
    const begun = await begin({ query });
    const events = await at(`${statement(begun.data.statement_id)}/events`);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const seen = (await events.text())
      .split('\n\n')
      .map((event) => /^event: (\w+)\ndata: (.*)$/s.exec(event))
      .flatMap((found) => (found === null ? [] : [[found[1], JSON.parse(found[2] ?? '')] as const]));
    expect(seen.map(([name]) => name)).toEqual([...Array(seen.length - 1).fill('progress'), 'end']);
    for (const [, view] of seen) expect(sqlStatement.strict().safeParse(view).error).toBeUndefined();
    const fractions = seen.map(([, { progress }]) => progress.fraction ?? 0);
    expect(fractions).toEqual([...fractions].sort((left, right) => left - right));
    expect(seen.at(-1)?.[1]).toMatchObject({ state: 'succeeded', progress: { fraction: 1, rows: 1 } });
    expect(seen.at(-1)?.[1].progress.bytes_scanned).toBeGreaterThan(0);
    const late = await (await at(`${statement(begun.data.statement_id)}/events`)).text();
    expect(late).toContain('event: end\n');
  });

  test('the fraction of a long statement grows before it ends', async () => {
    const part = (i: number) =>
      `SELECT count(*) AS n FROM videos AS a, videos AS b WHERE a.description || ${i} < b.description`;
    const query = `SELECT sum(n) AS n FROM (${Array.from({ length: 12 }, (_, i) => part(i)).join(' UNION ALL ')})`;
    const { data } = await begin({ query, timeout_ms: 20_000 });
    const { body } = await at(`${statement(data.statement_id)}/events`);
    const fractions = new Set<number>();
    const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; fractions.size < 2; ) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      for (const [, fraction] of text.matchAll(/"fraction":([\d.e-]+)/g)) fractions.add(Number(fraction));
    }
    await reader.cancel();
    await at(statement(data.statement_id), { method: 'DELETE' });
    expect(fractions.size).toBeGreaterThanOrEqual(2);
    const [first = 0, ...later] = fractions;
    expect(Math.max(...later)).toBeGreaterThan(first);
  });
});

test('NDJSON can end with its receipt, compressed or not, and for statements', async () => {
  const query = 'SELECT author, play_count FROM videos ORDER BY play_count DESC';
  for (const more of [{}, { wait_timeout_ms: 20_000 }]) {
    const answer = await postSql(service, { query, limit: 30, format: 'ndjson', receipt: true, ...more });
    const lines = (await answer.text()).trim().split('\n');
    expect(lines).toHaveLength(31);
    const { $receipt } = JSON.parse(lines.at(-1) ?? '');
    const receipt = await fetch(`${service.service.url}/api/requests/${$receipt.request_id}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const { data } = (await receipt.json()) as { data: object };
    expect(data).toMatchObject({ cost: $receipt.cost, records: 30, delivered: true });
    expect($receipt).toMatchObject({
      row_count: 30,
      truncated: true,
      snapshot_id: service.engine.snapshotId,
    });
  }
  const gone = await postSql(service, { query: 'SELECT 1', receipt: true });
  expect(gone.status).toBe(422);
  const empty = await postSql(service, { query: 'SELECT 1 WHERE false', format: 'ndjson', receipt: true });
  expect((await empty.text()).trim().split('\n')).toHaveLength(1);
});

describe('a statement', () => {
  test('that ends in time is answered like any query, and its result stays', async () => {
    const query = 'SELECT video_id, like_count, hashtags FROM videos ORDER BY play_count';
    const before = await units();
    const answer = await postSql(service, { query, limit: 40, wait_timeout_ms: 20_000 });
    expect(answer.status).toBe(200);
    const first = await bodyOf(answer);
    expect(first).toMatchObject({
      cost: '$0.0040',
      data: { state: 'succeeded', row_count: 40, truncated: true },
    });
    expect(sqlAnswer.safeParse(first.data).error).toBeUndefined();
    const plain = await bodyOf(await postSql(service, { query, limit: 40 }));
    expect(first.data.rows).toEqual(plain.data.rows);
    const paid = (await units()) - before;
    expect(paid, 'a repeat is free').toBe(40);

    const path = statement(first.data.statement_id);
    const again = await bodyOf(await at(path));
    expect(again).toMatchObject({
      cost: '$0.0000',
      data: {
        charged: { cost: '$0.0040', records: 40, request_id: first.request_id },
        rows: plain.data.rows,
      },
    });
    const csv = await (await at(`${path}?format=csv`)).text();
    expect(csv.trim().split(/\r?\n/)).toHaveLength(41);
    const arrow = await at(path, { headers: { accept: 'application/vnd.apache.arrow.stream' } });
    const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
    expect(table.toArray().map((row) => row?.video_id)).toEqual(plain.data.rows.map((row) => row.video_id));
    const parquet = Buffer.from(await (await at(`${path}?format=parquet`)).arrayBuffer());
    expect([parquet.toString('latin1', 0, 4), parquet.toString('latin1', parquet.length - 4)]).toEqual([
      'PAR1',
      'PAR1',
    ]);
    const arrays = await bodyOf(await at(`${path}?shape=arrays&limit=1`));
    expect(arrays.data.rows).toEqual([Object.values(plain.data.rows[0] ?? {})]);
    expect((await units()) - before).toBe(paid);
    expect((await service.accounts.findAccount(service.accountId))?.reservedUnits).toBe(0);
  });

  test('that takes longer is answered with its address; it is charged once, when its result is kept', async () => {
    const before = await units();
    const begun = await begin({
      query: 'SELECT author, count(*) AS n FROM videos GROUP BY author ORDER BY 1',
    });
    expect(begun).toMatchObject({ cost: '$0.0000', data: { state: 'running', charged: null } });
    expect(begun.location).toBe(statement(begun.data.statement_id));
    const ended = await bodyOf(await untilEnded(begun.data.statement_id));
    expect(ended.data).toMatchObject({
      state: 'succeeded',
      row_count: 7,
      charged: { request_id: begun.request_id },
    });
    expect((await units()) - before).toBe(7);
  });

  test('has pages at its own address', async () => {
    const begun = await begin({ query: 'SELECT play_count FROM videos ORDER BY 1', limit: 25 });
    await untilEnded(begun.data.statement_id);
    const path = statement(begun.data.statement_id);
    const rows: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { data } = await bodyOf(await at(`${path}?limit=10${cursor && `&cursor=${cursor}`}`));
      rows.push(...data.rows.map((row) => row.play_count));
      expect(data.has_more).toBe(data.cursor !== null);
      if (data.cursor === null) break;
      cursor = data.cursor as string;
    }
    expect(rows).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    expect(await codeOf(await at(`${path}?limit=10&cursor=abc`))).toEqual([400, 'invalid_cursor']);
  });

  test('that fails says so and costs nothing', async () => {
    const before = await units();
    const query = 'SELECT author::INTEGER FROM videos';
    const quick = await postSql(service, { query, wait_timeout_ms: 20_000 });
    expect(await codeOf(quick)).toEqual([400, 'sql_conversion_error']);
    const begun = await begin({ query });
    const ended = await untilEnded(begun.data.statement_id);
    expect((await bodyOf(ended)).data).toMatchObject({
      state: 'failed',
      error: { code: 'sql_conversion_error' },
    });
    const asCsv = await at(`${statement(begun.data.statement_id)}?format=csv`);
    expect(await codeOf(asCsv)).toEqual([400, 'sql_conversion_error']);
    expect(await units()).toBe(before);
  });

  test('can be cancelled while it runs, once', async () => {
    const before = await units();
    const begun = await begin({ query: slow });
    const path = statement(begun.data.statement_id);
    expect((await at(path)).status).toBe(202);
    const cancelled = await at(path, { method: 'DELETE' });
    expect(cancelled.status).toBe(200);
    expect((await bodyOf(cancelled)).data).toMatchObject({ state: 'cancelled', charged: null });
    expect(await codeOf(await at(path, { method: 'DELETE' }))).toEqual([409, 'statement_not_running']);
    expect((await bodyOf(await at(path))).data).toMatchObject({ state: 'cancelled' });
    expect(await codeOf(await at(`${path}?format=arrow`))).toEqual([410, 'result_expired']);
    expect(await units()).toBe(before);
    expect((await service.accounts.findAccount(service.accountId))?.reservedUnits).toBe(0);
  });

  test('is nobody else’s', async () => {
    const begun = await begin({ query: 'SELECT 1 AS one' });
    const { key } = await service.accounts.createKey(service.accountId, { name: 'another' });
    for (const method of ['GET', 'DELETE']) {
      const answer = await at(statement(begun.data.statement_id), { method }, key);
      expect(await codeOf(answer)).toEqual([404, 'not_found']);
    }
    const elsewhere = await at(begun.location.replace('shortvideo', 'photo'));
    expect(await codeOf(elsewhere)).toEqual([404, 'not_found']);
    expect(await codeOf(await at(statement('stmt_none')))).toEqual([404, 'not_found']);
  });

  test('is explained where that was asked for', async () => {
    const body = { query: 'SELECT author FROM videos LIMIT 3', explain: true, wait_timeout_ms: 20_000 };
    const { data } = await bodyOf(await postSql(service, body));
    expect(data).toMatchObject({ row_count: 3, explanation: { cost_max: '$0.0003' } });
  });

  test('under a name is begun once; who repeats the request is told where the result is', async () => {
    const body = { query: 'SELECT video_id FROM videos ORDER BY 1', limit: 6, wait_timeout_ms: 20_000 };
    const headers = { 'idempotency-key': 'statement-1' };
    const first = await bodyOf(await postSql(service, body, headers));
    expect(first.data.rows).toHaveLength(6);
    const before = await units();
    const again = await postSql(service, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await bodyOf(again)).toMatchObject({
      cost: '$0.0006',
      data: { state: 'succeeded', statement_id: first.data.statement_id },
    });
    expect(await units()).toBe(before);
  });

  test('under a name says the same of itself in every place, and while it runs, where it is', async () => {
    const headers = { 'idempotency-key': 'statement-2' };
    const body = { query: 'SELECT video_id FROM videos', limit: 6, wait_timeout_ms: 0 };
    const { statement_id: id } = (await bodyOf(await postSql(service, body, headers))).data;
    await untilEnded(id);
    const { data: replayed, request_id } = await bodyOf(await postSql(service, body, headers));
    expect(replayed).toMatchObject({
      statement_id: id,
      progress: { rows: 6 },
      charged: { cost: '$0.0006', records: 6, request_id },
      expires_at: expect.any(String),
    });
    const receipt = await bodyOf(await at(`/api/requests/${request_id}`));
    expect(receipt.data).toMatchObject({ records: 6, cost: '$0.0006' });

    const long = { query: slow, wait_timeout_ms: 0 };
    const named = { 'idempotency-key': 'statement-3' };
    const { status_url } = (await bodyOf(await postSql(service, long, named))).data;
    const again = await postSql(service, long, named);
    expect(again.headers.get('location')).toBe(status_url);
    expect(await again.json()).toMatchObject({
      error: { code: 'idempotency_conflict', meta: { status_url } },
    });
    expect(again.status).toBe(409);
    expect((await at(String(status_url), { method: 'DELETE' })).status).toBe(200);
  });

  test('of a caller who leaves before it knows the address is cancelled', async () => {
    const controller = new AbortController();
    const asked = fetch(`${service.service.url}/api/shortvideo/sql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: slow, wait_timeout_ms: 30_000 }),
      signal: controller.signal,
    });
    const reserved = async () => (await service.accounts.findAccount(service.accountId))?.reservedUnits;
    while ((await reserved()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(reserved, { timeout: 10_000 }).toBe(0);
  });

  test('fields that cannot stand together are refused', async () => {
    for (const wrong of [
      { include_full_data: true },
      { cursor: 'x' },
      { wait_timeout_ms: -1 },
      { wait_timeout_ms: 1e9 },
    ]) {
      expect((await postSql(service, { query: 'SELECT 1', wait_timeout_ms: 5, ...wrong })).status).toBe(422);
    }
  });
});

test('results of statements are kept for a while', async () => {
  await using small = await startTestService({ retained: { statementMs: 1_000 } });
  const answer = await postSql(small, { query: 'SELECT 1 AS one', wait_timeout_ms: 20_000 });
  const { statement_id: id } = (await bodyOf(answer)).data;
  const ask = async () =>
    await fetch(`${small.service.url}${statement(id)}`, {
      headers: { authorization: `Bearer ${small.key}` },
    });
  await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(410);
  expect(await codeOf(await ask())).toEqual([410, 'result_expired']);
});

test('a key has only so many statements', async () => {
  await using small = await startTestService({ retained: { statementsPerKeyMax: 2 } });
  const running = await Promise.all([1, 2].map(() => postSql(small, { query: slow, wait_timeout_ms: 0 })));
  expect(running.map(({ status }) => status)).toEqual([202, 202]);
  expect(await codeOf(await postSql(small, { query: 'SELECT 1', wait_timeout_ms: 0 }))).toEqual([
    429,
    'too_many_concurrent_queries',
  ]);
});
