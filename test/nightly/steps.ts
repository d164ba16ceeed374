import { chaosTests } from '../chaos/chaos-tests.ts';
import { fuzzers } from '../fuzz/fuzzers.ts';
import type { Step, StepContext } from './step.ts';

const scaled = (count: number, scale: number, least = 1) =>
  String(Math.max(least, Math.round(count * scale)));

const chaosSteps: Step[] = Object.entries(chaosTests).map(([name, { about }]) => ({
  name: `chaos/${name}`,
  about,
  says: 'outcome',
  words: ({ scale }) => ['test/chaos/main.ts', name, '--json', '--scale', String(scale)],
}));

/** Inputs of each fuzzer. */
const inputs: Readonly<Record<string, number>> = {
  sql: 100_000,
  gate: 1_000_000,
  http: 100_000,
  killers: 20_000,
  files: 100_000,
  postgres: 100_000,
};

const fuzzSteps: Step[] = Object.entries(fuzzers).map(([name, { about }]) => ({
  name: `fuzz/${name}`,
  about,
  says: 'outcome',
  words: ({ scale, seed }) => [
    'test/fuzz/main.ts',
    name,
    '--json',
    '--seed',
    String(seed),
    '--count',
    scaled(inputs[name] ?? 10_000, scale),
  ],
}));

interface TestStep {
  about: string;
  files: string[];
  /** Variables of these tests: what they are at scale 1, and at least, since tests also say whether enough was tried. */
  runs?: Record<string, readonly [long: number, least: number]>;
}

const plans = 'packages/core/test/backends/duckdb/plan';
const testSteps: Record<string, TestStep> = {
  'properties/routes': {
    about: 'random queries with every access path and without: the same rows',
    files: [
      `${plans}/routed-equals-original.slow.test.ts`,
      `${plans}/rewritten-equals-original.test.ts`,
      `${plans}/own-table-routed.slow.test.ts`,
    ],
    runs: { SDQ_PROPERTY_RUNS: [1_000, 200] },
  },
  'properties/any-table': {
    about: 'the same over any table, told by roles alone',
    files: [`${plans}/any-table/any-table.test.ts`],
    runs: { SDQ_PROPERTY_RUNS: [5_000, 100] },
  },
  'properties/random-questions': {
    about: 'the random questions of the benchmark, with access paths and without',
    files: ['test/random/rewritten-equals-original.test.ts'],
    runs: { SDQ_PROPERTY_RUNS: [3_000, 150] },
  },
  'properties/third-party-sql': {
    about: 'the corpus of SQL in the style of other programs, in plain DuckDB and in the engine',
    files: ['test/third-party-sql/third-party-sql.slow.test.ts'],
    runs: { SDQ_CORPUS_STATEMENTS: [3_000, 250] },
  },
  'properties/corpus': {
    about: 'all of the gate’s corpus in plain DuckDB, and with access paths and without',
    files: ['test/gate/corpus-equality.slow.test.ts', `${plans}/corpus-with-and-without-rules.slow.test.ts`],
    runs: { SDQ_WHOLE_CORPUS: [1, 1] },
  },
  'properties/joins': {
    about: 'random joins with the small side first and without: the same rows',
    files: [`${plans}/small-side-first.slow.test.ts`],
    runs: { SDQ_PROPERTY_RUNS: [1_000, 100] },
  },
  'properties/shape': {
    about: 'what the planner understands of filters',
    files: ['packages/core/test/shape/filter.slow.test.ts'],
    runs: { SDQ_PROPERTY_RUNS: [20_000, 1_000] },
  },
  'properties/rows-at-most': {
    about: 'random queries: none returns more rows than it is said to, before it is paid',
    files: ['packages/core/test/shape/rows-at-most.test.ts'],
    runs: { SDQ_PROPERTY_RUNS: [20_000, 150] },
  },
  'properties/encode': {
    about: 'random vectors through every format and back',
    files: ['packages/encode/test/round-trip.test.ts'],
    runs: { SDQ_ROUND_TRIPS: [1_000, 10] },
  },
  'histories/accounts': {
    about: 'random histories of accounts, keys, charges and restarts against a plain model',
    files: ['packages/accounts/test/model/model.test.ts'],
    runs: { SDQ_MODEL_RUNS: [500, 4] },
  },
  'histories/living': {
    about:
      'additions, removals, compactions and builds of an index in random order against all records at once',
    files: ['test/living/histories.test.ts'],
    runs: { SDQ_LIVING_HISTORIES: [500, 25] },
  },
  'histories/open-tables': {
    about:
      'the same histories, published as Iceberg tables: ClickHouse and icebird read the rows of the engine',
    files: ['test/open-table/histories.slow.test.ts'],
    runs: { SDQ_OPEN_TABLE_HISTORIES: [50, 3] },
  },
  'properties/paid-rows': {
    about:
      'random requests, failures and times of several services: each row of a result is paid once in 24 hours',
    files: ['packages/accounts/test/paid-rows/paid-rows.test.ts'],
    runs: { SDQ_PROPERTY_RUNS: [10_000, 12] },
  },
  'properties/pay-once': {
    about:
      'random requests over HTTP, of any format, limit, snapshot and process: the charge is that of the rows not yet paid',
    files: ['packages/server/test/pay-once.test.ts'],
    runs: { SDQ_PROPERTY_RUNS: [10_000, 6] },
  },
  'histories/kills': {
    about: 'builds of an index killed in each of their phases, imports at many moments, and repeated',
    files: [
      'packages/core/test/backends/duckdb/segments/resume-build.slow.test.ts',
      'packages/ingest/test/resume.slow.test.ts',
    ],
    runs: { SDQ_ALL_KILLS: [1, 1] },
  },
  'histories/snapshots': {
    about: 'queries while snapshots are published under them',
    files: ['packages/core/test/engine/snapshot-swap.slow.test.ts'],
    runs: { SDQ_SWAPS: [1_000, 40] },
  },
  'doors/all': {
    about: 'the same rows through library, HTTP, command and plain DuckDB',
    files: ['test/three-doors.slow.test.ts'],
    runs: { SDQ_ALL: [1, 1] },
  },
  'tools/browser': { about: 'documents and streams in Chromium', files: ['test/browser'] },
  'tools/python': { about: 'results read by pyarrow and Python’s DuckDB', files: ['test/python'] },
  'tools/peers': { about: 'the workload answered by ClickHouse and Polars', files: ['bench/test/peers'] },
};

/** No test of a night fails by Vitest’s own limit: the step’s limit holds. */
const testTimeoutMs = 4 * 3_600_000;

const vitestSteps: Step[] = Object.entries(testSteps).map(([name, { about, files, runs = {} }]) => ({
  name,
  about,
  says: 'vitest',
  words: ({ vitestReport }: StepContext) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files,
    `--testTimeout=${testTimeoutMs}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  environment: ({ scale, seed }: StepContext) => ({
    SDQ_PROPERTY_SEED: String(seed),
    SDQ_SLOW_TESTS: '1',
    ...Object.fromEntries(
      Object.entries(runs).map(([variable, [long, least]]) => [variable, scaled(long, scale, least)]),
    ),
  }),
}));

/** The long forms of everything, in the order in which they run. */
export const steps: readonly Step[] = [...vitestSteps, ...fuzzSteps, ...chaosSteps];
