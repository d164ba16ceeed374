import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, clusterStatus, dropCluster, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { AppError } from '@sdq/contract';
import { type Engine, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { Database } from '@sdq/duckdb';
import { duckdbViews, openSnapshot } from '@sdq/index';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { hasClickHouse, openCluster } from '../nodes/cluster.ts';
import { questionsOf } from '../verify/questions.ts';
import { type Answer, haveSameRows } from './compare-answers.ts';
import { type Counters, countersOf, lessThan } from './counters.ts';

const usage = `npm run scale:demo -- --clickhouse [options]

Starts ClickHouse nodes, loads sample data, and asks the engine over the index and the engine over the cluster the same
questions: those of the benchmark, and random ones. Prints how many answers are equal, what was refused, and what each
node did; then it stops the nodes and deletes what it made.

  --nodes N      shards, a node each (default 3)
  --rows N       videos (default 50000)
  --count N      random questions (default 200)
  --seed N       their seed (default 1)
  --timeout S    seconds that a question may take (default 30)
  --json         prints the report as JSON
  -h, --help

A cluster that runs already: SDQ_TEST_CLICKHOUSE_URL, with SDQ_TEST_CLICKHOUSE_CLUSTER. What sdq has put there is dropped.
Exit codes: 0 all answers are equal or refused, 1 an answer differs, 2 wrong usage, 130 interrupted.
`;

type Outcome = 'equal' | 'left open' | 'refused' | 'too slow' | 'different';

interface Verdict {
  readonly outcome: Outcome;
  readonly note: string;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string', default: '3' },
      rows: { type: 'string', default: '50000' },
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const number = (name: 'nodes' | 'rows' | 'count' | 'seed' | 'timeout', max: number) => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 1 || value > max)
      throw new Error(`--${name} takes a whole number from 1 to ${max}`);
    return value;
  };
  return {
    ...values,
    nodes: number('nodes', 16),
    rows: number('rows', 100_000_000),
    count: number('count', 100_000),
    seed: number('seed', 1_000_000_000),
    timeoutMs: number('timeout', 3_600) * 1_000,
  };
}

async function run(options: ReturnType<typeof readOptions>, signal: AbortSignal): Promise<number> {
  if (!hasClickHouse)
    throw new AppError('usage_error', 'ClickHouse is not installed: npm run tools installs it');
  await using directory = await temporaryDirectory();
  const index = join(directory.path, 'index');
  say(`generating ${options.rows} videos`);
  await generateIndex({ out: index, rows: options.rows, seed: options.seed, signal });
  say(`starting ${options.nodes} nodes`);
  await using cluster = await openCluster({ shards: options.nodes });
  await initCluster(cluster);
  const load = await loadSnapshot({ ...cluster, index, catalog: builtInCatalog, signal });
  say(`loaded ${load.rows} rows, ${load.sentBytes} bytes`);
  const usual = { index, advisoryParser: false, refreshMs: 0, cacheBytesMax: 0 };
  await using embedded = await openEngine({ ...usual, isolation: 'in-process' });
  await using distributed = await openEngine({ ...usual, backend: clickhouseBackend(cluster) });
  const questions = await questionsFor(index, options);
  const before = await Promise.all(cluster.urls.map(countersOf));
  const found = new Map<Outcome, number>();
  const reasons = new Map<string, number>();
  for (const [at, { corpus, name, sql }] of questions.entries()) {
    if (signal.aborted) return 130;
    if (at % 50 === 0) say(`${at} of ${questions.length} questions`);
    const { outcome, note } = await compare(sql, embedded, distributed, options.timeoutMs);
    found.set(outcome, (found.get(outcome) ?? 0) + 1);
    if (outcome === 'refused') reasons.set(note, (reasons.get(note) ?? 0) + 1);
    if (outcome === 'different') say(`DIFFERENT ${corpus} ${name}: ${note}\n  ${sql}`);
  }
  const counters = await Promise.all(
    cluster.urls.map(async (url, at) => lessThan(await countersOf(url), before[at] as Counters)),
  );
  const { nodes } = await clusterStatus(cluster);
  const report = {
    questions: questions.length,
    outcomes: Object.fromEntries(found),
    refused: Object.fromEntries([...reasons].sort((a, b) => b[1] - a[1])),
    nodes: nodes.map(({ node, shard, bytes }, at) => ({ node, shard, stored_bytes: bytes, ...counters[at] })),
  };
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
  await dropCluster({ ...cluster, all: true });
  return (found.get('different') ?? 0) > 0 ? 1 : 0;
}

