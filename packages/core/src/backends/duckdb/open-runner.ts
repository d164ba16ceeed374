import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { makeSpillFolder } from '../../backend/spill-folder.ts';
import { InProcessRunner } from './execute/in-process-runner.ts';
import { ProcessRunner } from './process/process-runner.ts';

export interface DuckDBOptions {
  /** Threads that DuckDB may use; default: the machine's cores. */
  threads?: number;
  /** DuckDB's memory limit, in bytes, per process; default: a quarter of the machine's memory, at most 3 GiB. */
  memoryBytesMax?: number;
  /**
   * Where queries run. In processes of their own (the default), a query that crashes the engine or cannot be stopped
   * takes nothing along but its process, which is replaced. In this process they start faster; choose it only for SQL
   * whose authors you trust.
   */
  isolation?: 'process' | 'in-process';
  /** Query processes kept warm, each with `threads` and `memoryBytesMax` of its own; default 2. */
  processes?: number;
  /** Maximum concurrent DuckDB calls per query process; further calls are queued. Default 4, or 2 in this process. */
  concurrencyPerProcess?: number;
  /** @deprecated Use `concurrencyPerProcess`. */
  slots?: number;
}

/** The data segment of a query process ends at 4 GiB: the last one is for what DuckDB does not count. */
const memoryBytesDefaultMax = 3 * 2 ** 30;

/** Starts what runs plans over the files of an index. */
export async function openRunner(
  index: string,
  spillDirectory: string | undefined,
  options: DuckDBOptions,
): Promise<InProcessRunner | ProcessRunner> {
  const concurrency = concurrencyOf(options);
  const shared = {
    directories: [join(index, 'data')],
    threads: options.threads ?? availableParallelism(),
    memoryBytesMax: options.memoryBytesMax ?? Math.min(memoryBytesDefaultMax, Math.floor(totalmem() / 4)),
  };
  if (options.isolation === 'in-process') {
    return await InProcessRunner.open({
      ...shared,
      // DuckDB's calls each hold a thread of Node's pool; two are left for files and names.
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
