import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openAccounts } from '@sdq/accounts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestService,
  type TestService,
  unlimited,
  writeIndex,
} from '../../../test/support/test-service.ts';
import { type Service, startService } from '../src/index.ts';

const minuteMs = 60_000;
const path = '/api/users/me/queries';
const waits = { timeout: 60_000, interval: 50 };

/** The clock of the accounts moves by the tests alone; a signature must be of the last five minutes. */
const clock = { now: Math.floor(Date.now() / minuteMs) * minuteMs - 6.5 * minuteMs };
let base: TestService;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let services: Service[];
let accountKey: string;
let accountId: string;
const received: { headers: Record<string, string>; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
  response.end();
});

beforeAll(async () => {
  base = await startTestService();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  accounts = await openAccounts({
    directory: join(base.directory, 'scheduled'),
    allowPrivateWebhooks: true,
    now: () => clock.now,
  });
  const made = await accounts.createAccount({
    name: 'Nele Voss',
    email: 'nele@example.org',
    balanceUnits: 10_000,
  });
  [accountKey, accountId] = [made.accountKey, made.account.accountId];
  const options = {
    engine: base.engine,
    accounts,
    host: '127.0.0.1',
    port: 0,
    hasSchedules: true,
    allowPrivateWebhooks: true,
    limits: unlimited,
  };
  services = [await startService(options), await startService(options)];
});
afterAll(async () => {
  for (const service of services) await service.close();
  await accounts.close();
  receiver.close();
  await base[Symbol.asyncDispose]();
});

async function call(method: string, where: string, body?: object, url = services[0]?.url) {
  const response = await fetch(`${url}${where}`, {
    method,
    headers: { 'x-api-key': accountKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { data: Record<string, never>; error: { code: string } },
  };
}

interface Run {
  run_id: string;
  state: string;
  cost: string | null;
  row_count: number | null;
  changed: boolean | null;
  ticks_missed: number;
  request_id: string;
  error: { code: string } | null;
}

async function schedule(query: string, terms: object = {}) {
  const saved = await call('POST', path, { name: 'Lengths', platform: 'shortvideo', query, limit: 4 });
  const schedules = `${path}/${saved.body.data.query_id}/schedules`;
  const made = await call('POST', schedules, { cron: '* * * * *', max_cost: '$0.0010', ...terms });
  const one = `${schedules}/${made.body.data.schedule_id}`;
  const runs = async () => {
    const { data } = (await call('GET', `${one}/results`)).body;
    return (data as unknown as { runs: Run[] }).runs.filter(({ state }) => state !== 'running');
  };
  /** Lets so many minutes pass, and waits for the runs that are due. */
  const pass = async (minutes: number) => {
    const before = (await runs()).length;
    clock.now += minutes * minuteMs;
    await expect.poll(async () => (await runs()).length, waits).toBeGreaterThan(before);
    return (await runs())[0] as Run;
  };
  return { made, one, runs, pass };
}

test('a schedule runs once a tick, though two services look; pays for changes; and tells the webhook', async () => {
  const { port } = receiver.address() as AddressInfo;
  const hook = await call('POST', '/api/users/me/webhooks', { url: `http://127.0.0.1:${port}/changes` });
  const { webhook_id, secret } = hook.body.data as unknown as { webhook_id: string; secret: string };
  const query = 'SELECT video_id, duration_ms FROM videos ORDER BY video_id';
  const { made, one, runs, pass } = await schedule(query, { webhook_id, keep_results: 2 });
  expect(made.body.data).toMatchObject({
    state: 'active',
    max_cost: '$0.0010',
    notify_when: 'changed',
    webhook_id,
  });
  expect(await pass(1)).toMatchObject({ state: 'succeeded', cost: '$0.0004', row_count: 4, changed: null });
  expect(await pass(1)).toMatchObject({ cost: '$0.0000', changed: false });
  await writeIndex(join(base.directory, 'index'), 19_000);
  await base.engine.refresh();
  const changed = await pass(5);
  expect(changed).toMatchObject({ cost: '$0.0004', changed: true, ticks_missed: 4 });
  await call('PATCH', one, { state: 'paused' });
  await accounts.doBackgroundWork();
  await expect.poll(() => received.length, waits).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: 'schedule_result',
    data: { run_id: changed.run_id, row_count: 4, changed: true },
  });
  const all = await runs();
  expect(new Set(all.map(({ run_id }) => run_id)).size).toBe(all.length);
  const rows = await call('GET', `${one}/results?run_id=${changed.run_id}&shape=arrays`);
  expect(rows.body.data).toMatchObject({ row_count: 4, rows: [[expect.any(String), 19_000], {}, {}, {}] });
  expect((await call('GET', `${one}/results?run_id=${all.at(-1)?.run_id}`)).body.error.code).toBe(
    'result_expired',
  );
  const receipt = await call('GET', `/api/requests/${changed.request_id}`);
  expect(receipt.body.data).toMatchObject({
    cost: '$0.0004',
    method: 'SCHEDULE',
    key_name: 'schedule of Lengths',
  });
  expect((await accounts.verifyLedger()).disagreements).toEqual([]);
});

