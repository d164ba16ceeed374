import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makePlace, type Place, type Replica } from '../../../test/scale-demo/place.ts';
import { startProxy } from '../../../test/scale-demo/proxy.ts';
import { secondsUntil } from '../../../test/scale-demo/seconds-until.ts';
import { freePort } from '../../../test/support/free-ports.ts';
import { descendantsOf, procText } from '../measure/process-tree.ts';
import { percentile } from '../measure/statistics.ts';
import { describeEnvironment } from '../report/machine.ts';
import { closedLoop } from '../requests/closed-loop.ts';
import type { ShortRequest } from '../requests/kinds.ts';
import { processMs, serviceCpu } from '../requests/thread-cpu.ts';
import { type ReplicasFigures, type ReplicasReport, replicasMarkdown } from './replicas-report.ts';

export interface ReplicasOptions {
  readonly rows: { readonly count: number };
  /** Measured requests with each number of replicas. */
  readonly requests: number;
  readonly clients: number;
  /** The directory for results. */
  readonly results: string;
}

interface Hooks {
  readonly signal: AbortSignal;
  onProgress(text: string): void;
}

const replicasMax = 3;
const added = 100;
const idleSeconds = 5;
/** The index is built after the first rows were published. */
const stillMs = 8_000;

/**
 * Asks one, two and three replicas behind nginx the same kinds of questions, and writes `replicas.json` and `replicas.md`. All run
 * on this machine, so that CPU time a query counts, not queries a second. Returns the Markdown.
 */
export async function runReplicas(
  options: ReplicasOptions,
  command: string,
  { signal, onProgress }: Hooks,
): Promise<string> {
  onProgress('an index, an object store, PostgreSQL');
  const rows = options.rows.count;
  await using place = await makePlace({
    rows,
    replicas: replicasMax,
    signal,
    environment: { SDQ_RESULT_CACHE_BYTES: '0' },
  });
  await untilStill(place, signal);
  const figures: ReplicasFigures[] = [];
  let key = '';
  for (let count = 1; count <= replicasMax; count++) {
    onProgress(`${count} replicas`);
    const replicas = place.replicas.slice(0, count);
    const before = place.store.sentBytes;
    const startedAt = performance.now();
    await place.startReplica(replicas[count - 1] as Replica);
    const start = { bytes: place.store.sentBytes - before, seconds: (performance.now() - startedAt) / 1_000 };
    if (key === '') ({ key } = await place.openCustomer());
    figures.push(await measure(place, { replicas, key, rows: rows + added * count, start }, options, signal));
  }
  const environment = describeEnvironment();
  const { requests, clients } = options;
  const report: ReplicasReport = { command, environment, rows, requests, clients, figures };
  const markdown = replicasMarkdown(report);
  await mkdir(options.results, { recursive: true });
  await writeFile(join(options.results, 'replicas.json'), `${JSON.stringify(report, null, 1)}\n`);
  await writeFile(join(options.results, 'replicas.md'), markdown);
  return markdown;
}

async function measure(
  place: Place,
  {
    replicas,
    key,
    rows,
    start,
  }: { replicas: readonly Replica[]; key: string; rows: number; start: ReplicasFigures['start'] },
  { requests, clients }: ReplicasOptions,
  signal: AbortSignal,
): Promise<ReplicasFigures> {
  const folder = join(place.folder, `proxy-${replicas.length}`);
  const ports = replicas.map(({ port }) => port);
  const proxy = { processes: place.processes, folder, port: await freePort(), replicas: ports, signal };
  const url = await startProxy('nginx', proxy);
  const first = replicas.length * 10_000_000;
  const warmUp = Math.ceil(requests / 4) * replicas.length;
  const loop = { url, key, clients, signal };
  await closedLoop(loop, questions(rows, first, warmUp));
  const idleBefore = cpuOf(replicas);
  await pause(idleSeconds * 1_000, undefined, { signal });
  const idleMs = (cpuOf(replicas).all - idleBefore.all) / idleSeconds;
  const before = cpuOf(replicas);
  const { seconds, latencies } = await closedLoop(loop, questions(rows, first + warmUp, requests));
  const after = cpuOf(replicas);
  const perRequest = (name: keyof Cpu) => (after[name] - before[name]) / requests;
  const shares = after.replicas.map((ms, at) => ms - (before.replicas[at] ?? 0));
  const sent = place.store.sentBytes;
  await place.addVideos(added);
  const visible = await secondsUntil({ replicas, key }, rows, signal);
  return {
    replicas: replicas.length,
    perSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    idleMs: idleMs / replicas.length,
    replicaMs: perRequest('all') - (idleMs * seconds) / requests,
    shares: shares.map((ms) => ms / shares.reduce((sum, each) => sum + each, 0)),
    postgresMs: perRequest('postgres'),
    proxyMs: perRequest('nginx'),
    start,
    visibleSeconds: Math.max(...visible),
    addedBytes: place.store.sentBytes - sent,
  };
}

/** Waits until nothing new has come to the store for some time. */
async function untilStill({ store }: Place, signal: AbortSignal): Promise<void> {
  for (
    let [since, objects] = [performance.now(), store.objects.size];
    performance.now() - since < stillMs;
  ) {
    await pause(200, undefined, { signal });
    if (store.objects.size !== objects) [since, objects] = [performance.now(), store.objects.size];
  }
}

interface Cpu {
  readonly all: number;
  readonly postgres: number;
  readonly nginx: number;
}

function cpuOf(replicas: readonly Replica[]): Cpu & { replicas: number[] } {
  const each = replicas.map(({ child }) => {
    const { mainMs, helpersMs, queriesMs } = serviceCpu(child.pid ?? 0);
    return mainMs + helpersMs + queriesMs;
  });
  const named = (name: string) =>
    descendantsOf(process.pid)
      .filter((pid) => procText(`/proc/${pid}/comm`) === name)
      .reduce((sum, pid) => sum + processMs(pid), 0);
  return {
    replicas: each,
    all: each.reduce((sum, ms) => sum + ms, 0),
    postgres: named('postgres'),
    nginx: named('nginx'),
  };
}

/** One video, an author's newest, the most played of a hashtag, a count; each time of others. */
function questions(rows: number, first: number, count: number): ShortRequest[] {
  return Array.from({ length: count }, (_, at) => {
    const n = first + at;
    const query = [
      `SELECT * FROM videos WHERE video_id = '${7_000_000_000_000_000_000n + BigInt(n % rows)}'`,
      `SELECT video_id, play_count FROM videos WHERE author = 'user${n % 97}' AND play_count > ${n % 1_009} ORDER BY create_time DESC, video_id LIMIT 20`,
      `SELECT video_id, play_count FROM videos WHERE list_contains(hashtags, 'tag${n % 13}') AND play_count > ${n % 997} ORDER BY play_count DESC LIMIT 20`,
      `SELECT count(*) AS n FROM videos WHERE play_count > ${n % 1_013}`,
    ][at % 4];
    return { method: 'POST', path: '/api/shortvideo/sql', body: JSON.stringify({ query, limit: 20 }) };
  });
}
