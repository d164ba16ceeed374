import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  postSql,
  startTestService,
  type TestService,
  unlimited,
} from '../../../../test/support/test-service.ts';
import { startService } from '../../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** So many that no machine counts them within the test. */
const endless =
  'SELECT count(*) AS n FROM videos AS a, videos AS b, videos AS c WHERE a.play_count + b.play_count = c.play_count - 9';

async function untilRunning(): Promise<void> {
  await expect.poll(() => service.engine.status().queriesRunning, { timeout: 10_000 }).toBeGreaterThan(0);
}

test('what does not end in time is cancelled, answered as that, and costs nothing', async () => {
  const { engine, accounts, accountId } = service;
  const other = await startService({
    engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    shutdownMs: 200,
    limits: unlimited,
  });
  const before = await accounts.findAccount(accountId);
  const running = postSql({ service: other, key: service.key }, { query: endless, timeout_ms: 25_000 });
  await untilRunning();
  await other.close();
  const answer = await running;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toMatchObject({
    detail: 'The service is shutting down',
    error: { code: 'service_unavailable', retryable: true },
    cost: '$0.0000',
  });
  expect(await accounts.findAccount(accountId)).toMatchObject({
    balanceUnits: before?.balanceUnits,
    reservedUnits: 0,
  });
  // the engine goes on
  expect((await postSql(service, { query: 'SELECT 1 AS one' })).status).toBe(200);
});

test('while it stops, kept connections are told so and closed by their clients, and probes say it', async () => {
  const { engine, accounts } = service;
  const other = await startService({ engine, accounts, host: '127.0.0.1', port: 0, limits: unlimited });
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const ask = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }>(
      (resolve, reject) => {
        const sent = get(`${other.url}${path}`, { agent }, (response) => {
          const { statusCode: status, headers } = response;
          response
            .resume()
            .once('end', () =>
              resolve({ status, connection: headers.connection, isReused: sent.reusedSocket }),
            );
        });
        sent.once('error', reject);
      },
    );
  await Promise.all([ask('/api/pricing'), ask('/api/pricing')]);
  const closed = other.close();
  expect(await ask('/api/pricing')).toEqual({ status: 503, connection: 'close', isReused: true });
  expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close', isReused: true });
  await closed;
  await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  agent.destroy();
});
