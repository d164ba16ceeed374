import { median, percentile } from '../measure/statistics.ts';
import { ExportChild } from './processes/child.ts';
import type { ExportCost } from './processes/messages.ts';

/** Latency and throughput as a client sees them, and their cost in the service's processes. */
export interface ServiceFigures {
  /** CPU microseconds per row for fetching and discarding the chunks of the same query. */
  readonly discardMicrosPerRow: number;
  readonly arrowMicrosPerRow: number;
  readonly ndjsonMicrosPerRow: number;
  readonly rows: number;
  /** Milliseconds until the client has the first rows of an unordered export of all columns. */
  readonly firstMs: number;
  readonly crowd: CrowdFigures;
}

/** The figures of many concurrent exports. */
export interface CrowdFigures {
  readonly exports: number;
  readonly bytes: number;
  readonly wallMs: number;
  /** Latencies of `/healthz` during the exports, in milliseconds. */
  readonly pings: number;
  readonly pingP50Ms: number;
  readonly pingP99Ms: number;
  /** Peak resident memory: the sum of the individual peaks of the service's processes. */
  readonly peakBytes: number;
}

const mixedColumns =
  'video_id, author, description, play_count, like_count, comment_count, share_count, create_time, hashtags, author_verified';
const pingEveryMs = 10;

interface Read {
  readonly bytes: number;
  readonly wallMs: number;
  readonly firstMs: number;
}

export async function measureService(
  index: string,
  rows: number,
  rounds: number,
  crowd: { exports: number; bytesEach: number },
  onProgress: (text: string) => void,
): Promise<ServiceFigures> {
  await using service = new ExportChild('service', { INDEX: index, UV_THREADPOOL_SIZE: '8' });
  await using discarding = new ExportChild('discard', { INDEX: index });
  await using readers = new ExportChild('readers');
  const port = await service.call<number>('port');
  const urlOf = (sql: string, format: string) =>
    `http://127.0.0.1:${port}/?format=${format}&sql=${encodeURIComponent(sql)}`;
  const mixed = `SELECT ${mixedColumns} FROM videos`;
  const costOf = async (format: string): Promise<number> => {
    const before = await service.call<number>('cpuMs');
    await readers.call<Read>('read', { url: urlOf(mixed, format) });
    return (await service.call<number>('cpuMs')) - before;
  };
  const cpuMs = { discard: [] as number[], arrow: [] as number[], ndjson: [] as number[] };
  const firstMs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    onProgress(`service, round ${round} of ${rounds}`);
    const discard = (await discarding.call<ExportCost>('discard', { sql: mixed })).cpuMs;
    const arrow = await costOf('arrow');
    const ndjson = await costOf('ndjson');
    const first = await readers.call<Read>('read', {
      url: urlOf('SELECT * FROM videos', 'arrow'),
      leaves: 1,
    });
    if (round === 0) continue;
    cpuMs.discard.push(discard);
    cpuMs.arrow.push(arrow);
    cpuMs.ndjson.push(ndjson);
    firstMs.push(first.firstMs);
  }
  onProgress(`${crowd.exports} exports at once`);
  const crowdFigures = await measureCrowd(service, urlOf, port, crowd);
  return {
    discardMicrosPerRow: (median(cpuMs.discard) * 1000) / rows,
    arrowMicrosPerRow: (median(cpuMs.arrow) * 1000) / rows,
    ndjsonMicrosPerRow: (median(cpuMs.ndjson) * 1000) / rows,
    rows,
    firstMs: median(firstMs),
    crowd: crowdFigures,
  };
}

/** Starts readers in a separate process, each of which requests one export after another until it has read enough. */
async function measureCrowd(
  service: ExportChild,
  urlOf: (sql: string, format: string) => string,
  port: number,
  { exports, bytesEach }: { exports: number; bytesEach: number },
): Promise<CrowdFigures> {
  await using readers = new ExportChild('readers');
  await service.call('resetPeak');
  const ping = new AbortController();
  const pings: number[] = [];
  const pinging = (async () => {
    while (!ping.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
      pings.push(performance.now() - startedAt);
      await new Promise((settle) => setTimeout(settle, pingEveryMs));
    }
  })();
  const startedAt = performance.now();
  const url = urlOf('SELECT * FROM videos', 'arrow');
  const all = await Promise.all(
    Array.from({ length: exports }, async () => {
      let bytes = 0;
      while (bytes < bytesEach) bytes += (await readers.call<Read>('read', { url })).bytes;
      return bytes;
    }),
  );
  const wallMs = performance.now() - startedAt;
  ping.abort();
  await pinging;
  return {
    exports,
    bytes: all.reduce((sum, bytes) => sum + bytes, 0),
    wallMs,
    pings: pings.length,
    pingP50Ms: percentile(pings, 0.5),
    pingP99Ms: percentile(pings, 0.99),
    peakBytes: await service.call<number>('peak'),
  };
}
