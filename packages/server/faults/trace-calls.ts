import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process asked the kernel for, written by strace as it goes; null where there is no strace. */
export interface Trace {
  /** To start the process with. */
  wrapper: readonly string[];
  /** Calls so far, one a line. */
  calls(): string[];
}

/** Traces opened files and connections of the process and all of its children. */
export function traceCalls(directory: string): Trace | null {
  if (spawnSync('strace', ['-V']).status !== 0) return null;
  try {
    execFileSync('strace', ['-qq', '-e', 'trace=connect', 'true']); // it may be there and not be allowed
  } catch {
    return null;
  }
  const file = join(directory, 'calls.strace');
  return {
    // -D: strace stands aside, so that the process we started is the service
    wrapper: [
      'strace',
      '-D',
      '-f',
      '-qq',
      '-s',
      '4096',
      '-o',
      file,
      '-e',
      'trace=connect,open,openat,openat2',
    ],
    calls: () => readFileSync(file, 'utf8').split('\n'),
  };
}
