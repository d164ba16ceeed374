import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, toolPath } from '../../support/tools.ts';

/** What a process asked the kernel for, written by strace as it goes; null where strace is missing. */
export interface Trace {
  /** To start the process with. */
  wrapper: readonly string[];
  /** Calls so far, one a line. */
  calls(): string[];
}

/** Traces opened files and connections of the process and all of its children. */
export function traceCalls(directory: string): Trace | null {
  if (isMissing('strace')) return null;
  const file = join(directory, 'calls.strace');
  return {
    // -D: strace stands aside, so that the process we started is the service
    wrapper: [
      toolPath('strace'),
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
