import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { builtInCatalog, type CatalogTable, removalsName } from '@sdq/catalog';
import { type Engine, openEngine } from '@sdq/core';
import type { Snapshot } from '@sdq/index';
import type { BenchHooks } from '../bench-hooks.ts';
import { dataKey } from '../data/data-key.ts';
import { type BenchPlaces, locations } from '../data/locations.ts';
import { openIndex } from '../data/open-index.ts';
import { snapshotViews } from '../data/table-views.ts';
import { engineName } from '../peers/participant.ts';
import { preparePeers } from '../peers/prepare/prepare-peers.ts';
import { PeerProcess } from '../peers/process/peer-process-handle.ts';
import { describeEnvironment } from '../report/machine.ts';
import { ensureFacts } from './facts/ensure-facts.ts';
import { generateQuestions } from './generate-questions.ts';
import { kinds as allKinds, generatorVersion } from './kinds.ts';
import type { Kind, Question } from './question.ts';
import { peerNamesOf } from './report/figures.ts';
import { progressOf } from './report/random-markdown.ts';
import type { QuestionCost, QuestionResult, RandomReport } from './report/random-report.ts';
import { type Asked, askQuestion } from './run/ask-question.ts';
import { openContestants } from './run/open-contestants.ts';
import type { RandomOptions } from './run/random-options.ts';

/** The kinds of these names. Throws an error that names the unknown one. */
export function kindsOf(names: readonly string[] | undefined): readonly Kind[] {
  return (
    names?.map((name) => {
      const kind = allKinds.find((each) => each.name === name);
      if (kind === undefined) throw new Error(`There is no kind ${name}: --list-kinds lists all`);
      return kind;
    }) ?? allKinds
  );
}

/** Asks random questions of the engine and its peers; undefined if the questions were only written to a file. */
export async function runRandom(
  options: RandomOptions,
  command: string,
  hooks: BenchHooks,
  places: BenchPlaces = {},
): Promise<RandomReport | undefined> {
  const { signal, onProgress } = hooks;
  const kinds = kindsOf(options.kinds);
  const { snapshot } = await openIndex(options, hooks);
  const tables = askedTables(snapshot, options.platform);
  const copies = places.copies ?? locations.copies(dataKey(snapshot, tables));
  const facts = await ensureFacts(copies, snapshotViews(snapshot, tables), tables, (text) =>
    onProgress(text),
  );
  const { questions, left } = generateQuestions(facts, { count: options.random, seed: options.seed, kinds });
  if (options.questions !== undefined) {
    await mkdir(dirname(options.questions), { recursive: true });
    await writeFile(options.questions, `${JSON.stringify(questions, null, 1)}\n`);
    return undefined;
  }
  const memoryBytesMax = options.memory * 2 ** 30;
  const { peers } = await preparePeers(
    options.peers === false ? [] : options.peers,
    { snapshot },
    tables,
    { directory: copies, packages: places.packages ?? locations.packages, memoryBytesMax },
    hooks,
  );
  await using stack = new AsyncDisposableStack();
  const engine = {
    kind: 'sdq',
    index: snapshot.root,
    platform: options.platform,
    isolation: options.isolation,
    // The engine's limit covers all its memory, of which up to a GiB is not DuckDB's.
    memoryBytesMax: memoryBytesMax - Math.min(2 ** 30, memoryBytesMax / 2),
  } as const;
  const peerProcess = { timeoutMs: options.timeout * 1000, scratch: copies, signal };
  const contestants = openContestants(engine, { tables, peers }, (specification) =>
    stack.use(new PeerProcess(specification, peerProcess)),
  );
  const reference = contestants.find(({ name }) => name === 'duckdb') ?? contestants[1] ?? contestants[0];
  const participants = [
    { name: engineName, description: 'the engine, its index', bytes: 0 },
    ...peers.map(({ participant }) => participant),
  ];
  const explaining = stack.use(
    await openEngine({ index: snapshot.root, refreshMs: 0, isolation: 'in-process' }),
  );
  const results: QuestionResult[] = [];
  for (const question of questions) {
    // An interrupted run reports the questions that were asked.
    const asked = await askQuestion(question, contestants, reference, { runs: options.runs, signal }).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    if (asked === undefined) break;
    const path = await pathOf(explaining, question, options.platform);
    const result = resultOf(question, asked, path, options.timeout * 1000);
    results.push(result);
    onProgress(`${questions.length}/${progressOf(result, peerNamesOf({ participants }))}`);
  }
  return {
    format: 1,
    generatorVersion,
    command,
    environment: describeEnvironment(),
    data: {
      snapshotId: snapshot.id,
      platform: options.platform,
      tables: tables.map((table) => ({ name: table.name, rows: snapshot.rows(table) })),
    },
    settings: {
      seed: options.seed,
      count: results.length,
      wanted: questions.length,
      runs: options.runs,
      timeoutSeconds: options.timeout,
      isolation: options.isolation,
      kinds: kinds.map(({ name }) => name),
      left,
    },
    participants,
    questions: results,
  };
}

/** The tables of a platform that have rows, without the log of removals. */
function askedTables(snapshot: Snapshot, platform: string): CatalogTable[] {
  const tables = builtInCatalog
    .tablesOf(platform)
    .filter((table) => table.name !== removalsName && snapshot.rows(table) > 0);
  if (tables.length === 0) throw new Error(`The index has no rows of ${platform}`);
  return tables;
}

/** What answers each table of the question in the engine. */
async function pathOf(engine: Engine, { duckdb }: Question, platform: string): Promise<string> {
  try {
    const { routes, rules } = await engine.explain(duckdb, { platform });
    const fired = rules.flatMap(({ rule, fired: did }) => (did ? [rule] : []));
    const via = routes.map((route) => `${route.table} via ${route.via}`);
    return `${[...new Set(via)].join(', ')} (${[...new Set(fired)].join(', ')})`;
  } catch (error) {
    return `not explained: ${(error as Error).message}`;
  }
}

function resultOf(
  question: Question,
  { rowCount, outcomes, notes }: Asked,
  path: string,
  timeoutMs: number,
): QuestionResult {
  const costs: Record<string, QuestionCost> = {};
  const absent: Record<string, string> = {};
  for (const [name, outcome] of outcomes) {
    if (outcome.status === 'measured') {
      const { median, first, difference } = outcome;
      costs[name] = {
        cpuMs: median.cpuMs,
        wallMs: median.wallMs,
        firstCpuMs: first.cpuMs,
        ...(difference === undefined ? {} : { difference }),
      };
    } else if (outcome.status === 'timeout') {
      costs[name] = { cpuMs: timeoutMs, wallMs: timeoutMs, firstCpuMs: timeoutMs, timedOut: true };
    } else absent[name] = outcome.reason;
  }
  const { number, kind, reads, isText, duckdb: sql, clickhouse } = question;
  return {
    number,
    kind,
    reads,
    isText,
    sql,
    ...(clickhouse === undefined ? {} : { clickhouse }),
    rowCount,
    path,
    costs,
    absent,
    notes,
  };
}
