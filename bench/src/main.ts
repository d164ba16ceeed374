import { Command } from 'commander';
import { locations } from './data/locations.ts';
import { type BenchOptions, withBenchOptions } from './options.ts';
import { markdownReport } from './report/markdown.ts';
import { writeReport } from './report/write-report.ts';
import { runBench } from './run-bench.ts';

const words = process.argv.slice(2);
const options = withBenchOptions(new Command('npm run bench --'))
  .parse(words, { from: 'user' })
  .opts<BenchOptions>();

const interruption = new AbortController();
const onSignal = () => {
  if (interruption.signal.aborted) process.exit(130);
  interruption.abort(new Error('interrupted'));
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

/** On a terminal one line that is written over; in a log a line per step. */
function showProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
}

try {
  const report = await runBench(options, ['npm run bench --', ...words].join(' '), {
    signal: interruption.signal,
    onProgress: showProgress,
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  const date = report.environment.madeAt.slice(0, 10);
  // Part of the workload is no result to keep beside whole ones.
  const partial = options.only === undefined ? '' : `-${options.only}`;
  const rowsText = `${options.index === undefined ? options.rows.text : 'own-index'}${partial}`;
  const paths = {
    json: options.json ?? locations.jsonReport(date, rowsText),
    markdown: options.markdown ?? locations.markdownReport(rowsText),
  };
  await writeReport(report, paths);
  process.stdout.write(markdownReport(report));
  process.stderr.write(`written: ${paths.json}, ${paths.markdown}\n`);
} catch (error) {
  const interrupted = interruption.signal.aborted;
  process.stderr.write(`bench: ${interrupted ? 'interrupted' : (error as Error).message}\n`);
  if (!interrupted && process.env.SDQ_DEBUG === '1') process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = interrupted ? 130 : 1;
}
