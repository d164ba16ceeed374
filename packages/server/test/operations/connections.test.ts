import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { type Service, startService } from '../../src/index.ts';

let base: TestService;
let service: Service;
beforeAll(async () => {
  base = await startTestService();
  const { engine, accounts } = base;
  service = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    connectionsPerAddressMax: 5,
    arrival: { headersMs: 300, requestMs: 600, checkMs: 50 },
  });
});
afterAll(async () => {
  await service.close();
  await base[Symbol.asyncDispose]();
});

/** What a connection is told until the service ends it. It sends the head at once, and then a letter now and then. */
async function untilCut(head: string, next: string): Promise<string> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  let told = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    told += part;
  });
  socket.on('error', () => {}); // that it is cut is what it waits for
  if (head !== '') socket.write(head);
  const trickle = next === '' ? undefined : setInterval(() => socket.write(next), 50);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  return told;
}

test('headers and bodies that never end are cut off with an answer, silence without one', async () => {
  const [headers, body, silence] = await Promise.all([
    untilCut('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x'),
    untilCut(
      'POST /api/signup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n',
      ' ',
    ),
    untilCut('', ''),
  ]);
  for (const told of [headers, body]) {
    expect(told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(told).toContain('connection: close');
    expect(told).toContain('"code":"request_timeout"');
  }
  expect(silence).toMatch(/^$|^HTTP\/1\.1 408 /);
});

test('a connection too many of an address gets 503, a silent one is closed; when others go, it may come', async () => {
  const sockets = Array.from({ length: 5 }, () =>
    connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' }),
  );
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  for (const socket of sockets) socket.on('error', () => {});
  const refused = await fetch(`${service.url}/healthz`);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('connection')).toBe('close');
  expect(await refused.json()).toMatchObject({
    success: false,
    error: { code: 'service_unavailable', retryable: true },
  });
  expect(await untilCut('', '')).toMatch(/^$|^HTTP\/1\.1 408 /);
  // Further ones than are answered at a time are closed at once.
  const silent = Array.from({ length: 64 }, () => untilCut('', ''));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  await Promise.all(silent);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(
      () =>
        fetch(`${service.url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 5_000 },
    )
    .toBe(200);
});
