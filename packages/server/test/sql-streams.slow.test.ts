import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  videoRows,
} from '../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

/** Sends SQL with node's own client, which gives trailers. */
async function open(body: object): Promise<IncomingMessage> {
  const { hostname, port } = new URL(service.service.url);
  return await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const request = httpRequest(
      { hostname, port, path: '/api/shortvideo/sql', method: 'POST', headers },
      resolve,
    );
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits ?? 0;
const reserved = async () => (await service.accounts.findAccount(service.accountId))?.reservedUnits;
const lastUsage = async () => (await service.accounts.listUsage(service.accountId, { limit: 1 }))[0];

/** Waits until nothing is reserved any more: the end of a request that nobody waits for. */
async function untilIdle(): Promise<void> {
  for (let i = 0; i < 500 && (await reserved()) !== 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await reserved()).toBe(0);
}

const all = { query: 'SELECT video_id, play_count FROM videos ORDER BY play_count', limit: 100_000 };

test('NDJSON: every row, then cost and count as trailers', async () => {
  const response = await open({ ...all, format: 'ndjson', limit: 90_000 });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/x-ndjson');
  const lines = (await text(response)).trimEnd().split('\n');
  expect(lines).toHaveLength(videoRows);
  expect(JSON.parse(lines[0] ?? '')).toEqual({ video_id: '7000000000000000001', play_count: 1 });
  expect(response.trailers).toEqual({ 'x-cost': '$0.5000', 'x-row-count': '5000', 'x-truncated': 'false' });
  expect(await lastUsage()).toMatchObject({
    state: 'settled',
    units: 5_000,
    records: 5_000,
    delivered: true,
  });
});

test('CSV and Arrow by the Accept header', async () => {
  const body = { ...all, limit: 20 };
  const csv = await postSql(service, body, { accept: 'text/csv' });
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect((await csv.text()).split('\n')[1]?.trim()).toBe('7000000000000000001,1');
  const arrow = await postSql(service, body, {
    accept: 'application/json;q=0.5, application/vnd.apache.arrow.stream',
  });
  expect(arrow.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
  const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
  expect(table.numRows).toBe(20);
  expect(table.getChild('video_id')?.get(19)).toBe('7000000000000000020');
});

test('an error before the first rows has its own status, in every format', async () => {
  const before = await balance();
  for (const format of ['ndjson', 'csv', 'arrow', 'json']) {
    const answer = await postSql(service, { query: 'SELECT CAST(author AS INTEGER) FROM videos', format });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'sql_conversion_error' } });
  }
  expect(await balance()).toBe(before);
  expect(await lastUsage()).toMatchObject({
    state: 'released',
    status: 400,
    errorCode: 'sql_conversion_error',
  });
});

test('an error of the query in mid-stream breaks the connection, and the rows sent are paid', async () => {
  await service.accounts.addCredit(service.accountId, { units: 100_000, reason: 'test' });
  const before = await balance();
  const response = await open({
    query:
      "SELECT repeat('x', 200) AS pad, CASE WHEN i < 80000 THEN 1 ELSE CAST('bad' || i AS INTEGER) END AS n FROM range(90000) AS r(i)",
    format: 'ndjson',
    limit: 90_000,
  });
  expect(response.statusCode).toBe(200);
  let lines = 0;
  response.on('data', (part: Buffer) => {
    lines += part.toString('latin1').split('\n').length - 1;
  });
  await expect(once(response, 'end')).rejects.toThrow();
  await untilIdle();
  expect(response.trailers).toEqual({});
  const line = await lastUsage();
  expect(line).toMatchObject({
    state: 'settled',
    delivered: false,
    status: 200,
    errorCode: 'sql_conversion_error',
  });
  expect(lines).toBeGreaterThan(0);
  expect(line?.records).toBeGreaterThanOrEqual(lines);
  expect(line?.records).toBeLessThan(80_000);
  expect(before - (await balance())).toBe(line?.units);
  const receipt = await fetch(`${service.service.url}/api/requests/${line?.requestId}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(await receipt.json()).toMatchObject({
    data: { error_code: 'sql_conversion_error', delivered: false, records: line?.records },
  });
});

test('a caller who leaves cancels the query and pays for what came, to the part', async () => {
  const before = await balance();
  const response = await open({
    query: "SELECT repeat('x', 1000) AS pad, a.play_count FROM videos AS a, videos AS b",
    format: 'ndjson',
    limit: 90_000,
  });
  let bytes = 0;
  await new Promise<void>((resolve) => {
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      resolve();
    });
  });
  response.destroy();
  await untilIdle();
  const line = await lastUsage();
  expect(line).toMatchObject({ state: 'settled', delivered: false });
  expect(line?.units).toBeGreaterThanOrEqual(Math.floor(bytes / 1_030));
  expect(await balance()).toBe(before - (line?.units ?? 0));
  const after = await postSql(service, { query: 'SELECT 1 AS one' });
  expect(await after.json()).toMatchObject({ data: { rows: [{ one: 1 }] } });
});

test('a caller who leaves before a JSON answer cancels it too', async () => {
  const controller = new AbortController();
  const { url } = service.service;
  const asked = fetch(`${url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'SELECT count(*) FROM videos AS a, videos AS b, videos AS c WHERE a.author < b.author',
    }),
    signal: controller.signal,
  });
  while ((await reserved()) === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  await expect(asked).rejects.toThrow();
  await untilIdle();
  expect(await lastUsage()).toMatchObject({ state: 'released', errorCode: 'query_cancelled' });
});

test('an answer that was charged and did not leave whole is on record as such', async () => {
  const response = await open({ query: "SELECT repeat('x', 4500) AS pad FROM videos", limit: 5_000 });
  await new Promise((resolve) => response.once('data', resolve));
  response.destroy();
  for (let i = 0; i < 500 && (await lastUsage())?.delivered !== false; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await lastUsage()).toMatchObject({ state: 'settled', units: 5_000, delivered: false });
});

test('a query past its time is 504', async () => {
  const answer = await postSql(service, {
    query: 'SELECT count(*) FROM videos AS a, videos AS b, videos AS c WHERE a.author < b.author',
    timeout_ms: 50,
  });
  expect(answer.status).toBe(504);
  expect(await answer.json()).toMatchObject({ error: { code: 'query_timeout', retryable: true } });
});
