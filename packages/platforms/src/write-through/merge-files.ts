import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CatalogTable } from '@sdq/catalog';

interface Failure {
  /** The code of an AppError; empty for internal errors. */
  code: string;
  message: string;
}

export type MergeReply =
  | {
      snapshotId: string;
      files: { path: string; accepted: number; refused: number; failure?: Failure }[];
    }
  | { failure: Failure };

const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
const program = fileURLToPath(new URL(`./merge-process${extension}`, import.meta.url));

/** The first message to the merge process: tables besides the built-in ones. */
export type MergeTables = readonly CatalogTable[];

/** Merges spooled files in a child process, so that requests are not blocked and memory is freed. */
export async function mergeFiles(
  index: string,
  files: readonly string[],
  tables: MergeTables,
  signal: AbortSignal,
): Promise<MergeReply> {
  return await new Promise((resolve) => {
    const child = fork(program, [index, ...files], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    child.send(tables, () => undefined); // if sending fails, the process has ended, and `exit` follows
    let reply: MergeReply = { failure: { code: '', message: 'the merging process ended without an answer' } };
    child.on('message', (message) => {
      reply = message as MergeReply;
    });
    child.on('error', ({ message }) => {
      reply = { failure: { code: '', message } };
      resolve(reply);
    });
    child.on('exit', () => {
      signal.removeEventListener('abort', kill);
      resolve(reply);
    });
  });
}
