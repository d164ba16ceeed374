import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { makeRowFile, type RowFileRequest, type WrittenRowFile } from './make-row-file.ts';
import type { RowFileReply } from './row-file-process.ts';

export interface RowFilePoolOptions {
  /** Number of processes; 0 writes in this process, which is faster for few rows. */
  readonly processes: number;
  /** DuckDB's memory limit over all processes, in bytes. */
  readonly memoryBytesMax: number;
  readonly signal: AbortSignal;
  readonly onWritten: (request: RowFileRequest, written: WrittenRowFile) => Promise<void>;
}

const memoryBytesMin = 128 * 2 ** 20;

/** Writes all these row files, several concurrently. Returns the CPU seconds of the processes it used. */
export async function writeRowFiles(
  requests: readonly RowFileRequest[],
  options: RowFilePoolOptions,
): Promise<number> {
  // The largest first, so that none of them is left for the end, when the other processes are idle.
  const queue = [...requests].sort((a, b) => b.rows - a.rows);
  if (options.processes === 0) return await writeHere(queue, options);
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const count = Math.min(options.processes, queue.length);
  const memoryBytesMax = Math.max(memoryBytesMin, Math.floor(options.memoryBytesMax / Math.max(1, count)));
  const cpuSeconds = await Promise.all(
    Array.from({ length: count }, async () => {
      try {
        return await workThrough(queue, { ...options, memoryBytesMax, signal });
      } catch (error) {
        failure.abort(error);
        throw error;
      }
    }),
  );
  return cpuSeconds.reduce((sum, seconds) => sum + seconds, 0);
}

async function writeHere(queue: RowFileRequest[], options: RowFilePoolOptions): Promise<number> {
  const before = process.cpuUsage();
  await using database = await Database.open({ memoryBytesMax: options.memoryBytesMax });
  const connection = await database.connect();
  for (const request of queue) {
    options.signal.throwIfAborted();
    await options.onWritten(request, await makeRowFile(connection, request, options.signal));
  }
  connection.closeSync();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** One process, until the queue is empty. */
async function workThrough(queue: RowFileRequest[], options: RowFilePoolOptions): Promise<number> {
  const { signal, memoryBytesMax, onWritten } = options;
  signal.throwIfAborted();
  const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
  const child = fork(fileURLToPath(new URL(`./row-file-process${extension}`, import.meta.url)), [
    String(memoryBytesMax),
  ]);
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let cpuSeconds = 0;
  try {
    for (let request = queue.shift(); request !== undefined; request = queue.shift()) {
      const reply = await ask(child, request);
      signal.throwIfAborted();
      if ('failed' in reply) throw failureOf(reply.failed);
      cpuSeconds = reply.cpuSeconds;
      await onWritten(request, reply.done);
    }
    return cpuSeconds;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

async function ask(child: ChildProcess, request: RowFileRequest): Promise<RowFileReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RowFileReply>();
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`The process that writes row files ended (${signal ?? code})`));
  child.once('message', resolve as (message: unknown) => void);
  child.once('exit', onExit);
  child.once('error', reject);
  if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  else child.send(request);
  try {
    return await promise;
  } finally {
    child.removeAllListeners();
  }
}

function failureOf({ message, code }: { message: string; code: string | null }): Error {
  return code === 'index_corrupt' ? new AppError('index_corrupt', message) : new Error(message);
}
