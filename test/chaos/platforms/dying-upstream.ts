import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { configuredSources, openPlatformData } from '@sdq/platforms';
import { startService } from '@sdq/server';
import { unlimited } from '../../support/test-service.ts';
import { makePlace } from '../service/place.ts';

export interface DyingUpstreamResult {
  /** Milliseconds of requests to the other platforms, while the upstream is well and while it dies. */
  others: { wellP50: number; wellP99: number; dyingP50: number; dyingP99: number; p99Ratio: number };
  /** Requests to the other platforms that were not answered with 200, and what they were answered. */
  othersFailed: number;
  othersFaults: Record<string, number>;
  /** What became of requests to the dying platform, by status and code. */
  dying: Record<string, number>;
  /** The most calls that waited and ran at once, and the most there may be. */
  waiting: number;
  waitingMax: number;
  running: number;
  runningMax: number;
  /** Growth of the process over the dying time. */
  grownMb: number;
}

/** Requests per second to the platform that dies, and to all others together: a small machine's everyday load. */
const perSecond = { dying: 20, others: 10 } as const;

/**
 * A service with one live upstream: first that one is well, then it answers after `latencyMs` and fails half of the
 * time. Requests leave at fixed times, whether or not others have been answered.
 */
export async function dyingUpstream(options: {
  seconds: number;
  latencyMs: number;
  signal?: AbortSignal;
}): Promise<DyingUpstreamResult> {
  await using place = await makePlace();
  await using upstream = await startUpstream();
  const environment = { X_BEARER_TOKEN: 'secret', X_API_BASE_URL: upstream.url };
  await using engine = await openEngine({ index: place.index, threads: 1, isolation: 'in-process' });
  await using accounts = await openAccounts({ directory: place.accounts });
  const sources = configuredSources(environment);
  const data = openPlatformData({ engine, sources });
  const address = { host: '127.0.0.1', port: 0 };
  const service = await startService({ engine, accounts, ...address, limits: unlimited, data: { sources } });
  const highest = { waiting: 0, running: 0 };
  const watch = setInterval(() => {
    const [driver] = data.figures().drivers;
    highest.waiting = Math.max(highest.waiting, driver?.waiting ?? 0);
    highest.running = Math.max(highest.running, driver?.running ?? 0);
  }, 20);
  try {
    const load = { url: service.url, key: place.key, ...options };
    await sendLoad({ ...load, seconds: Math.min(2, options.seconds) }); // warms up
    const well = await sendLoad(load);
    const before = process.memoryUsage().rss;
    upstream.latencyMs = options.latencyMs;
    const dying = await sendLoad(load);
    const grownMb = Math.round((process.memoryUsage().rss - before) / 2 ** 20);
    const [driver] = data.figures().drivers;
    const [wellP99, dyingP99] = [percentile(well.othersMs, 0.99), percentile(dying.othersMs, 0.99)];
    return {
      others: {
        wellP50: percentile(well.othersMs, 0.5),
        wellP99,
        dyingP50: percentile(dying.othersMs, 0.5),
        dyingP99,
        p99Ratio: Math.round((dyingP99 / wellP99) * 100) / 100,
      },
      othersFailed: well.othersFailed + dying.othersFailed,
      othersFaults: { ...well.othersFaults, ...dying.othersFaults },
      dying: dying.outcomes,
      ...highest,
      waitingMax: driver?.waitingMax ?? 0,
      runningMax: driver?.runningMax ?? 0,
      grownMb,
    };
  } finally {
    clearInterval(watch);
    await service.close();
  }
}

interface Load {
  url: string;
  key: string;
  seconds: number;
  signal?: AbortSignal;
}

interface LoadResult {
  othersMs: number[];
  othersFailed: number;
  othersFaults: Record<string, number>;
  outcomes: Record<string, number>;
}

let asked = 0;

async function sendLoad({ url, key, seconds, signal }: Load): Promise<LoadResult> {
  const result: LoadResult = { othersMs: [], othersFailed: 0, othersFaults: {}, outcomes: {} };
  const get = async (path: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${key}` } });
    const body = (await answer.json()) as { error?: { code: string } };
    return { ms: performance.now() - startedAt, status: answer.status, code: body.error?.code ?? 'ok' };
  };
  const others = [
    'shortvideo/profile?username=a3&count=10',
    'shortvideo/feed?count=10',
    'network/user-profile?username=user1',
  ];
  const running: Promise<void>[] = [];
  const every = (count: number, send: (at: number) => Promise<void>) =>
    (async () => {
      const startedAt = performance.now();
      for (let at = 0; at < count * seconds; at++) {
        await sleep(Math.max(0, startedAt + (at * 1_000) / count - performance.now()), undefined, { signal });
        running.push(send(at));
      }
    })();
  await Promise.all([
    every(perSecond.others, async (at) => {
      const path = others[at % others.length] ?? '';
      const { ms, status, code } = await get(path);
      result.othersMs.push(ms);
      if (status === 200) return;
      result.othersFailed++;
      const fault = `${path} ${status} ${code}`;
      result.othersFaults[fault] = (result.othersFaults[fault] ?? 0) + 1;
    }),
    every(perSecond.dying, async () => {
      const { status, code } = await get(`micro/user-profile?username=user${asked++}`);
      const outcome = `${status} ${code}`;
      result.outcomes[outcome] = (result.outcomes[outcome] ?? 0) + 1;
    }),
  ]);
  await Promise.all(running);
  return result;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
}

/** An API that knows every account; after `latencyMs` it fails every other time. */
async function startUpstream() {
  let calls = 0;
  const state = { latencyMs: 0 };
  const server: Server = createServer((request, response) => {
    const username = request.url?.split('/').at(-1)?.split('?')[0] ?? '';
    const isFailing = state.latencyMs > 0 && calls++ % 2 === 0;
    setTimeout(() => {
      response.writeHead(isFailing ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isFailing ? {} : { data: { id: '7', username, name: 'N' } }));
    }, state.latencyMs).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
