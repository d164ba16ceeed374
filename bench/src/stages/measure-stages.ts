import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import ddb from '@duckdb/node-bindings';
import { builtInCatalog } from '@sdq/catalog';
import { type ResultFormat, resultFormats } from '@sdq/contract';
import {
  admit,
  type Chunks,
  createEncoder,
  Executor,
  Parser,
  type Plan,
  plan,
  readBatch,
  resolve,
  uniqueNames,
} from '@sdq/core/stages';
import type { Snapshot } from '@sdq/index';
import { Bench, type BenchOptions } from 'tinybench';
import type { WorkloadQuery } from '../workload/query.ts';

export interface StageResult {
  readonly stage: string;
  /** The subject of the stage: a query's name, or a chunk of rows. */
  readonly subject: string;
  readonly medianMs: number;
  /** Half the width of the 95 % confidence interval of the mean, as a percentage of the mean. */
  readonly marginPercent: number;
}

/** Short, medium and long queries: the cost of the stages before execution depends only on the text. */
const subjects = ['count_all', 'by_id', 'top3_per_region_30d', 'authors_of_two_tags'];
const tables = builtInCatalog.tablesOf('shortvideo').map((table) => table.name);
const rowsMax = 1_000_000;
const timeoutMs = 60_000;
const budgetDefault: BenchOptions = { time: 500, iterations: 20, warmupTime: 100, warmupIterations: 5 };

/** Measures each stage separately, on inputs prepared in advance. */
export async function measureStages(
  snapshot: Snapshot,
  queries: readonly WorkloadQuery[],
  onProgress: (text: string) => void,
  budget: BenchOptions = budgetDefault,
  signal?: AbortSignal,
): Promise<StageResult[]> {
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'sdq-bench-'));
  try {
    await using parser = await Parser.open();
    await using executor = await Executor.open({
      directories: [resolvePath(snapshot.root, 'data')],
      threads: 2,
      memoryBytesMax: 2 * 2 ** 30,
      temporaryDirectory,
      concurrency: 2,
    });
    const results: StageResult[] = [];
    for (const query of queries.filter(({ name }) => subjects.includes(name))) {
      signal?.throwIfAborted();
      onProgress(`stages of ${query.name}`);
      results.push(...(await stagesOf(query, { parser, executor, snapshot, budget })));
    }
    signal?.throwIfAborted();
    onProgress('encoders');
    results.push(
      ...(await encoders(await planOf('SELECT * FROM videos', parser, snapshot), executor, budget)),
    );
    return results;
  } finally {
    await rm(temporaryDirectory, { recursive: true, force: true });
  }
}

interface Machinery {
  parser: Parser;
  executor: Executor;
  snapshot: Snapshot;
  budget: BenchOptions;
}

async function stagesOf(
  query: WorkloadQuery,
  { parser, executor, snapshot, budget }: Machinery,
): Promise<StageResult[]> {
  const statement = await parser.parse(query.sql, undefined, { tables });
  const admitted = admit(statement, { tables });
  const resolved = resolve(admitted, builtInCatalog, 'shortvideo');
  const planned = plan(resolved, snapshot, { rowsMax });
  let turn = 0;
  const bench = new Bench(budget)
    // Each text is unique, because the parser caches texts that it has seen.
    .add('parse', () => parser.parse(`${query.sql} -- ${turn++}`, undefined, { tables }))
    .add('admit', () => admit(statement, { tables }))
    .add('resolve', () => resolve(admitted, builtInCatalog, 'shortvideo'))
    .add('plan', () => plan(resolved, snapshot, { rowsMax }))
    .add('execute, first rows', () => firstRows(executor, planned));
  return await run(bench, query.name);
}

async function firstRows(executor: Executor, planned: Plan): Promise<void> {
  const chunks = await executor.start(planned, { timeoutMs, signal: undefined });
  const chunk = await chunks.next();
  if (chunk !== null) chunks.release(chunk);
  chunks.close();
}

async function planOf(sql: string, parser: Parser, snapshot: Snapshot): Promise<Plan> {
  const statement = await parser.parse(sql, undefined, { tables });
  return plan(resolve(admit(statement, { tables }), builtInCatalog, 'shortvideo'), snapshot, { rowsMax });
}

/** Encodes one chunk, as DuckDB returns it, repeatedly in each format. */
async function encoders(planned: Plan, executor: Executor, budget: BenchOptions): Promise<StageResult[]> {
  const chunks = await executor.start(planned, { timeoutMs, signal: undefined });
  try {
    const chunk = await chunks.next();
    if (chunk === null) return [];
    const rowCount = ddb.data_chunk_get_size(chunk);
    const columns = streamColumns(chunks);
    const types = columns.map(({ type }) => type);
    const bench = new Bench(budget);
    for (const format of Object.keys(resultFormats) as ResultFormat[]) {
      bench.add(`encode ${format}`, () => {
        const encoder = createEncoder(format, columns);
        encoder.start();
        encoder.encode(readBatch(types, chunk));
        encoder.finish();
      });
    }
    const results = await run(bench, `${rowCount} rows × ${columns.length} columns`);
    chunks.release(chunk);
    return results;
  } finally {
    chunks.close();
  }
}

function streamColumns(chunks: Chunks) {
  const names = uniqueNames(chunks.columns.map(({ name }) => name));
  return chunks.columns.map(({ type }, index) => ({ name: names[index] ?? '', type }));
}

async function run(bench: Bench, subject: string): Promise<StageResult[]> {
  await bench.run();
  return bench.tasks.map((task) => {
    const { result } = task;
    if (result.state === 'errored') throw result.error;
    if (result.state !== 'completed') throw new Error(`${task.name} of ${subject} was not measured`);
    return {
      stage: task.name,
      subject,
      medianMs: result.latency.p50,
      marginPercent: result.latency.rme,
    };
  });
}
