import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ApiAnswer, ApiServer, Fault } from './api-server.ts';
import { graphError, startMetaServer } from './meta-server.ts';
import { openData } from './open-data.ts';
import { startPdlServer } from './pdl-server.ts';
import { startTiktokServer, tiktokFaults } from './tiktok-server.ts';
import { startXServer } from './x-server.ts';

/** What upstreams really do wrong, and what becomes of it. */

const apis = {
  tiktok: {
    start: () => startTiktokServer({ videos: [], comments: [], pageSize: 10 }),
    endpoint: 'shortvideo/profile',
    query: { username: 'maja', count: 0 },
  },
  meta: {
    start: () => startMetaServer(3),
    endpoint: 'photo/user-profile',
    query: { username: 'nilsen', max_followers: 0, max_following: 0 },
  },
  x: { start: () => startXServer(3, 'old'), endpoint: 'micro/user-profile', query: { username: 'nilsen' } },
  pdl: { start: () => startPdlServer(3), endpoint: 'network/user-profile', query: { username: 'ada-1' } },
} as const;

type Api = keyof typeof apis;

async function withApi(
  api: Api,
  faults: Fault[],
  check: (ask: () => Promise<{ data: { api_calls: number } }>, server: ApiServer) => Promise<void>,
  options: { requestMsMax?: number } = {},
): Promise<void> {
  const { start, endpoint, query } = apis[api];
  await using server = await start();
  server.faults = faults;
  await using opened = openData({ [api]: server.url }, options);
  await check(async () => (await opened.ask(endpoint, query)) as never, server);
}

for (const api of Object.keys(apis) as Api[]) {
  test(`${api}: what fails three times is told, and free of secrets`, async () => {
    await withApi(api, ['html 504', 'html 504', 'html 504'], async (ask, server) => {
      const error = await ask().catch((reason: Error) => reason);
      expect(error).toMatchObject({ code: 'upstream_error' });
      expect(server.calls).toBe(3);
      expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain('secret');
    });
    await withApi(api, ['slow headers', 'slow headers', 'slow headers'], async (ask) => {
      await expect(ask()).rejects.toMatchObject({ code: 'upstream_timeout' });
    });
  });

  test(`${api}: an answer of another form is garbled, and one of refused credentials is not tried for ever`, async () => {
    const odd: ApiAnswer = {
      body: api === 'pdl' ? [] : { data: 7, business_discovery: 7, error: { code: 'ok' } },
    };
    await withApi(api, [odd, odd, odd], async (ask) => {
      await expect(ask()).rejects.toMatchObject({ code: 'upstream_error' });
    });
    const refusals: Record<Api, ApiAnswer> = {
      tiktok: tiktokFaults.token,
      meta: graphError(190),
      x: { status: 401, body: { title: 'Unauthorized' } },
      pdl: { status: 401, body: { status: 401 } },
    };
    const refusal = refusals[api];
    await withApi(api, [refusal, refusal, refusal], async (ask, server) => {
      await expect(ask()).rejects.toMatchObject({ code: 'upstream_error' });
      expect(server.calls).toBeLessThanOrEqual(3);
    });
  });
}

const seconds = (ahead: number) => Math.floor(Date.now() / 1_000) + ahead;

/** Each upstream's way to say when it takes requests again. */
const tooFast: [Api, string, (ahead: number) => ApiAnswer][] = [
  [
    'x',
    'x-rate-limit-reset',
    (ahead) => ({
      status: 429,
      headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(seconds(ahead)) },
      body: { title: 'Too Many Requests', type: 'about:blank', status: 429 },
    }),
  ],
  [
    'x',
    'errors of version 1',
    (ahead) => ({
      status: 429,
      headers: { 'x-rate-limit-reset': String(seconds(ahead)) },
      body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
    }),
  ],
  [
    'pdl',
    'x-ratelimit-reset',
    (ahead) => ({
      status: 429,
      headers: { 'x-ratelimit-reset': new Date(seconds(ahead) * 1_000).toISOString() },
      body: { status: 429, error: { type: 'rate_limit' } },
    }),
  ],
  [
    'tiktok',
    'retry-after',
    (ahead) => ({ status: 429, headers: { 'retry-after': String(ahead) }, body: 'slow down' }),
  ],
  [
    'meta',
    'retry-after as a date',
    (ahead) => ({
      status: 503,
      headers: { 'retry-after': new Date(seconds(ahead) * 1_000).toUTCString() },
      body: {},
    }),
  ],
];

for (const [api, dialect, answer] of tooFast) {
  test(`${api}, ${dialect}: a short wait is waited out whole, a long one is told at once`, async () => {
    const fault = answer(2);
    await withApi(api, [fault], async (ask, server) => {
      const startedAt = Date.now();
      const { data } = await ask();
      // the upstream tells whole seconds; not a moment sooner than it said
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(900);
      expect([data.api_calls, server.calls]).toEqual([2, 2]);
    });
    await withApi(api, [answer(500)], async (ask, server) => {
      const error = await ask().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'service_unavailable' });
      const { retryAfterSeconds } = error as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(480);
      expect(retryAfterSeconds).toBeLessThanOrEqual(501);
      await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
      expect(server.calls).toBe(1); // the second one did not leave
    });
  });
}

