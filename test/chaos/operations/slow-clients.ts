import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@sdq/accounts';
import { openEngine } from '@sdq/core';
import { startService } from '@sdq/server';
import { quantile } from '../../support/quantile.ts';
import { unlimited } from '../../support/test-service.ts';
import { makePlace } from '../service/place.ts';

const slowSockets = 50;
const idleSockets = 1_000;
const waitMsMax = 30_000;
/** Beyond that a socket counts as never cut. */
const byteEveryMs = 500;
const otherRequests = 400;

export interface SlowResult {
  headersCutMsMax: number;
  bodyCutMsMax: number;
  readerCutMsMax: number;
  idleCutMsMax: number;
  /** Of the idle ones, those refused at once because of the limit per address. */
  idleTurnedAway: number;
  /** A client of another address, before and meanwhile. */
  otherP99BeforeMs: number;
  otherP99Ms: number;
  otherFailed: number;
}

/** Clients that send or read next to nothing, and what they do to another one. Linux: it needs two loopback addresses. */
export async function slowClients(options: { signal?: AbortSignal } = {}): Promise<SlowResult> {
  await using place = await makePlace();
  await using engine = await openEngine({ index: place.index, threads: 1, refreshMs: 0, processes: 1 });
  await using accounts = await openAccounts({ directory: place.accounts });
  const service = await startService({ engine, accounts, host: '0.0.0.0', port: 0, limits: unlimited });
  const port = Number(new URL(service.url).port);
  const other = () => otherClient(port, place.key);
  await other(); // warms up
  const before = await other();
  const cut = (head: string, next: string | undefined) =>
    Promise.all(Array.from({ length: slowSockets }, () => untilCut(port, head, next)));
  const meanwhile = Promise.all([other(), sleep(100)]);
  const headersCutMs = await cut('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x');
  options.signal?.throwIfAborted();
  const bodyHead = `POST /api/shortvideo/sql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${place.key}\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n`;
  const bodyCutMs = await cut(bodyHead, ' ');
  options.signal?.throwIfAborted();
  const idle = Promise.all(Array.from({ length: idleSockets }, () => untilCut(port, '', undefined)));
  const besideIdle = await other();
  const idleMs = await idle;
  const readerCutMsMax = await readerCut(port, place.key, place.accountId, accounts);
  const [besideSlow] = await meanwhile;
  await service.close();
  const beside = [...besideSlow.ms, ...besideIdle.ms];
  return {
    headersCutMsMax: Math.max(...headersCutMs),
    bodyCutMsMax: Math.max(...bodyCutMs),
    readerCutMsMax,
    idleCutMsMax: Math.max(...idleMs),
    idleTurnedAway: idleMs.filter((ms) => ms < 2_000).length,
    otherP99BeforeMs: Math.round(quantile(before.ms, 0.99)),
    otherP99Ms: Math.round(quantile(beside, 0.99)),
    otherFailed: before.failed + besideSlow.failed + besideIdle.failed,
  };
}

/** Milliseconds until the service ends a connection that sends the head, and then a letter now and then. */
async function untilCut(port: number, head: string, next: string | undefined): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' });
  const startedAt = performance.now();
  socket.on('error', () => {}); // that is what it is waiting for
  socket.resume();
  if (head !== '') socket.write(head);
  const trickle = next === undefined ? undefined : setInterval(() => socket.write(next), byteEveryMs);
  const deadline = setTimeout(() => socket.destroy(), waitMsMax);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
  clearTimeout(deadline);
  return Math.round(performance.now() - startedAt);
}

/** The same for a reader who asks for much and takes nothing of it: its query's reservation is let go. */
async function readerCut(
  port: number,
  key: string,
  accountId: string,
  accounts: Awaited<ReturnType<typeof openAccounts>>,
): Promise<number> {
  const body = JSON.stringify({
    query:
      'SELECT a.description AS x, b.description AS y, a.video_id AS v FROM videos AS a, videos AS b LIMIT 1000000',
    limit: 1_000_000,
    format: 'ndjson',
  });
  // The idle connections of this address have only just been cut: it may still have as many as it may.
  await sleep(500);
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `POST /api/shortvideo/sql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const reserved = async () => (await accounts.findAccount(accountId))?.reservedUnits ?? 0;
  const askedAt = performance.now();
  while ((await reserved()) === 0) {
    if (performance.now() - askedAt > waitMsMax) throw new Error('the slow reader was not answered');
    await sleep(20);
  }
  const startedAt = performance.now();
  while ((await reserved()) > 0 && performance.now() - startedAt < waitMsMax) await sleep(50);
  socket.destroy();
  return Math.round(performance.now() - startedAt);
}

/** A client of another address, with connections of its own. */
async function otherClient(port: number, key: string): Promise<{ ms: number[]; failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const ms: number[] = [];
  let failed = 0;
  for (let i = 0; i < otherRequests; i++) {
    const startedAt = performance.now();
    const status = await new Promise<number>((resolve) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          localAddress: '127.0.0.2',
          agent,
          path: '/api/network/user-profile?username=user1',
          headers: { authorization: `Bearer ${key}` },
        },
        (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        },
      );
      sent.once('error', () => resolve(0));
      sent.end();
    });
    ms.push(performance.now() - startedAt);
    if (status !== 200) failed++;
    await sleep(10);
  }
  agent.destroy();
  return { ms, failed };
}
