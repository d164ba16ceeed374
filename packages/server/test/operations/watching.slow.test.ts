import { createServer } from 'node:http';
import { openEngine } from '@sdq/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  unlimited,
} from '../../../../test/support/test-service.ts';
import { createLogger, Metrics, observeQueries, openTracing, startService } from '../../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** The sum of a metric's samples whose labels hold the text. */
function sample(text: string, name: string, labels = ''): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

test('metrics count what was asked, stage by stage, and what it cost', async () => {
  const metrics = new Metrics();
  await using engine = await openEngine({
    index: service.engine.index,
    threads: 1,
    refreshMs: 0,
    observer: observeQueries(metrics),
  });
  const { accounts } = service;
  const watched = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    metrics,
    limits: unlimited,
    operatorAddress: { host: '127.0.0.1', port: 0 },
  });
  const ask = (query: string) => postSql({ service: watched, key: service.key }, { query });
  expect((await ask('SELECT play_count FROM videos LIMIT 3')).status).toBe(200);
  expect((await ask('SELECT nonsense FROM videos')).status).toBe(400);
  expect((await fetch(`${watched.url}/metrics`)).status).toBe(404);
  const read = async (path: string) => await fetch(`${watched.operatorUrl}${path}`);
  const text = await (await read('/metrics')).text();
  const route = 'route="/api/shortvideo/sql"';
  expect(sample(text, 'sdq_http_request_duration_seconds_count', `${route},method="POST",status="200"`)).toBe(
    1,
  );
  expect(sample(text, 'sdq_http_request_duration_seconds_count', `${route},method="POST",status="400"`)).toBe(
    1,
  );
  expect(sample(text, 'sdq_http_failures_total', 'code="sql_unknown_column"')).toBe(1);
  expect(sample(text, 'sdq_charged_units_total')).toBe(3);
  expect(sample(text, 'sdq_charged_records_total')).toBe(3);
  expect(sample(text, 'sdq_http_sent_bytes_total')).toBeGreaterThan(300);
  for (const step of ['turn', 'parse', 'admit', 'resolve', 'plan', 'execute', 'stream']) {
    expect(
      sample(text, 'sdq_query_step_duration_seconds_count', `step="${step}",outcome="ok"`),
    ).toBeGreaterThan(0);
  }
  expect(sample(text, 'sdq_query_processes')).toBeGreaterThan(0);
  expect(sample(text, 'sdq_index_snapshot_info', engine.snapshotId)).toBe(1);
  expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect((await read('/healthz')).status).toBe(200);
  expect(await (await read('/readyz')).json()).toEqual({
    accepting: true,
    index: true,
    queries: true,
    accounts: true,
  });
  await watched.close();
});

test('a service whose accounts cannot be written is not ready, and says so without details', async () => {
  const { engine, accounts } = service;
  const broken = { ...accounts, takeRate: () => Promise.reject(new Error('disk full at /var/lib')) };
  const other = await startService({ engine, accounts: broken, host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${other.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: 'unavailable',
    checks: { accepting: true, index: true, queries: true, accounts: false },
  });
  await other.close();
});

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

test('traces reach a collector: the request below its caller’s span, its stages below it', async () => {
  const spans: OtlpSpan[] = [];
  const collector = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as {
      resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    for (const { scopeSpans } of body.resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as { port: number };
  const tracing = await openTracing({
    endpoint: `http://127.0.0.1:${port}/`,
    serviceName: 'test',
    sampleRatio: 0,
  });
  await using engine = await openEngine({
    index: service.engine.index,
    threads: 1,
    refreshMs: 0,
    observer: observeQueries(undefined),
  });
  const { accounts } = service;
  const traced = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    tracing,
    limits: unlimited,
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  const ask = (headers: Record<string, string>) =>
    postSql({ service: traced, key: service.key }, { query: 'SELECT 1 AS one' }, headers);
  const answer = await ask({ traceparent });
  expect(answer.status).toBe(200);
  await ask({}); // of those that nobody else traces, none is
  await traced.close();
  await tracing.close();
  collector.close();
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const [root, ...others] = spans.filter(({ name }) => name === 'POST /api/shortvideo/sql');
  expect(others).toEqual([]);
  expect(root?.parentSpanId).toBe('b7ad6b7169203331');
  const attributes = Object.fromEntries(
    root?.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]) ?? [],
  );
  expect(attributes).toMatchObject({
    'http.response.status_code': 200,
    'sdq.request_id': answer.headers.get('x-request-id'),
    'sdq.charged_units': 1,
  });
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name);
  expect(steps.sort()).toEqual(['admit', 'execute', 'parse', 'plan', 'resolve', 'stream', 'turn']);
});

test('a log has a line for each request, with its id and what came of it, and never a key', async () => {
  const lines: string[] = [];
  const { logger } = createLogger('trace', { write: (line: string) => void lines.push(line) });
  const { engine, accounts } = service;
  const logged = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    logger,
    limits: unlimited,
  });
  const answer = await postSql({ service: logged, key: service.key }, { query: 'SELECT 1 AS logged' });
  await fetch(`${logged.url}/api/users/me?key=${service.key}`, {
    headers: { 'x-api-key': service.accountKey },
  });
  await fetch(`${logged.url}/${service.key}`);
  logger.error({ err: new Error(`no such key ${service.key}`), headers: { authorization: 'Bearer hidden' } });
  await logged.close();
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(parsed.find(({ request_id: id }) => id === answer.headers.get('x-request-id'))).toMatchObject({
    level: 'info',
    msg: 'Request completed',
    route: '/api/shortvideo/sql',
    method: 'POST',
    status: 200,
    units: 1,
    records: 1,
    account_id: service.accountId,
    address: '127.0.0.1',
  });
  expect(parsed.find(({ error_code: code }) => code === 'key_in_query_string')).toMatchObject({
    status: 400,
  });
  const all = lines.join('');
  for (const key of [service.key, service.accountKey]) expect(all).not.toContain(key.slice(13));
  expect(all).not.toContain('hidden');
  expect(all).toContain('sdq_live_[redacted]');
});
