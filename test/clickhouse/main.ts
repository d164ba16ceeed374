import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PlanBinder } from '@sdq/clickhouse';
import { generateIndex } from '@sdq/data';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isMissing } from '../support/tools.ts';
import { openDatabases } from './verify/databases.ts';
import { faults, judge, type Verdict } from './verify/judge.ts';
import { verifyCatalog } from './verify/odd-table.ts';
import { type Corpus, corpora, questionsOf } from './verify/questions.ts';
import { StatementReader } from './verify/read-statement.ts';
import { reportOf } from './verify/report.ts';

const usage = `npm run verify:clickhouse -- [options]

Asks DuckDB and a ClickHouse cluster the same questions over the same rows, and compares the answers row for row.

  --corpus NAME     ${corpora.join(', ')}; may be repeated (default: all)
  --only PATTERN    questions whose collection, name or SQL has this regular expression
  --rows N          videos of the index that is generated (default 200000)
  --index DIR       an index of its own instead
  --nodes N         nodes that are started (default 1)
  --url URL         a node that runs already, in place of those; may be repeated; SDQ_TEST_CLICKHOUSE_URL, separated by commas
  --count N         random questions (default 1000)
  --seed N          their seed, and that of the corpus third-party (default 1)
  --every N         every how manieth question of each collection (default 1)
  --timeout S       seconds that a question may take in each database (default 20)
  --report FILE     writes all verdicts as JSON
  --json            writes the report as JSON
  --show            shows the SQL of faults
  -h, --help

Ends with 1 if an answer differs, 2 on wrong usage, 130 when it is interrupted.
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', multiple: true, default: [...corpora] },
      only: { type: 'string' },
      rows: { type: 'string', default: '200000' },
      index: { type: 'string' },
      nodes: { type: 'string', default: '1' },
      url: { type: 'string', multiple: true },
      count: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      every: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '20' },
      report: { type: 'string' },
      json: { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const number = (name: 'rows' | 'nodes' | 'count' | 'seed' | 'every' | 'timeout') => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1`);
    return value;
  };
  for (const name of values.corpus)
    if (!corpora.includes(name as Corpus)) throw new Error(`There is no collection ${name}`);
  const fromEnvironment = process.env.SDQ_TEST_CLICKHOUSE_URL?.split(',').map((url) => url.trim());
  return {
    ...values,
    corpus: values.corpus as Corpus[],
    urls: values.url ?? fromEnvironment,
    rows: number('rows'),
    nodes: number('nodes'),
    count: number('count'),
    seed: number('seed'),
    every: number('every'),
    timeoutMs: number('timeout') * 1_000,
  };
}

const progressMs = 10_000;
/** Collections that have no question which the gate refuses. */
const isOurs = new Set<Corpus>(['own', 'hard', 'random']);

async function run(options: ReturnType<typeof readOptions>, signal: AbortSignal): Promise<number> {
  if (options.urls === undefined && isMissing('clickhouse')) {
    process.stderr.write('ClickHouse is not installed: npm run tools installs it.\n');
    return 2;
  }
  await using directory = await temporaryDirectory();
  const index = options.index ?? `${directory.path}/index`;
  if (options.index === undefined) {
    say(`generating an index of ${options.rows} videos`);
    await generateIndex({ out: index, rows: options.rows, signal });
  }
  say('loading the databases');
  const { nodes, urls, timeoutMs } = options;
  await using databases = await openDatabases({
    index,
    folder: directory.path,
    nodes,
    timeoutMs,
    ...(urls !== undefined && { urls }),
  });
  await using reader = await StatementReader.open();
  await using binder = await PlanBinder.open(verifyCatalog);
  const verdicts: Verdict[] = [];
  let hasBroken = false;
  let told = performance.now();
  const only = options.only === undefined ? undefined : new RegExp(options.only);
  for (const corpus of options.corpus) {
    const all = await questionsOf(corpus, databases.duckdb, options);
    const asked = all.filter(
      ({ name, sql }, at) => at % options.every === 0 && (only?.test(`${corpus} ${name} ${sql}`) ?? true),
    );
    for (const [at, question] of asked.entries()) {
      if (signal.aborted || hasBroken) break;
      const verdict = await judge(question, { reader, binder, databases }).catch((error: unknown) => {
        // a node that is gone ends the run, and what was compared is reported
        say(`${question.corpus} ${question.name}: ${String(error)}\n${question.sql}`);
        hasBroken = true;
      });
      if (hasBroken) break;
      if (verdict?.outcome === 'not admitted' && isOurs.has(corpus)) {
        say(`${question.corpus} ${question.name} is not admitted: ${verdict.note}\n${question.sql}`);
        hasBroken = true;
        break;
      }
      if (verdict !== undefined && verdict.outcome !== 'not admitted') {
        verdicts.push(verdict);
        if (faults.includes(verdict.outcome)) tell(verdict, options.show);
      }
      if (performance.now() - told < progressMs) continue;
      told = performance.now();
      say(`${corpus}: ${at + 1} of ${asked.length}`);
    }
  }
  if (options.report !== undefined) await writeFile(options.report, `${JSON.stringify(verdicts, null, 1)}\n`);
  const report = reportOf(verdicts);
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : `${report.markdown}\n`);
  if (signal.aborted) return 130;
  return hasBroken || verdicts.some(({ outcome }) => faults.includes(outcome)) ? 1 : 0;
}

function tell({ outcome, corpus, name, note, sql, clickhouse }: Verdict, isShown: boolean): void {
  process.stdout.write(`${outcome.toUpperCase()} ${corpus} ${name}: ${note}\n`);
  if (isShown) process.stdout.write(`  ${sql}\n  ${clickhouse ?? ''}\n`);
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
if (options?.help) process.stdout.write(usage);
else if (options !== undefined) {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  process.exitCode = await run(options, interruption.signal);
}
