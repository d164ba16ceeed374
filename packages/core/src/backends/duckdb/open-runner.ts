import { join } from 'node:path';
import { coresOfMachine, memoryOfMachine } from '@sdq/duckdb';
import type { AbsentFiles } from '@sdq/index';
import { makeSpillFolder } from '../../backend/spill-folder.ts';
import { InProcessRunner } from './execute/in-process-runner.ts';
import { ProcessRunner } from './process/process-runner.ts';

export { coresOfMachine, memoryOfMachine };

export interface DuckDBOptions {
  /** Threads that DuckDB may use; default: the number of cores. */
  threads?: number | undefined;
  /** DuckDB's memory limit, in bytes, per process; default: a quarter of the memory of the machine or container, at most 3 GiB. */
  memoryBytesMax?: number | undefined;
  /**
   * Where queries run. In separate processes (the default), a query that crashes the engine or cannot be stopped only
   * ends its process, which is replaced. In this process queries start faster; choose it only for SQL whose authors
   * you trust.
   */
  isolation?: 'process' | 'in-process' | undefined;
  /** Number of warm query processes, each with its own `threads` and `memoryBytesMax`; default 2. */
  processes?: number | undefined;
  /** Maximum concurrent DuckDB calls per query process; further calls are queued. Default 4, or 2 in this process. */
  concurrencyPerProcess?: number | undefined;
  /** Files of the index that are not here yet, and come when a query reads them; default: all are here. */
  absent?: AbsentFiles | undefined;
  /** @deprecated Use `concurrencyPerProcess`. */
  slots?: number | undefined;
}

/** The data segment of a query process ends at 4 GiB: the last gibibyte is for memory that DuckDB does not count. */
const memoryBytesDefaultMax = 3 * 2 ** 30;

/** Starts the runner of plans over the files of an index. */
export async function openRunner(
  index: string,
  spillDirectory: string | undefined,
  options: DuckDBOptions,
  /** A folder that queries may read too; it need not exist. */
  ...further: readonly string[]
): Promise<InProcessRunner | ProcessRunner> {
  const concurrency = concurrencyOf(options);
  const shared = {
    directories: [join(index, 'data'), ...further],
    ...shareOf(options),
  };
  if (options.isolation === 'in-process') {
    return await InProcessRunner.open({
      ...shared,
      // Each call of DuckDB blocks a thread of Node's pool; two threads are left for file and DNS operations.
      concurrency: concurrency ?? Math.max(2, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 2),
      temporaryDirectory: await makeSpillFolder(spillDirectory),
    });
  }
  return await ProcessRunner.open({
    ...shared,
    concurrency: concurrency ?? 4,
    processes: options.processes ?? 2,
    spillDirectory,
  });
}

/** What one DuckDB may use of the machine. */
export function shareOf({ threads, memoryBytesMax }: DuckDBOptions): {
  threads: number;
  memoryBytesMax: number;
} {
  return {
    threads: threads ?? coresOfMachine(),
    memoryBytesMax: memoryBytesMax ?? Math.min(memoryBytesDefaultMax, Math.floor(memoryOfMachine() / 4)),
  };
}

/** `concurrencyPerProcess`; its former name `slots` works with a warning. */
function concurrencyOf({ concurrencyPerProcess, slots }: DuckDBOptions): number | undefined {
  if (slots === undefined) return concurrencyPerProcess;
  const message =
    concurrencyPerProcess === undefined
      ? 'The engine option "slots" is deprecated: use "concurrencyPerProcess"'
      : 'The engine options "concurrencyPerProcess" and "slots" are both set: "slots" is deprecated and ignored';
  process.emitWarning(message, 'DeprecationWarning');
  return concurrencyPerProcess ?? slots;
}
