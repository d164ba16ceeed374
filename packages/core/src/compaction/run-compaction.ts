import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CatalogTable } from '@sdq/catalog';
import type { ErrorCode } from '@sdq/contract';
import type { RetentionReport } from './apply-retention.ts';

/** The one message to the compacting process. */
export interface CompactionRequest {
  readonly index: string;
  readonly tables: readonly CatalogTable[];
  readonly task: CompactionTask;
  /** How long to wait for other writers at the beginning, in milliseconds. */
  readonly waitMs: number;
  readonly memoryBytesMax?: number | undefined;
}

/** To compact tables, by id; to apply the retention rules of the index; or to refresh its segments, as `buildIndex` does. */
export type CompactionTask =
  | { readonly kind: 'compact'; readonly only: readonly string[] }
  | { readonly kind: 'retain' }
  | { readonly kind: 'refresh'; readonly foldShareMax: number };

/** Its answer. */
export type CompactionReply =
  | {
      readonly snapshotId: string;
      readonly cpuSeconds: number;
      /** What the retention rules did; undefined for other tasks. */
      readonly retained?: Pick<RetentionReport, 'dropped' | 'bytesWritten'>;
    }
  | {
      readonly failure: {
        readonly code: ErrorCode | '';
        readonly message: string;
        readonly hint?: string | undefined;
      };
    };

/** Time that the process has to release the lock of the index. */
const endMs = 5_000;

const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
const program = fileURLToPath(new URL(`./compact-process${extension}`, import.meta.url));

/** Does such a task in a process of its own with the lowest priority. When the signal aborts, the process is told to end, and killed if it does not. */
export async function runCompaction(
  request: CompactionRequest,
  signal: AbortSignal,
): Promise<CompactionReply> {
  return await new Promise((resolve) => {
    const child = fork(program, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    let killing: NodeJS.Timeout | undefined;
    const end = () => {
      child.kill('SIGTERM');
      killing = setTimeout(() => child.kill('SIGKILL'), endMs);
    };
    const settle = (reply: CompactionReply) => {
      signal.removeEventListener('abort', end);
      clearTimeout(killing);
      resolve(reply);
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    child.send(request, () => undefined); // if sending fails, the process has ended, and `exit` follows
    let reply: CompactionReply = {
      failure: { code: '', message: 'The compacting process ended without an answer' },
    };
    child.on('message', (message) => {
      reply = message as CompactionReply;
    });
    child.on('error', ({ message }) => settle({ failure: { code: '', message } }));
    child.on('exit', () => settle(reply));
  });
}
