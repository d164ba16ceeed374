import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { videos } from '@sdq/catalog';
import { openSnapshot } from '@sdq/index';
import { ensureIndex } from '../data/ensure-index.ts';
import { locations } from '../data/locations.ts';
import { startService } from '../load/service.ts';
import { percentile } from '../measure/statistics.ts';
import { describeEnvironment } from '../report/machine.ts';
import { closedLoop } from './closed-loop.ts';
import { existingKeys } from './keys.ts';
import { requestKinds, type ShortRequest } from './kinds.ts';
import { type RequestFigures, requestsMarkdown } from './requests-report.ts';
import { cpuBetween, serviceCpu } from './thread-cpu.ts';

export interface RequestsOptions {
  readonly rows: { readonly count: number; readonly text: string };
  /** Measured requests of each kind. */
  readonly requests: number;
  readonly clients: number;
  readonly kinds?: readonly string[];
  /** A built index in place of a generated one. */
  readonly index?: string;
  /** The directory for results. */
  readonly results: string;
}

interface Hooks {
  readonly signal: AbortSignal;
  onProgress(text: string): void;
}

/**
 * Asks the started service short questions over a few connections, and writes `requests.json` and `requests.md`. Results are
 * not kept, values are new in each request, the ledger is durable. Returns the Markdown.
 */
export async function runRequests(options: RequestsOptions, command: string, hooks: Hooks): Promise<string> {
  const index = options.index ?? (await builtIndex(options, hooks));
  const snapshot = await openSnapshot(index);
  hooks.onProgress('choosing keys');
  const all = requestKinds(await existingKeys(snapshot));
  const unknown = options.kinds?.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw new Error(`there is no kind ${unknown}: take ${Object.keys(all).join(', ')}`);
  const home = await mkdtemp(join(tmpdir(), 'sdq-requests-'));
  try {
    const settings = { SDQ_RESULT_CACHE_BYTES: '0' };
    await using service = await startService({ directory: home, index, keys: 1, settings });
    const [key = ''] = service.keys;
    const { clients } = options;
    const { signal } = hooks;
    const figures: RequestFigures[] = [];
    for (const [kind, requestOf] of Object.entries(all)) {
      if (options.kinds?.includes(kind) === false) continue;
      hooks.onProgress(kind);
      const ask = async (first: number, count: number) => {
        const requests: ShortRequest[] = Array.from({ length: count }, (_, i) => requestOf(first + i));
        return await closedLoop({ url: service.url, key, clients, signal }, requests);
      };
      const warmUp = Math.ceil(options.requests / 4);
      await ask(0, warmUp);
      const before = serviceCpu(service.pid);
      const { seconds, latencies } = await ask(warmUp, options.requests);
      const cpu = cpuBetween(before, serviceCpu(service.pid));
      const { requests } = options;
      figures.push({
        kind,
        perSecond: requests / seconds,
        p50Ms: percentile(latencies, 0.5),
        p99Ms: percentile(latencies, 0.99),
        mainMs: cpu.mainMs / requests,
        helpersMs: cpu.helpersMs / requests,
        queriesMs: cpu.queriesMs / requests,
      });
    }
    const environment = describeEnvironment();
    const rows = snapshot.rows(videos);
    const report = { command, environment, rows, requests: options.requests, clients, figures };
    const markdown = requestsMarkdown(report);
    await mkdir(options.results, { recursive: true });
    await writeFile(join(options.results, 'requests.json'), `${JSON.stringify(report, null, 1)}\n`);
    await writeFile(join(options.results, 'requests.md'), markdown);
    return markdown;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function builtIndex({ rows }: RequestsOptions, hooks: Hooks): Promise<string> {
  const { signal } = hooks;
  const directory = locations.index(rows.text);
  const onProgress = (text: string) => hooks.onProgress(text);
  await ensureIndex({ directory, rows: rows.count, signal, onProgress });
  return directory;
}
