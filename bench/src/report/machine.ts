import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { version as duckdbVersion } from '@duckdb/node-api';

/** The machine and the versions with which a report was made. */
export interface Environment {
  readonly madeAt: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly node: string;
  readonly duckdb: string;
}

export function describeEnvironment(): Environment {
  return {
    madeAt: new Date().toISOString(),
    commit: commitOf(import.meta.dirname),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    duckdb: duckdbVersion(),
  };
}

/** The commit of a working tree, with `+` if it has uncommitted changes. */
export function commitOf(folder: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short=12', 'HEAD').trim()}${changed ? '+' : ''}`;
  } catch {
    return 'unknown'; // not a Git checkout
  }
}
