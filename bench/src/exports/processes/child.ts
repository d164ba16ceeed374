import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ExportCall, ExportReply } from './messages.ts';

/** A child process that performs exports, so that its CPU time includes no other work. */
export class ExportChild implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #ids = 0;

  /** `program` is a file in this directory. */
  constructor(
    program: 'formats' | 'clickhouse' | 'discard' | 'service' | 'readers',
    environment: Record<string, string> = {},
  ) {
    this.#child = fork(fileURLToPath(new URL(`./${program}.ts`, import.meta.url)), {
      execArgv: ['--conditions=@sdq/source', '--expose-gc'],
      env: { ...process.env, ...environment },
    });
    this.#child.on('message', (reply: ExportReply) => {
      const call = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('error' in reply) call?.reject(new Error(reply.error));
      else call?.resolve(reply.result);
    });
    this.#child.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the process ended: ${code}`));
      this.#waiting.clear();
    });
  }

  async call<Result>(name: string, argument: ExportCall['argument'] = {}): Promise<Result> {
    const id = ++this.#ids;
    return await new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#child.send({ id, name, argument } satisfies ExportCall);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((settle) => this.#child.once('exit', settle));
    this.#child.disconnect();
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(kill);
  }
}
