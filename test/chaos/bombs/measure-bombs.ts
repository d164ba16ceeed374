import { resolve as resolvePath } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { livingRows, openSnapshot, type Snapshot } from '@sdq/index';
import { baseRelation } from '../../../packages/core/src/backends/duckdb/access-paths/base-scan/base-scan.ts';
import { userErrors } from '../../../packages/core/src/backends/duckdb/errors/user-errors.ts';
import { plan } from '../../../packages/core/src/backends/duckdb/plan/plan.ts';
import { ProcessRunner } from '../../../packages/core/src/backends/duckdb/process/process-runner.ts';
import type { Plan, RunnablePlan } from '../../../packages/core/src/backends/duckdb/runnable-plan.ts';
import { resolveQuery } from '../../../packages/core/src/engine/run-query.ts';
import { Parser } from '../../../packages/core/src/gate/parse/parser.ts';
import { quantile } from '../../support/quantile.ts';
import { writeSmallIndex } from '../../support/small-index.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { Bomb } from './bombs.ts';
import { memoryOf } from './process-memory.ts';

export interface BombOptions {
  /** Milliseconds that each bomb gets. */
  timeoutMs: number;
  /** DuckDB's limit per process; its data segment may have 1 GiB more. */
  memoryBytesMax: number;
  /** Rows of the index. */
  rows: number;
  signal?: AbortSignal;
  onProgress?: (result: BombResult) => void;
}

export interface BombResult {
  readonly name: string;
  /** What the gate said; what it refuses is then run past it, in the same processes. */
  readonly gate: 'refused' | 'admitted';
  /** Code of the error it ended with, or `rows`. */
  readonly end: string;
  readonly elapsedMs: number;
  /** Whether its process was ended, by itself or by its parent. */
  readonly processEnded: boolean;
  /** Most that one query process had while the bomb ran. */
  readonly dataBytesMax: number;
  readonly residentBytesMax: number;
  /** A small query, again and again, beside the bomb. */
  readonly besideCount: number;
  readonly besideP99Ms: number;
  readonly besideMs: readonly number[];
}

const small = "SELECT region, count(*) AS n FROM videos WHERE create_time >= '2026-05-01' GROUP BY region";
const rowsMax = 1_000_000;
const bytesMax = 25 * 2 ** 20;

/** Sets off each bomb in the processes in which a small query runs all the time, and looks at both. */
export async function measureBombs(bombs: readonly Bomb[], options: BombOptions): Promise<BombResult[]> {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, options.rows);
  const snapshot = await openSnapshot(directory.path);
  await using parser = await Parser.open();
  await using runner = await ProcessRunner.open({
    directories: [resolvePath(directory.path, 'data')],
    threads: 1,
    memoryBytesMax: options.memoryBytesMax,
    concurrency: 4,
    processes: 2,
  });
  const site: Site = { runner, parser, snapshot, options };
  for (let i = 0; i < 30; i++) await besideOnce(site);
  const results: BombResult[] = [];
  for (const bomb of bombs) {
    if (options.signal?.aborted) break;
    const result = await setOff(bomb, site);
    results.push(result);
    options.onProgress?.(result);
    await settle(runner);
  }
  return results;
}

interface Site {
  runner: ProcessRunner;
  parser: Parser;
  snapshot: Snapshot;
  options: BombOptions;
}

async function setOff(bomb: Bomb, site: Site): Promise<BombResult> {
  const pids = new Set(site.runner.pids);
  let isOver = false;
  let dataBytesMax = 0;
  let residentBytesMax = 0;
  const sampler = setInterval(() => {
    for (const pid of site.runner.pids) {
      const { dataBytes, residentBytes } = memoryOf(pid);
      dataBytesMax = Math.max(dataBytesMax, dataBytes);
      residentBytesMax = Math.max(residentBytesMax, residentBytes);
    }
  }, 20);
  const besideMs: number[] = [];
  const beside = (async () => {
    while (!isOver || besideMs.length < 100) besideMs.push(await besideOnce(site));
  })();
  const { gate, plan: aimed } = await aimedOf(bomb, site);
  const startedAt = performance.now();
  const end = await endOf(aimed, site);
  const elapsedMs = performance.now() - startedAt;
  isOver = true;
  await beside;
  clearInterval(sampler);
  return {
    name: bomb.name,
    gate,
    end,
    elapsedMs,
    processEnded: [...pids].some((pid) => !site.runner.pids.includes(pid)),
    dataBytesMax,
    residentBytesMax,
    besideCount: besideMs.length,
    besideP99Ms: quantile(besideMs, 0.99),
    besideMs,
  };
}

/** An admitted text as the plan that an engine would run. */
async function planOf(text: string, rowsMax: number, { parser, snapshot, options }: Site): Promise<Plan> {
  const { resolved } = await resolveQuery(
    { text, platform: 'shortvideo', parameters: undefined, signal: options.signal },
    { catalog: builtInCatalog, parser },
  );
  return plan(resolved, snapshot, { rowsMax: rowsMax + 1 });
}

/** The plan of an admitted bomb, or the bomb as it stands over a view of the table. */
async function aimedOf(
  bomb: Bomb,
  site: Site,
): Promise<{ gate: BombResult['gate']; plan: RunnablePlan | Plan }> {
  try {
    return { gate: 'admitted', plan: await planOf(bomb.sql, rowsMax, site) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const table = builtInCatalog.find('shortvideo', 'videos');
    if (table === undefined) throw new Error('no such table');
    const files = site.snapshot.files(table);
    const living = () => livingRows(site.snapshot.root, table, { files, masks: [] });
    const view = { name: 'videos', relation: baseRelation({ table, living }, files) };
    return {
      gate: 'refused',
      plan: {
        sql: bomb.sql,
        parameters: [],
        views: [view],
        attachments: [],
        attempts: [],
      } as unknown as RunnablePlan,
    };
  }
}

async function endOf(aimed: RunnablePlan | Plan, { runner, options }: Site): Promise<string> {
  try {
    const limits = { rowsMax, bytesMax, timeoutMs: options.timeoutMs };
    const query = await runner.start(aimed, limits, options.signal);
    for await (const _part of query.bytes('ndjson')); // read to its end, as a caller would
    return 'rows';
  } catch (error) {
    const worded =
      'statement' in aimed ? userErrors(aimed, builtInCatalog.tablesOf('shortvideo'))(error) : error;
    if (worded instanceof AppError) return worded.code;
    return /out of memory|allocat/i.test((worded as Error).message)
      ? 'query_memory_exceeded'
      : 'error of the engine';
  }
}

async function besideOnce(site: Site): Promise<number> {
  const startedAt = performance.now();
  const planned = await planOf(small, 1_000, site);
  const query = await site.runner.start(planned, { rowsMax: 1_000, bytesMax, timeoutMs: 20_000 }, undefined);
  for await (const _part of query.bytes('json')); // as above
  return performance.now() - startedAt;
}

/** Waits until as many processes are warm again as there should be. */
async function settle(runner: ProcessRunner): Promise<void> {
  for (let tries = 0; runner.pids.length !== 2 && tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
