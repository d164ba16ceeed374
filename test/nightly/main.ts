import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runNight } from './run-night.ts';
import { steps } from './steps.ts';

const usage = `npm run nightly -- [OPTIONS]

Runs the long forms of all tests one after the other, some five hours on 2 cores, and writes report.md, report.json
and logs/ into a folder. It goes on after a failure. The report is written anew after each step, and says what did not
run. The short forms are in npm test.

  --only TEXT   only steps whose name begins with the text, as in --only chaos or --only chaos/kill; may be repeated
  --scale S     that part of the repetitions, default 1
  --seed X      of all generators, a whole number; default: today as a number, 20261231
  --out FOLDER  default nightly-report
  --list        the names of the steps, and what each does
  --help        this text

Exit codes: 0 no step failed, 1 a step failed, 2 wrong usage, 130 interrupted (Ctrl-C; a second one ends at once).
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      scale: { type: 'string', default: '1' },
      seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
      out: { type: 'string', default: 'nightly-report' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const scale = Number(values.scale);
  if (!(scale > 0 && scale <= 1_000)) {
    throw new Error(`--scale must be a number above 0 and at most 1000, not ${values.scale}`);
  }
  const seed = Number(values.seed);
  if (!(Number.isInteger(seed) && seed > 0 && seed < 2 ** 31)) {
    throw new Error(`--seed must be a whole number from 1 to 2147483647, not ${values.seed}`);
  }
  const nothing = values.only.find((text) => !steps.some(({ name }) => name.startsWith(text)));
  if (nothing !== undefined) throw new Error(`no step begins with ${nothing}: --list shows them`);
  const chosen = steps.filter(
    ({ name }) => values.only.length === 0 || values.only.some((text) => name.startsWith(text)),
  );
  return { steps: chosen, scale, seed, out: resolve(values.out), list: values.list, help: values.help };
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (options.help) process.stdout.write(usage);
else if (options.list)
  for (const { name, about } of options.steps) process.stdout.write(`${name.padEnd(26)} ${about}\n`);
else {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
  }
  const report = await runNight({
    ...options,
    signal: interruption.signal,
    onStep: ({ name, status, seconds }) => process.stdout.write(`${status} ${name} (${seconds} s)\n`),
  });
  process.stdout.write(`${options.out}/report.md\n`);
  const hasFailed = report.steps.some(({ status }) => status === 'failed');
  process.exitCode = report.isInterrupted ? 130 : hasFailed ? 1 : 0;
}