test('a run never costs more than its max_cost, the balance or a spend limit; failures are free', async () => {
  const expensive = await schedule('SELECT video_id, random() AS r FROM videos', { max_cost: '$0.0003' });
  expect(await expensive.pass(1)).toMatchObject({
    state: 'failed',
    cost: null,
    error: { code: 'max_cost_exceeded' },
  });
  await call('DELETE', expensive.one);
  const wrong = await schedule('SELECT nothing FROM videos');
  expect(await wrong.pass(1)).toMatchObject({ state: 'failed', error: { code: 'sql_unknown_column' } });
  await call('DELETE', wrong.one);
  const { balanceUnits = 0 } = (await accounts.findAccount(accountId)) ?? {};
  await accounts.updateAccount(accountId, { spendLimitUnits: 10_000 - balanceUnits + 5 });
  const volatile = await schedule('SELECT video_id, random() AS r FROM videos');
  expect(await volatile.pass(1)).toMatchObject({ state: 'succeeded', cost: '$0.0004' });
  expect(await volatile.pass(1)).toMatchObject({ state: 'failed', error: { code: 'spend_limit_reached' } });
  await accounts.updateAccount(accountId, { spendLimitUnits: null });
  await call('DELETE', volatile.one);
  expect((await accounts.findAccount(accountId))?.balanceUnits).toBe(balanceUnits - 4);
  expect((await accounts.verifyLedger()).disagreements).toEqual([]);
});

test('wrong times, webhooks and amounts are refused; schedules are off unless the operator enables them', async () => {
  const saved = await call('POST', path, { name: 'x', platform: 'shortvideo', query: 'SELECT 1' });
  const schedules = `${path}/${saved.body.data.query_id}/schedules`;
  const given = { cron: '0 6 * * 1', max_cost: '$0.0010' };
  const code = async (body: object) => {
    const { status, body: answer } = await call('POST', schedules, body);
    return [status, answer.error?.code];
  };
  expect(await code({ ...given, cron: '0 6 * *' })).toEqual([400, 'schedule_invalid']);
  expect(await code({ ...given, webhook_id: 'whk_other' })).toEqual([404, 'webhook_not_found']);
  expect((await call('POST', schedules, { cron: '0 6 * * 1' })).status).toBe(422);
  expect((await call('POST', schedules, { ...given, keep_results: 31 })).status).toBe(422);
  const own = await startService({ engine: base.engine, accounts, host: '127.0.0.1', port: 0 });
  const refused = await call('POST', schedules, given, own.url);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'schedules_disabled']);
  expect((await call('GET', schedules, undefined, own.url)).status).toBe(200);
  await own.close();
});