test('quotas: until midnight, for credits used up, by usage in percent', async () => {
  await withApi('tiktok', [tiktokFaults.quota], async (ask, server) => {
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(server.calls).toBe(1);
  });
  await withApi(
    'pdl',
    [{ status: 402, body: { status: 402, error: { type: 'payment_required' } } }],
    async (ask) => {
      await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    },
  );
  const full = { 'x-app-usage': '{"call_count":100,"total_cputime":25,"total_time":25}' };
  await withApi('meta', [graphError(4, full)], async (ask, server) => {
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(ask()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(server.calls).toBe(1);
  });
});

test('a token that is refused is fetched anew', async () => {
  await withApi('tiktok', [tiktokFaults.token], async (ask, server) => {
    const { data } = await ask();
    expect([data.api_calls, server.calls, server.tokenCalls]).toEqual([2, 2, 2]);
  });
});

test('a driver that keeps failing is left alone: its circuit opens', async () => {
  await using server = await startXServer(3, 'old');
  server.faultOf = () => 'html 504';
  await using opened = openData({ x: server.url });
  for (let at = 0; at < 10; at++) {
    await opened.ask('micro/user-profile', { username: `user${at}` }).catch(() => {});
  }
  const before = server.calls;
  await expect(opened.ask('micro/user-profile', { username: 'nilsen' })).rejects.toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 10,
  });
  expect(server.calls).toBe(before);
  // other ops of it are not concerned
  server.faultOf = undefined;
  await expect(opened.ask('micro/post', { tweet_id_or_url: '1900000000000000000' })).resolves.toBeDefined();
});

test('an open circuit lets one call try it: a failure opens it again, an answer closes it', async () => {
  await using server = await startXServer(3, 'old');
  server.faultOf = () => 'html 504';
  await using opened = openData({ x: server.url }, { circuitOpenMs: 150 });
  const ask = (at: number) =>
    opened
      .ask('micro/user-profile', { username: at < 0 ? 'nilsen' : `user${at}` })
      .catch((error: Error) => error);
  const stateOf = () => opened.data.figures().drivers[0]?.circuits[0]?.state;
  for (let at = 0; at < 10; at++) await ask(at);
  expect(stateOf()).toBe('open');
  await sleep(200);
  const before = server.calls;
  // of many at once only one leaves
  await Promise.all([20, 21, 22, 23].map(ask));
  expect(server.calls - before).toBe(1);
  expect(stateOf()).toBe('open');
  await sleep(200);
  server.faultOf = undefined;
  expect(await ask(-1)).not.toBeInstanceOf(Error);
  expect(stateOf()).toBe('closed');
  expect(opened.data.figures().drivers[0]).toMatchObject({ driver: 'x-api', running: 0, waiting: 0 });
});

test('an upstream whose items can no longer be read raises an alarm, once for each hundred of them', async () => {
  const alarms: object[] = [];
  const posts = (bad: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      id: `1${at}`,
      author_id: '7',
      text: at < bad ? 7 : 'x',
      created_at: at < bad ? 'soon' : undefined,
    }));
  for (const [bad, expected] of [
    [5, 0],
    [20, 1],
  ] as const) {
    alarms.length = 0;
    await using server = await startXServer(3, 'old');
    server.faultOf = () => ({ body: { data: posts(bad), meta: { result_count: 50 } } });
    await using opened = openData({ x: server.url }, { onAlarm: (report) => alarms.push(report) });
    for (const keyword of ['a', 'b', 'c']) await opened.ask('micro/search', { keyword, count: 10 });
    expect(alarms).toHaveLength(expected);
    if (expected > 0) expect(alarms).toEqual([{ driver: 'x-api', op: 'micro.search', share: 0.4 }]);
    expect(opened.data.figures().drivers[0]?.items).toEqual([
      { op: 'micro.search', read: 150, dropped: 3 * bad },
    ]);
  }
});

test('places and the queue for them are bounded, and what is asked for twice at once leaves once', async () => {
  await using server = await startXServer(3, 'old');
  await using opened = openData({ x: server.url }, { requestMsMax: 2_000 });
  const same = await Promise.all(
    Array.from({ length: 20 }, () => opened.ask('micro/user-profile', { username: 'nilsen' })),
  );
  expect(server.calls).toBe(1);
  expect(same.reduce((sum, { data }) => sum + (data as { api_calls: number }).api_calls, 0)).toBe(1);
  server.faultOf = () => 'slow headers';
  const asked = Array.from({ length: 60 }, (_, at) =>
    opened.ask('micro/user-profile', { username: `user${at}` }),
  );
  const settled = await Promise.allSettled(asked);
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  const codes = settled.map((each) => (each as PromiseRejectedResult).reason.code);
  expect(codes.filter((code) => code === 'service_unavailable').length).toBeGreaterThanOrEqual(20);
});
