import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openEngine } from '@sdq/core';
import { openSnapshot, readSnapshot, type Snapshot } from '@sdq/index';
import { percentile } from '../measure/statistics.ts';
import { writerEnvironment } from './write-task.ts';
import type { WriteTask } from './writer.ts';

export interface LoadOptions {
  readonly index: string;
  readonly queries: readonly string[];
  readonly clients: number;
  readonly durationMs: number;
  /** Adds these files, each this long after the one before it began; null: only queries. */
  readonly writes: { readonly everyMs: number; readonly files: readonly string[] } | null;
  readonly signal: AbortSignal;
}

export interface LoadFigures {
  readonly queries: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly writes: number;
  /**
   * Seconds from the start of an add until readers see it: of the first one, with which the writing process warms up; of the others the
   * median, the 95th percentile and the most; and all in order.
   */
  readonly visible: {
    readonly first: number;
    readonly median: number;
    readonly p95: number;
    readonly most: number;
    readonly all: readonly number[];
  } | null;
  /** Resident memory of the process with the engine, after a tenth of the time and at the end, in bytes. */
  readonly memory: { readonly early: number; readonly late: number };
}

const program = fileURLToPath(new URL('writer.ts', import.meta.url));

/** Asks short queries by several clients, one after the other each, while another process adds files. */
export async function loadWhileWriting(options: LoadOptions): Promise<LoadFigures> {
  const { index, queries, clients, durationMs, writes, signal } = options;
  // each query runs: answers that are kept would tell nothing of an index that changes
  await using engine = await openEngine({ index, isolation: 'in-process', cacheBytesMax: 0 });
  const end = performance.now() + durationMs;
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const isRunning = () => performance.now() < end && !signal.aborted;
  const client = async () => {
    while (isRunning()) {
      const sql = queries[next++ % queries.length] ?? '';
      const start = performance.now();
      try {
        await (await engine.query(sql)).toArray();
        times.push(performance.now() - start);
      } catch {
        failed++;
      }
    }
  };
  const seen: number[] = [];
  const write = async () => {
    const { files = [], everyMs = 0 } = writes ?? {};
    if (files.length === 0) return;
    using writer = await Writer.start();
    for (const file of files) {
      if (!isRunning()) return;
      const sources = sourcesOf(await openSnapshot(index));
      const start = performance.now();
      const added = writer.add(index, file);
      const isSeen = waitUntilSeen(engine, index, sources, start);
      await added;
      seen.push(await isSeen);
      await wait(Math.max(0, everyMs - (performance.now() - start)));
    }
  };
  let early = 0;
  const early$ = wait(durationMs / 10).then(() => {
    early = process.memoryUsage.rss();
  });
  await Promise.all([write(), early$, ...Array.from({ length: clients }, client)]);
  const all = seen.map((ms) => ms / 1000);
  const [first = Number.NaN, ...others] = all;
  const within = (share: number) => percentile(others, share);
  return {
    queries: times.length,
    failed,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    writes: seen.length,
    visible:
      others.length === 0 ? null : { first, median: within(0.5), p95: within(0.95), most: within(1), all },
    memory: { early, late: process.memoryUsage.rss() },
  };
}

/** Milliseconds from `start` until the engine answers from a snapshot with more than so many sources. */
async function waitUntilSeen(
  engine: Awaited<ReturnType<typeof openEngine>>,
  index: string,
  sources: number,
  start: number,
): Promise<number> {
  const limitMs = 120_000;
  let last = '';
  for (;;) {
    if (performance.now() - start > limitMs)
      throw new Error(`An add was not seen within ${limitMs / 1000} s`);
    const answer = await engine.query('SELECT count(*) AS n FROM videos');
    // a result that is not read keeps its place among those that run
    await answer.toArray();
    const seenAfter = performance.now() - start;
    const { snapshotId } = answer;
    if (snapshotId !== last && sourcesOf(await readSnapshot(index, snapshotId)) > sources) return seenAfter;
    last = snapshotId;
    await wait(50);
  }
}

/** Each file that was added is a source of all later snapshots, also of those in which its rows were folded. */
function sourcesOf({ manifest }: Snapshot): number {
  return manifest.sources.length;
}

/** A process that stays and adds files, one after the other. */
class Writer implements Disposable {
  readonly #child = fork(program, {
    execArgv: ['--conditions=@sdq/source'],
    stdio: 'inherit',
    env: writerEnvironment,
  });
  readonly #ended = once(this.#child, 'exit').then(([code]) => {
    throw new Error(`The process that adds files ended with ${String(code)}`);
  });

  private constructor() {
    this.#ended.catch(() => {}); // told by what waits for it
  }

  static async start(): Promise<Writer> {
    const writer = new Writer();
    await writer.#answer();
    return writer;
  }

  /** Resolves when the file is added, and segments are refreshed where they need it. */
  async add(index: string, file: string): Promise<void> {
    const answered = this.#answer();
    this.#child.send({ index, file } satisfies WriteTask);
    await answered;
  }

  async #answer(): Promise<void> {
    await Promise.race([once(this.#child, 'message'), this.#ended]);
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}
