import type { FastifyBaseLogger } from 'fastify';
import { runTick, type TickServices } from './run-tick.ts';

/** How often due ticks are looked for, and how many runs a process has at once. Milliseconds, counts. */
export const scheduleLimits = { everyMs: 1_000, runsAtOnce: 2 } as const;

/** Runs due schedules. Each tick is run by one of the processes that share the account database. */
export class ScheduleRunner {
  readonly #services: TickServices;
  readonly #log: FastifyBaseLogger;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(services: TickServices, log: FastifyBaseLogger) {
    this.#services = services;
    this.#log = log;
  }

  start(): void {
    if (this.#controller.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.runDue()
        .catch((error: unknown) => this.#log.error({ err: error }, 'Running schedules failed; it is retried'))
        .then(() => this.start());
    }, scheduleLimits.everyMs).unref();
  }

  /** Runs all ticks that are due, and waits for them. */
  async runDue(): Promise<void> {
    await Promise.all(Array.from({ length: scheduleLimits.runsAtOnce }, () => this.#work()));
  }

  async #work(): Promise<void> {
    const { signal } = this.#controller;
    while (!signal.aborted) {
      const [tick] = await this.#services.accounts.claimTicks(1);
      if (tick === undefined) return;
      await runTick(this.#services, tick, { log: this.#log, signal });
    }
  }

  /** Starts no further runs, cancels those in progress, and waits for their end. */
  async close(): Promise<void> {
    this.#controller.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}
