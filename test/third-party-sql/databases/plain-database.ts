import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInCatalog } from '@sdq/catalog';
import { duckdbViews, openSnapshot } from '@sdq/index';
import type { PlainAnswer, PlainCall, PlainCalls, PlainReply, PlainRequest, RowOrder } from './messages.ts';

const program = fileURLToPath(new URL('./plain-process.ts', import.meta.url));

/** Results above these limits are not compared. */
const rowsMax = 100_000;
const bytesMax = 50_000_000;
/** The time limit of what is no statement of other people, in milliseconds. */
const ownTimeoutMs = 60_000;

export interface PlainDatabaseOptions {
  /** Directory of the index. */
  readonly index: string;
  /** The platform whose tables statements name. */
  readonly platform: string;
  /** The time limit of a statement, in milliseconds. */
  readonly timeoutMs: number;
}

/** The process ended, by itself or because its time was over. */
class ProcessEnded extends Error {
  readonly isTimeout: boolean;

  constructor(isTimeout: boolean, message: string) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/**
 * Plain DuckDB in a process of its own over the files of an index. The process is started by the first call, and again
 * after it crashed or was killed. Calls are answered one after the other.
 */
export class PlainDatabase implements AsyncDisposable {
  readonly #options: PlainDatabaseOptions;
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: PlainDatabaseOptions) {
    this.#options = options;
  }

  /** Runs a statement. A crash and a timeout are errors of the types `Crash` and `Timeout`. */
  async run(sql: string, order: RowOrder = 'stored'): Promise<PlainAnswer> {
    // Rows in another order are copied by the first statement that needs them.
    const timeoutMs = this.#options.timeoutMs + (order === 'shuffled' ? ownTimeoutMs : 0);
    try {
      return await this.#call('run', { sql, order, rowsMax, bytesMax }, timeoutMs);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      return { outcome: 'error', type: error.isTimeout ? 'Timeout' : 'Crash', message: error.message };
    }
  }

  async syntax(sql: string): Promise<string | null> {
    return await this.#call('syntax', sql, ownTimeoutMs);
  }

  async text(syntax: string): Promise<string | null> {
    return await this.#call('text', syntax, ownTimeoutMs);
  }

  async prepare(sql: string): Promise<string | null> {
    return await this.#call('prepare', sql, this.#options.timeoutMs);
  }

  async forget(): Promise<void> {
    await this.#call('forget', undefined, ownTimeoutMs);
  }

  async preparedTables(): Promise<string[]> {
    return await this.#call('preparedTables', undefined, ownTimeoutMs);
  }

  async cteOf(argument: PlainCalls['cteOf']['argument']): Promise<string | null> {
    return await this.#call('cteOf', argument, ownTimeoutMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#kill();
    await this.#last.catch(() => {});
  }

  #kill(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #call<Call extends PlainCall>(
    call: Call,
    argument: PlainCalls[Call]['argument'],
    timeoutMs: number,
  ): Promise<PlainCalls[Call]['result']> {
    const turn = this.#last.then(async () => {
      if (this.#isClosed) throw new Error('The database is closed');
      if (this.#child === undefined) await this.#start();
      const result = await this.#ask(call, argument, timeoutMs);
      if (call === 'run' && isLast(result as PlainAnswer)) this.#kill();
      return result;
    });
    this.#last = turn.catch(() => {});
    return await turn;
  }

  async #start(): Promise<void> {
    const { index, platform } = this.#options;
    const script = duckdbViews(await openSnapshot(index), builtInCatalog);
    const child = fork(program, {
      execArgv: ['--conditions=@sdq/source'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
    await this.#ask('open', { script, dataDirectory: join(index, 'data'), schema: platform }, ownTimeoutMs);
  }

  async #ask<Call extends PlainCall>(
    call: Call,
    argument: PlainCalls[Call]['argument'],
    timeoutMs: number,
  ): Promise<PlainCalls[Call]['result']> {
    const child = this.#child;
    if (child === undefined) throw new ProcessEnded(false, 'The process has ended');
    const { promise, resolve, reject } = Promise.withResolvers<PlainCalls[Call]['result']>();
    let isTimeout = false;
    const timer = setTimeout(() => {
      isTimeout = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const onMessage = (reply: PlainReply) => {
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(reply.result as PlainCalls[Call]['result']);
    };
    const onExit = (code: number | null, signal: string | null) => {
      const reason = isTimeout ? `no answer within ${timeoutMs} ms` : `its process ended (${signal ?? code})`;
      reject(new ProcessEnded(isTimeout, reason));
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
    child.send({ call, argument } as PlainRequest);
    return await promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
    });
  }
}

/**
 * Whether the process is of no further use: DuckDB refuses all statements after an error of its own, and an encoder that
 * failed may be broken.
 */
function isLast(answer: PlainAnswer): boolean {
  if (answer.outcome === 'rows') return answer.lines === null;
  return /^(internal|fatal)$/i.test(answer.type);
}
