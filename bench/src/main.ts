import { Command } from 'commander';
import { withCollectionOptions } from './collection/collection-command.ts';
import { type CollectionOptions, runCollection } from './collection/run-collection.ts';
import type { ConsoleOptions } from './console/run-console.ts';
import { locations } from './data/locations.ts';
import { type ExportsOptions, runExports } from './exports/run-exports.ts';
import { type IngestOptions, runIngest } from './ingest/run-ingest.ts';
import { type LivingOptions, runLiving } from './living/run-living.ts';
import { runLivingCollection } from './living/run-living-collection.ts';
import { type BenchOptions, parseRowCount, withBenchOptions } from './options.ts';
import { listKinds, type RandomFlags, random, withRandomOptions } from './random/random-command.ts';
import type { ReplicasOptions } from './replicas/run-replicas.ts';
import { writeGrowth } from './report/growth.ts';
import { faultsOf } from './report/summary.ts';
import { writeReport } from './report/write-report.ts';
import { type RequestsOptions, runRequests } from './requests/run-requests.ts';
import { runBench } from './run-bench.ts';

const words = process.argv.slice(2);
const interruption = new AbortController();
const onSignal = () => {
  if (interruption.signal.aborted) process.exit(130);
  interruption.abort(new Error('interrupted'));
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

// Options of a part of the benchmark have the names of those of the whole.
const program = withRandomOptions(withBenchOptions(new Command('npm run bench --')))
  .enablePositionalOptions()
  .action(chosen);
program
  .command('growth')
  .description('write growth.md and its charts from the newest report of each size')
  .option('--results <dir>', 'folder of the reports', locations.results)
  .action(growth);
program
  .command('exports')
  .description('measure exports in every format against peers; writes exports.json and exports.md')
  .option(
    '--counts <numbers>',
    'numbers of rows to export, comma-separated',
    parseCounts,
    [1_000_000, 5_000_000],
  )
  .option('--rounds <count>', 'measured rounds', Number, 5)
  .option('--crowd <count>', 'concurrent exports through HTTP; 0 skips HTTP', Number, 8)
  .option('--gigabytes <count>', 'GB that each of them reads', Number, 1)
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(exports);
program
  .command('ingest')
  .description('measure imports of each format against peers; writes ingest.json and ingest.md')
  .option(
    '--videos <count>',
    'videos in each flat file, such as 200k; nested ones have a quarter',
    parseRowCount,
    parseRowCount('200k'),
  )
  .option('--rounds <count>', 'measured rounds', Number, 3)
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(ingest);
withCollectionOptions(program.command('collection')).action(collection);
program
  .command('console')
  .description('measure the console in Chromium; writes console.json and console.md')
  .option('--rows <count>', 'rows of the large result, 1,000,000 at most', Number, 1_000_000)
  .option('--queries <count>', 'queries after which the memory must be what it was', Number, 100)
  .option('--rounds <count>', 'how often the large result is asked for', Number, 3)
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(browser);
program
  .command('living')
  .description('measure an index that is written to, beside peers; writes living.json and living.md')
  .option('--rows <count>', 'videos of the index, such as 1m', parseRowCount, parseRowCount('1m'))
  .option('--runs <count>', 'measured runs of each query', Number, 7)
  .option('--adds <count>', 'adds of 1,000 after which queries are measured; 0 leaves that out', Number, 100)
  .option('--minutes <count>', 'minutes of load without and with adds; 0 leaves that out', Number, 30)
  .option('--no-peers', 'without peers')
  .option(
    '--index <dir>',
    'measure adds to an index of a public collection of videos instead, and its questions',
  )
  .option('--source <file>', 'the Parquet file that this index was made of')
  .option('--name <name>', 'name of the report', 'living')
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(living);
program
  .command('requests')
  .description('measure short requests through the started service; writes requests.json and requests.md')
  .option('--rows <count>', 'videos of the index, such as 1m', parseRowCount, parseRowCount('1m'))
  .option('--requests <count>', 'measured requests of each kind', Number, 2_000)
  .option('--clients <count>', 'connections that always wait for an answer', Number, 8)
  .option('--kinds <names>', 'kinds to measure, comma-separated; default: all', parseNames)
  .option('--index <dir>', 'a built index to measure instead; its rows are read')
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(requests);
program
  .command('replicas')
  .description('measure one, two and three replicas behind nginx; writes replicas.json and replicas.md')
  .option('--rows <count>', 'videos, such as 100k', parseRowCount, parseRowCount('100k'))
  .option('--requests <count>', 'measured requests with each number of replicas', Number, 1_500)
  .option('--clients <count>', 'connections that always wait for an answer', Number, 8)
  .option('--results <dir>', 'folder of the report', locations.results)
  .action(replicas);

try {
  await program.parseAsync(words, { from: 'user' });
} catch (error) {
  const interrupted = interruption.signal.aborted;
  process.stderr.write(`bench: ${interrupted ? 'interrupted' : (error as Error).message}\n`);
  if (!interrupted && process.env.SDQ_DEBUG === '1') process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = interrupted ? 130 : 1;
}

/** The workload, or random questions. */
async function chosen(options: BenchOptions & RandomFlags, command: Command): Promise<void> {
  const { random: count, listKinds: isList, questions } = options;
  if (isList) process.stdout.write(listKinds());
  else if (count !== undefined) {
    const hooks = { signal: interruption.signal, onProgress: showProgress };
    if (!(await random({ ...options, random: count }, command, words, hooks))) process.exitCode = 1;
  } else if (questions !== undefined) throw new Error('--questions needs --random');
  else await bench(options);
}

async function bench(options: BenchOptions): Promise<void> {
  const report = await runBench(options, ['npm run bench --', ...words].join(' '), {
    signal: interruption.signal,
    onProgress: showProgress,
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  const date = report.environment.madeAt.slice(0, 10);
  // The results of a part of the workload are not stored together with complete ones.
  const partial = options.only === undefined ? '' : `-${options.only}`;
  const rowsText = `${options.index === undefined ? options.rows.text : 'own-index'}${partial}`;
  const paths = reportPaths(options, date, rowsText);
  process.stdout.write(await writeReport(report, paths));
  const written = [paths.json, paths.markdown].filter((path) => path !== undefined);
  if (written.length > 0) process.stderr.write(`written: ${written.join(', ')}\n`);
  for (const verdict of report.beside?.verdicts ?? []) {
    if (verdict.holds) continue;
    process.stderr.write(`bench: regression: ${verdict.name}, see the report\n`);
    process.exitCode = 1;
  }
  const faults = faultsOf(report);
  if (faults.length > 0) {
    process.stderr.write(`bench: not a clean result: ${faults.length} faults, see the report’s head\n`);
    process.exitCode = 1;
  }
}

/** A comparison with another checkout is written only on request. */
function reportPaths({ json, markdown, beside }: BenchOptions, date: string, rowsText: string) {
  const usual =
    beside === undefined
      ? { json: locations.jsonReport(date, rowsText), markdown: locations.markdownReport(rowsText) }
      : { json: locations.besideReport(rowsText, 'json'), markdown: locations.besideReport(rowsText, 'md') };
  const chosen = (given: string | true | undefined, byDefault: string) => {
    if (typeof given === 'string') return given;
    return given === true || beside === undefined ? byDefault : undefined;
  };
  return { json: chosen(json, usual.json), markdown: chosen(markdown, usual.markdown) };
}

async function growth({ results }: { results: string }): Promise<void> {
  const { markdown, skipped } = await writeGrowth(results);
  process.stdout.write(markdown);
  if (skipped.length > 0)
    process.stderr.write(
      `not read, of another format, a part only or beside a checkout: ${skipped.join(', ')}\n`,
    );
}

async function exports(options: ExportsOptions): Promise<void> {
  const command = ['npm run bench --', ...words].join(' ');
  const markdown = await runExports(options, command, showProgress);
  process.stdout.write(markdown);
}

async function ingest(options: IngestOptions): Promise<void> {
  const command = ['npm run bench --', ...words].join(' ');
  process.stdout.write(await runIngest(options, command, showProgress));
}

async function collection(options: CollectionOptions): Promise<void> {
  const command = ['npm run bench --', ...words].join(' ');
  const hooks = { signal: interruption.signal, onProgress: showProgress };
  const { markdown, differences } = await runCollection(options, command, hooks);
  process.stdout.write(markdown);
  if (differences === 0) return;
  process.stderr.write(`bench: not a clean result: ${differences} answers differ, see the report\n`);
  process.exitCode = 1;
}

/** The service and the driver of the browser are loaded for this alone. */
async function browser(options: ConsoleOptions): Promise<void> {
  const { runConsole } = await import('./console/run-console.ts');
  const command = ['npm run bench --', ...words].join(' ');
  process.stdout.write(await runConsole(options, command, showProgress));
}

async function living({
  index,
  source,
  ...options
}: LivingOptions & { index?: string; source?: string }): Promise<void> {
  const command = ['npm run bench --', ...words].join(' ');
  const hooks = { signal: interruption.signal, onProgress: showProgress };
  if (index !== undefined && source !== undefined)
    process.stdout.write(await runLivingCollection({ ...options, index, source }, command, hooks));
  else if (index === undefined && source === undefined)
    process.stdout.write(await runLiving(options, command, hooks));
  else throw new Error('--index and --source go together: an index, and the file that it was made of');
}

async function requests(options: RequestsOptions): Promise<void> {
  const command = ['npm run bench --', ...words].join(' ');
  const hooks = { signal: interruption.signal, onProgress: showProgress };
  process.stdout.write(await runRequests(options, command, hooks));
}

/** The services are loaded for this alone. */
async function replicas(options: ReplicasOptions): Promise<void> {
  const { runReplicas } = await import('./replicas/run-replicas.ts');
  const command = ['npm run bench --', ...words].join(' ');
  const hooks = { signal: interruption.signal, onProgress: showProgress };
  process.stdout.write(await runReplicas(options, command, hooks));
}

function parseNames(text: string): string[] {
  return text.split(',');
}

function parseCounts(text: string): number[] {
  return text.split(',').map(Number);
}

/** On a terminal, one line that is overwritten; in a log, one line per step. */
function showProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
}
