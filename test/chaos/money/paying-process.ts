import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { PayingOrder } from './paying-order.ts';

const child = fileURLToPath(new URL('./paying-child.ts', import.meta.url));

/** What was told of an order; undefined when the process was killed before it told. */
export type Told = { units?: number; error?: string } | undefined;

/** A process that reserves and settles over accounts that others write too. */
export class PayingProcess {
  readonly #running: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (told: Told) => void>();
  readonly #ended: Promise<unknown>;
  readonly ready: Promise<void>;
  #orders = 0;

  constructor(directory: string, databaseUrl: string | undefined) {
    const words = ['--conditions=@sdq/source', child, directory];
    this.#running = spawn(process.execPath, [...words, ...(databaseUrl === undefined ? [] : [databaseUrl])], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
    });
    this.#running.stdin.on('error', () => {}); // a killed process reads no more
    this.#ended = once(this.#running, 'close').then(() => {
      for (const tell of this.#waiting.values()) tell(undefined);
      this.#waiting.clear();
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ready = promise;
    promise.catch(() => {});
    void this.#ended.then(() => reject(new Error('The process ended before it was ready')));
    createInterface({ input: this.#running.stdout }).on('line', (line) => {
      const { ready, order, ...told } = JSON.parse(line) as { ready?: true; order?: number } & object;
      if (ready) return resolve();
      this.#waiting.get(order ?? -1)?.(told);
      this.#waiting.delete(order ?? -1);
    });
  }

  async tell(what: Omit<PayingOrder, 'order'>): Promise<Told> {
    const order = this.#orders++;
    if (this.#running.exitCode !== null || this.#running.signalCode !== null) return undefined;
    const { promise, resolve } = Promise.withResolvers<Told>();
    this.#waiting.set(order, resolve);
    this.#running.stdin.write(`${JSON.stringify({ ...what, order })}\n`);
    return await promise;
  }

  /** Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#running.kill('SIGKILL');
    await this.#ended;
  }
}
