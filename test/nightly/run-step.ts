import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step, StepContext, StepResult, StepStatus } from './step.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const flags = ['--conditions=@sdq/source'];
/** A step gets so long; then it has failed. */
const stepMsMax = 4 * 3_600_000;
/** What is asked to end gets so long to clean up after itself. */
const graceMs = 30_000;
const tailCharacters = 2_000;

export interface StepOptions {
  readonly scale: number;
  readonly seed: number;
  /** Folder of the report. */
  readonly out: string;
  readonly signal: AbortSignal;
  /** Variables of the night itself; default: those of this process. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** What a step’s own words say of it. */
interface Said {
  readonly passed: boolean;
  readonly figures: Record<string, unknown>;
  /** Whether nothing ran, as its tool is missing. */
  readonly skipped?: boolean;
  readonly error?: string;
}

/** Runs a step to its end, its time limit, or the signal. Never rejects for what the step does. */
export async function runStep(step: Step, options: StepOptions): Promise<StepResult> {
  const { out, signal, environment = process.env } = options;
  const log = join('logs', `${step.name.replaceAll('/', '-')}.log`);
  const vitestReport = join(out, 'logs', `${step.name.replaceAll('/', '-')}.json`);
  const context = { ...options, vitestReport };
  await mkdir(dirname(join(out, log)), { recursive: true });
  await rm(vitestReport, { force: true });
  const startedAt = performance.now();
  const end = await runProcess(step.words(context), {
    environment: { ...environment, ...step.environment?.(context) },
    log: join(out, log),
    signal,
  });
  const said =
    step.says === 'vitest' ? saidByVitest(await readReport(vitestReport)) : saidByOutcome(end.output);
  const { figures = {}, error } = said ?? {};
  const status = statusOf(said, end.code, signal);
  return {
    name: step.name,
    about: step.about,
    status,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    figures,
    command: commandOf(step, context),
    ...(status === 'failed' && { error: error ?? failureOf(said, end) }),
    log,
  };
}

/** As a step can be called again by hand. */
export function commandOf(step: Step, context: StepContext): string {
  const variables = Object.entries(step.environment?.(context) ?? {}).map(
    ([name, value]) => `${name}=${value}`,
  );
  const words = step
    .words(context)
    .filter((word) => !word.startsWith('--reporter') && !word.startsWith('--outputFile'));
  return [...variables, 'npx node', ...flags, ...words].join(' ');
}

function statusOf(said: Said | undefined, code: number | null, signal: AbortSignal): StepStatus {
  if (signal.aborted) return 'interrupted';
  if (said?.skipped === true) return 'skipped';
  return code === 0 && said?.passed === true ? 'passed' : 'failed';
}

function failureOf(
  said: Said | undefined,
  { code, errors }: { code: number | null; errors: string },
): string {
  if (said?.passed === false) return 'What must hold did not: the figures say it.';
  return `exit code ${code}: ${errors}`;
}

async function runProcess(
  words: readonly string[],
  { environment, log, signal }: { environment: NodeJS.ProcessEnv; log: string; signal: AbortSignal },
) {
  // its own process group: Ctrl-C is for the night, which ends it, and nothing it started stays behind
  const child = spawn(process.execPath, [...flags, ...words], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  let output = '';
  let errors = '';
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString();
    file.write(part);
  });
  child.stderr.on('data', (part: Buffer) => {
    errors = (errors + part.toString()).slice(-tailCharacters);
    file.write(part);
  });
  const kill = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // all of the group have ended
    }
  };
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    kill('SIGINT');
    killing ??= setTimeout(() => kill('SIGKILL'), graceMs);
  };
  const late = setTimeout(() => {
    errors += `\nit had not ended after ${stepMsMax / 60_000} minutes`;
    end();
  }, stepMsMax);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', end);
  clearTimeout(late);
  clearTimeout(killing);
  kill('SIGKILL');
  file.end();
  return { code, output, errors };
}

/** The last line of a chaos test’s or fuzzer’s output. */
function saidByOutcome(output: string): Said | undefined {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) return undefined;
  const { passed, figures, error } = JSON.parse(line) as Said;
  return { passed, figures, ...(error !== undefined && { error }) };
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; message: string; assertionResults: FailedTest[] }[];
}

interface FailedTest {
  status: string;
  fullName: string;
  failureMessages: string[];
}

function saidByVitest(report: VitestReport | undefined): Said | undefined {
  if (report === undefined) return undefined;
  const { success, numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  const messages = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`),
    ...(message === '' ? [] : [`${name}: ${message}`]),
  ]);
  return {
    passed: success,
    figures: { passed, failed, skipped },
    skipped: success && passed === 0 && skipped > 0,
    ...(messages.length > 0 && { error: messages.join('\n').slice(0, tailCharacters) }),
  };
}

async function readReport(path: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as VitestReport;
  } catch {
    return undefined; // it ended before it had written one
  }
}
