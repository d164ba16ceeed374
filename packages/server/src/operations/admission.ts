import { AppError } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import type { CallLimits } from './call-limits.ts';

/**
 * How many requests are at work, of all callers, so that one too many is refused at once and not after a wait. Of one
 * key's SQL the engine's queue bounds what runs and waits (`sql/queue-place.ts`).
 */
export class Admission {
  readonly #limits: CallLimits;
  #sql = 0;
  #requests = 0;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Counts a request until its answer has left or its connection is gone. Errors: `service_unavailable`. */
  enter(reply: FastifyReply): void {
    if (this.#requests >= this.#limits.requestsAtOnce) throw overloaded('requests are at work');
    this.#requests++;
    reply.raw.once('close', () => {
      this.#requests--;
    });
  }

  /** Turns SQL away before anything of it is read. Errors: `service_unavailable`. */
  refuseSqlWhenFull(): void {
    if (this.#sql >= this.#limits.sqlAtOnce) throw overloaded('queries run and wait');
  }

  /** Counts SQL until its answer has left or its connection is gone. Errors: `service_unavailable`. */
  enterSql(reply: FastifyReply): void {
    this.refuseSqlWhenFull();
    this.#sql++;
    reply.raw.once('close', () => {
      this.#sql--;
    });
  }
}

function overloaded(what: string): AppError {
  return new AppError('service_unavailable', `As many ${what} as this service takes at once`, {
    retryAfterSeconds: 1,
  });
}
