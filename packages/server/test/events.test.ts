import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService, writeIndex } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const listen = async (url: string, count?: number) =>
  await fetch(`${url}/api/events${count === undefined ? '' : `?count=${count}`}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
const idsIn = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));

test('the snapshot is told when the stream opens, and each new one', async () => {
  const first = service.engine.snapshotId;
  const answer = await listen(service.service.url, 2);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await writeIndex(join(service.directory, 'index'), 21_000);
  await service.engine.refresh();
  const second = service.engine.snapshotId;
  expect(second).not.toBe(first);
  expect(idsIn(await answer.text())).toEqual([{ snapshot_id: first }, { snapshot_id: second }]);
});

test('an account has few streams at once, none without a key, and they end with the service', async () => {
  const { engine, accounts } = service;
  const own = await startService({ engine, accounts, host: '127.0.0.1', port: 0 });
  const open = await Promise.all([1, 2, 3, 4].map(() => listen(own.url)));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await listen(own.url);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
  expect((await fetch(`${own.url}/api/events`)).status).toBe(401);
  await own.close();
  for (const answer of open) expect(idsIn(await answer.text())).toHaveLength(1);
});
