import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchHooks } from '../bench-hooks.ts';
import { folderBytes } from '../data/folder-bytes.ts';
import { descendantsOf, procText } from '../measure/process-tree.ts';

/** What a stage of a command cost. */
export interface StageCost {
  readonly name: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** What an `sdq` command cost. */
export interface CommandCost {
  /** The command without the paths of this machine. */
  readonly command: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  /** The largest sum of the resident memory of its processes, as sampled. */
  readonly peakBytes: number;
  /** The largest size of the index while it ran, as sampled, and its size at the end. */
  readonly diskPeakBytes: number;
  readonly diskBytes: number;
  readonly stages: readonly StageCost[];
}

/** The program of the command line. */
export const sdqProgram = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));
const sampleMs = 500;
/** The folder of an index has thousands of files: it is sampled at most for this share of the time. */
const diskShare = 0.02;
const stderrCharactersMax = 4_000;
/** Clock ticks a second in `/proc`, which is 100 on Linux for every program. */
const ticksPerSecond = 100;

/**
 * Runs an `sdq` command that changes an index, and samples its processes and the size of the index. Stages are those of
 * its progress: what stands before two blanks in a line, without the path of a file. Rejects if it fails.
 */
export async function measureCommand(
  words: readonly string[],
  index: string,
  { signal, onProgress }: BenchHooks,
): Promise<CommandCost> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const child = spawn(
    process.execPath,
    ['--conditions=@sdq/source', sdqProgram, ...words, '--index', index],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGINT',
    },
  );
  const pid = child.pid ?? 0;
  let cpuSeconds = 0;
  let peakBytes = 0;
  let diskPeakBytes = 0;
  let diskDueAt = 0;
  const sampleDisk = () => {
    const from = performance.now();
    if (from < diskDueAt) return;
    diskPeakBytes = Math.max(diskPeakBytes, folderBytes(index));
    const to = performance.now();
    diskDueAt = to + (to - from) / diskShare;
  };
  const sample = () => {
    const pids = [pid, ...descendantsOf(pid)];
    // The CPU of processes that ended counts for their parent; a sum that shrinks missed one between the two.
    cpuSeconds = Math.max(cpuSeconds, cpuOf(pid) + sum(pids.slice(1).map(cpuOf)));
    peakBytes = Math.max(peakBytes, sum(pids.map(residentBytes)));
    sampleDisk();
  };
  const timer = setInterval(sample, sampleMs);
  const stages: StageCost[] = [];
  let stage = { name: 'start', wall: 0, cpu: 0 };
  const enter = (name: string) => {
    if (name === stage.name) return;
    sample();
    stages.push({
      name: stage.name,
      wallSeconds: seconds() - stage.wall,
      cpuSeconds: cpuSeconds - stage.cpu,
    });
    stage = { name, wall: seconds(), cpu: cpuSeconds };
  };
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrCharactersMax);
    for (const line of text.split(/[\r\n]+/)) {
      const name = stageOf(line);
      if (name === undefined) continue;
      enter(name);
      onProgress(line);
    }
  });
  try {
    const code = await new Promise<number | null>((settle, fail) => {
      child.once('error', fail);
      child.once('exit', settle);
    });
    if (code !== 0)
      throw new Error(`sdq ${words.join(' ')} ended with ${code}: ${stderr.trim().slice(-500)}`);
  } finally {
    clearInterval(timer);
  }
  enter('');
  return {
    command: `sdq ${words.map((word) => (word.includes('/') ? word.split('/').at(-1) : word)).join(' ')}`,
    wallSeconds: seconds(),
    cpuSeconds,
    peakBytes,
    diskPeakBytes,
    diskBytes: folderBytes(index),
    stages: stages.filter(({ wallSeconds }) => wallSeconds >= 1),
  };
}

function stageOf(line: string): string | undefined {
  const text = line.split('  ')[0]?.trim() ?? '';
  if (text === '') return undefined;
  return text
    .split(' ')
    .filter((word) => !word.includes('/'))
    .join(' ');
}

/** The CPU seconds of a process and of those children whose end it has waited for. */
function cpuOf(pid: number): number {
  const fields = procText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return sum(fields.slice(11, 15).map(Number)) / ticksPerSecond;
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(procText(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
