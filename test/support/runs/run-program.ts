import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { NamedRun, RunProgram } from './named-run.ts';
import { type Outcome, textOf } from './outcome-text.ts';

const progressMs = 30_000;
const exitCodes =
  'Exit codes: 0 everything passed, 1 something did not, 2 wrong usage, 130 interrupted (Ctrl-C; a second one ends at once).';

/** Runs what the command line names, one after the other, and exits with the code that the help gives. */
export async function runProgram<Options>(program: RunProgram<Options>): Promise<never> {
  let read: ReturnType<typeof readCommandLine<Options>>;
  try {
    read = readCommandLine(program);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usageOf(program)}`);
    process.exit(2);
  }
  if (read.help) process.stdout.write(usageOf(program));
  if (read.list) process.stdout.write(read.json ? jsonList(program.runs) : listOf(program.runs));
  if (read.help || read.list || program.instead?.(read.names, read.options) === true) process.exit(0);
  process.exit(await runAll(program, read));
}

function usageOf<Options>({ command, purpose, flags, runs }: RunProgram<Options>): string {
  const all = {
    ...flags,
    json: { type: 'boolean', about: 'one JSON object a line: name, passed, seconds, and the figures' },
    list: { type: 'boolean', about: 'the names, and what each does' },
    help: { type: 'boolean', about: 'this text' },
  } as const satisfies RunProgram<Options>['flags'];
  const rows = Object.entries<(typeof flags)[string]>(all).map(
    ([name, { placeholder, about }]) =>
      [`--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`, about] as const,
  );
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return `${command} [NAME…] [OPTIONS]

${purpose}

${rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}\n`).join('')}
Names:
${listOf(runs)}
${exitCodes}
`;
}

function listOf(runs: Readonly<Record<string, { about: string }>>): string {
  const width = Math.max(...Object.keys(runs).map((name) => name.length));
  return Object.entries(runs)
    .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}\n`)
    .join('');
}

function jsonList(runs: Readonly<Record<string, { about: string }>>): string {
  return Object.entries(runs)
    .map(([name, { about }]) => `${JSON.stringify({ name, about })}\n`)
    .join('');
}

function readCommandLine<Options>({ runs, defaults, flags, read }: RunProgram<Options>) {
  const own = Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
  const boolean = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...own, json: boolean, list: boolean, help: boolean },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(runs, name));
  if (unknown !== undefined) throw new Error(`there is no ${unknown}; the names stand below`);
  return {
    names: positionals.length > 0 ? positionals : (defaults ?? Object.keys(runs)),
    options: read(values as Record<string, string | boolean | undefined>),
    json: values.json === true,
    list: values.list === true,
    help: values.help === true,
  };
}

/** Runs one after the other; the exit code. */
async function runAll<Options>(
  { runs }: RunProgram<Options>,
  { names, options, json }: { names: readonly string[]; options: Options; json: boolean },
): Promise<number> {
  useTemporaryFolder();
  const interruption = new AbortController();
  const { signal } = interruption;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => (signal.aborted ? process.exit(130) : interruption.abort()));
  }
  let havePassed = true;
  for (const name of names) {
    const outcome = await runOne(name, runs[name] as NamedRun<Options>, { ...options, signal });
    if (signal.aborted) {
      process.stderr.write(`${name}: interrupted after ${outcome.seconds} s\n`);
      return 130;
    }
    havePassed &&= outcome.passed;
    process.stdout.write(json ? `${JSON.stringify(outcome)}\n` : textOf(outcome));
  }
  return havePassed ? 0 : 1;
}

/** All that is written lies in one folder, which goes away however this process ends. */
function useTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'sdq-runs-'));
  chmodSync(folder, 0o711); // PostgreSQL runs as another user, and has to reach its own folder in it
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

async function runOne<Options>(
  name: string,
  { run }: NamedRun<Options>,
  options: Options & { signal: AbortSignal },
): Promise<Outcome> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  const progress = setInterval(() => process.stderr.write(`${name}: ${seconds()} s so far\n`), progressMs);
  try {
    const { passed, figures } = await run(options);
    return { name, passed, seconds: seconds(), figures };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name, passed: false, seconds: seconds(), figures: {}, error: text };
  } finally {
    clearInterval(progress);
  }
}
