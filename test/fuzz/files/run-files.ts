import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Seeds, Told } from './files-child.ts';

export interface WrongFile {
  readonly seed: number;
  readonly what: string;
  readonly how: string;
}

export interface FilesSummary {
  seed: number;
  files: number;
  /** Files that were also added to an index, twice. */
  added: number;
  records: number;
  /** Files by what became of them: `accepted`, `all refused`, or the code of the error. */
  outcomes: Record<string, number>;
  /** The first of each kind. */
  wrong: WrongFile[];
  /** How often each kind came. */
  kinds: Record<string, number>;
  residentMiB: number;
  seconds: number;
  filesPerSecond: number;
}

export interface FilesOptions {
  readonly files: number;
  readonly seconds: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** Processes; default 1. */
  readonly processes?: number;
  /** One of so many files is added to an index; default 8. */
  readonly addedOf?: number;
}

const child = fileURLToPath(new URL('./files-child.ts', import.meta.url));
/** A file that is not read in so much time is a hang. */
const silentMsMax = 10_000;
const residentMiBMax = 1_536;

/** Makes mutated files from seeds, and imports them in processes that may end. */
export async function runFiles(options: FilesOptions): Promise<FilesSummary> {
  const { processes = 1, addedOf = 8, seed, files } = options;
  const startedAt = performance.now();
  const summary: FilesSummary = {
    ...{ seed, files: 0, added: 0, records: 0, outcomes: {}, wrong: [], kinds: {} },
    ...{ residentMiB: 0, seconds: 0, filesPerSecond: 0 },
  };
  const folder = await mkdtemp(join(tmpdir(), 'sdq-files-'));
  const deadline = AbortSignal.timeout(Math.min(options.seconds * 1000, 2 ** 31 - 1));
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  const note = (wrong: WrongFile) => {
    const kind = kindOf(wrong.what);
    summary.kinds[kind] = (summary.kinds[kind] ?? 0) + 1;
    if (summary.kinds[kind] === 1) summary.wrong.push(wrong);
  };
  try {
    const lanes = Array.from({ length: processes }, (_, lane) => {
      const seeds = { first: seed + lane, step: processes, end: seed + files, addedOf };
      return runLane(join(folder, String(lane)), seeds, { summary, note, signal });
    });
    await Promise.all(lanes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (summary.residentMiB > residentMiBMax) {
    note({ seed, what: `${summary.residentMiB} MiB were resident`, how: 'all files' });
  }
  summary.seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  summary.filesPerSecond = Math.round(summary.files / summary.seconds);
  return summary;
}

interface Lane {
  readonly summary: FilesSummary;
  readonly note: (wrong: WrongFile) => void;
  readonly signal: AbortSignal;
}

/** Runs seeds in a process, and the rest in another one where it ends or blocks. */
async function runLane(folder: string, seeds: Seeds, lane: Lane): Promise<void> {
  let { first } = seeds;
  for (let run = 0; first < seeds.end && !lane.signal.aborted; run++) {
    const { last, end } = await runChild(`${folder}-${run}`, { ...seeds, first }, lane);
    if (end === undefined) return;
    lane.note({ seed: last, what: end, how: 'the process' });
    first = last + seeds.step;
  }
}

/** The last seed that the process began with, and how it ended if it was not done. */
async function runChild(
  folder: string,
  seeds: Seeds,
  { summary, note, signal }: Lane,
): Promise<{ last: number; end: string | undefined }> {
  const execArgv = ['--conditions=@sdq/source', '--max-old-space-size=1024'];
  const running = fork(child, [folder], { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let { first: last } = seeds;
  let errors = '';
  running.stderr?.on('data', (part: Buffer) => {
    errors = `${errors}${part}`.slice(-2_000);
  });
  const watchdog = setTimeout(() => resolve(`hangs for ${silentMsMax} ms`), silentMsMax * 2);
  const stop = () => resolve(undefined);
  signal.addEventListener('abort', stop);
  running.on('message', (told: Told) => {
    watchdog.refresh();
    if (told.kind === 'begins') last = told.seed;
    else if (told.kind === 'wrong') note(told);
    else if (told.kind === 'added') summary.added += told.files;
    else if (told.kind === 'done') resolve(undefined);
    else {
      summary.files++;
      summary.records += told.records;
      summary.outcomes[told.outcome] = (summary.outcomes[told.outcome] ?? 0) + 1;
      summary.residentMiB = Math.max(summary.residentMiB, Math.round(told.residentBytes / 2 ** 20));
    }
  });
  running.once('exit', (code, sign) => resolve(`ends with ${sign ?? `exit code ${code}`}: ${errors}`));
  running.send(seeds);
  const end = await promise;
  clearTimeout(watchdog);
  signal.removeEventListener('abort', stop);
  await kill(running);
  return { last, end };
}

async function kill(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return;
  const exited = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await exited;
}

/** Two stacks of one kind begin alike; numbers and texts of a file are no difference. */
function kindOf(what: string): string {
  return what
    .split('\n')
    .slice(0, 3)
    .join(' ')
    .replaceAll(/"[^"]*"|\(.*?\)|\d+/g, '#')
    .slice(0, 200);
}
