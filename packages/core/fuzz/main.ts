import { parseArgs } from 'node:util';
import { type FuzzSummary, runFuzz } from './run-fuzz.ts';
import { statementOf } from './statements.ts';

const usage = `npm run fuzz -- [--statements N] [--seconds S] [--seed X] [--gate-only] [--show]

Runs generated statements through a whole engine and looks for leaks, crashes of the service, and anything
admitted that is no SELECT. The summary goes to standard output as JSON.

  --statements N  statements at most, default 100000
  --seconds S     seconds at most, default 1800
  --seed X        seed of the first statement, default 1; the next one has the next number
  --gate-only     up to the plan only, without running anything
  --show          print the statement of the seed instead of running any

Exit codes: 0 nothing found, 1 something found, 2 wrong usage, 130 interrupted.
`;

function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, not ${text}`);
  return number;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      statements: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '1800' },
      seed: { type: 'string', default: '1' },
      'gate-only': { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    statements: wholeNumber(values.statements, 'statements'),
    seconds: wholeNumber(values.seconds, 'seconds'),
    seed: wholeNumber(values.seed, 'seed'),
    gateOnly: values['gate-only'],
    show: values.show,
    help: values.help,
  };
}

function showProgress({ statements, answered, failures, contained, seconds }: FuzzSummary): void {
  const rate = Math.round(statements / Math.max(seconds, 0.001));
  const line = `${statements} statements, ${answered} answered, ${failures.length} failures, ${contained.length} contained, ${rate}/s`;
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`fuzz: ${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) process.stdout.write(usage);
else if (options.show) process.stdout.write(`${JSON.stringify(statementOf(options.seed), null, 2)}\n`);
else {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  }
  const summary = await runFuzz({ ...options, signal: interruption.signal, onProgress: showProgress });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  process.exitCode = summary.ended === 'interrupted' ? 130 : summary.failures.length > 0 ? 1 : 0;
}
