import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../money/kill-service.ts';
import type { Paid } from '../service/call.ts';
import { type CommandProcess, startCommand } from '../service/command-process.ts';
import { makePlace } from '../service/place.ts';

const clients = 8;
const stopAfterMsMax = 600;
/** Some take that long, so that something runs when the service is told to stop. */
const longSql =
  'SELECT count(*) AS n FROM videos AS a, videos AS b WHERE a.play_count + b.play_count = 1234567';

export interface StopResult {
  stops: number;
  answered: number;
  /** Answers that said that the service stops. */
  told: number;
  /** Connections that had carried an answer before, and broke under a request. */
  resets: number;
  /** Connections that were never accepted, since nobody listened any more. */
  notAccepted: number;
  /** Exit codes other than 0. */
  badExits: number;
  stopMsMax: number;
  lost: number;
  double: number;
  difference: number;
  reservedUnits: number;
}

/** Stops the real command under load, again and again, and compares what its callers saw with the ledger. */
export async function stopUnderLoad(options: { stops: number; signal?: AbortSignal }): Promise<StopResult> {
  await using place = await makePlace();
  const seen: Paid[] = [];
  const counts = { told: 0, resets: 0, notAccepted: 0, badExits: 0, stopMsMax: 0 };
  for (let i = 0; i < options.stops; i++) {
    options.signal?.throwIfAborted();
    await using service = await startCommand(place);
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const callers = Array.from({ length: clients }, (_, n) => callUntilGone(service, place.key, agent, n));
    await sleep(150 + Math.random() * stopAfterMsMax);
    const startedAt = performance.now();
    const exitCode = await service.stop('SIGTERM');
    counts.stopMsMax = Math.max(counts.stopMsMax, Math.round(performance.now() - startedAt));
    if (exitCode !== 0) counts.badExits++;
    for (const caller of await Promise.all(callers)) {
      seen.push(...caller.paid);
      counts.told += caller.told;
      counts[caller.end]++;
    }
    agent.destroy();
  }
  const { lost, double, difference, reservedUnits } = await audit(place, seen);
  return { stops: options.stops, answered: seen.length, ...counts, lost, double, difference, reservedUnits };
}

/** Sends one request after the other until nobody answers. */
async function callUntilGone(service: CommandProcess, key: string, agent: Agent, n: number) {
  const paid: Paid[] = [];
  let told = 0;
  for (let i = 0; ; i++) {
    const sql = (i + n) % 6 === 0 ? `${longSql} + ${i}` : 'SELECT video_id FROM videos';
    const answer = await call(service.url, key, agent, sql);
    if (typeof answer === 'string') return { paid, told, end: answer } as const;
    if (answer.status === 503) told++;
    if (answer.paid !== undefined) paid.push(answer.paid);
  }
}

type Answer = { status: number; paid: Paid | undefined } | 'resets' | 'notAccepted';

/** Fetch would hide which connections break: here each is known. */
async function call(url: string, key: string, agent: Agent, query: string): Promise<Answer> {
  const body = JSON.stringify({ query, limit: 1 + Math.floor(Math.random() * 20) });
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const sent = request(`${url}/api/shortvideo/sql`, { method: 'POST', agent, headers });
  sent.on('response', (response: IncomingMessage) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.on('error', () => resolve('resets'));
    response.on('end', () => {
      if (!response.complete) return resolve('resets');
      const status = response.statusCode ?? 0;
      const { request_id: requestId, cost } = JSON.parse(text) as { request_id: string; cost: string };
      const units = Number(cost.replace(/[$.]/g, ''));
      resolve({ status, paid: status === 200 ? { requestId, units } : undefined });
    });
  });
  sent.on('error', () => resolve(sent.reusedSocket ? 'resets' : 'notAccepted'));
  sent.end(body);
  return await promise;
}