async function questionsFor(index: string, options: { seed: number; count: number }) {
  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  const views = duckdbViews(await openSnapshot(index), builtInCatalog);
  await connection.run(views);
  for (const { name } of builtInCatalog.tablesOf('shortvideo'))
    await connection.run(`CREATE VIEW "${name}" AS FROM shortvideo."${name}"`);
  connection.closeSync();
  return [
    ...(await questionsOf('own', database, options)),
    ...(await questionsOf('random', database, options)),
  ];
}

async function compare(
  sql: string,
  embedded: Engine,
  distributed: Engine,
  timeoutMs: number,
): Promise<Verdict> {
  const ask = async (engine: Engine): Promise<Answer> =>
    await (await engine.query(sql, { timeoutMs, limit: 1_000_000 })).toArray();
  const [wanted, given] = await Promise.all([settled(ask(embedded)), settled(ask(distributed))]);
  const codes = [wanted, given].map((each) => (each instanceof AppError ? each.code : undefined));
  if (codes[1] === 'not_supported_by_backend')
    return { outcome: 'refused', note: (given as AppError).message };
  if (codes.includes('query_timeout') || codes.includes('query_memory_exceeded'))
    return { outcome: 'too slow', note: '' };
  if (wanted instanceof Error || given instanceof Error) {
    if (codes[0] !== undefined && codes[0] === codes[1]) return { outcome: 'equal', note: 'both fail' };
    const text = (each: Answer | Error) => (each instanceof Error ? each.message : `${each.length} rows`);
    return { outcome: 'different', note: `${text(wanted)} | ${text(given)}`.slice(0, 500) };
  }
  const isOrdered = /\bORDER\s+BY\b/i.test(sql);
  if (haveSameRows(wanted, given, isOrdered) || haveSameRows(wanted, given, false))
    return { outcome: 'equal', note: '' };
  const { rules } = await distributed.explain(sql);
  const open = rules.filter(({ rule }) => rule === 'left-open');
  if (open.length > 0) return { outcome: 'left open', note: open.map(({ note }) => note).join('; ') };
  return { outcome: 'different', note: `${wanted.length} and ${given.length} rows` };
}

async function settled(work: Promise<Answer>): Promise<Answer | Error> {
  return await work.catch((error: unknown) => error as Error);
}

function textOf({
  questions,
  outcomes,
  refused,
  nodes,
}: {
  questions: number;
  outcomes: Record<string, number>;
  refused: Record<string, number>;
  nodes: readonly ({ node: string; shard: number; stored_bytes: number } & Partial<Counters>)[];
}): string {
  const lines = [
    `${questions} questions: ${Object.entries(outcomes)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
    ...Object.entries(refused).map(([reason, count]) => `  refused ${count}: ${reason}`),
    'shard  rows read  MB read  user CPU ms  MB sent  MB stored',
    ...nodes.map(({ shard, rows = 0, bytes = 0, userMs = 0, sentBytes = 0, stored_bytes }) =>
      [
        String(shard).padStart(5),
        rows.toLocaleString('en-US').padStart(10),
        megabytes(bytes).padStart(8),
        Math.round(userMs).toLocaleString('en-US').padStart(12),
        megabytes(sentBytes).padStart(8),
        megabytes(stored_bytes).padStart(10),
      ].join(' '),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

let options: ReturnType<typeof readOptions> | undefined;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
if (options?.help === true) process.stdout.write(usage);
else if (options !== undefined) {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  try {
    process.exitCode = await run(options, interruption.signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.code === 'usage_error' ? 2 : 1;
  }
}
