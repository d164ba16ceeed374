import { AppError } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import type { CallLimits } from './call-limits.ts';

/**
 * Concurrency limits over all callers: a request above the limit is refused immediately and does not wait (load
 * shedding). The fair queue of the engine limits the running and queued SQL of one key (`sql/queue-place.ts`).
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

  /** Counts a request until its response is sent or its connection is closed. Errors: `service_unavailable`. */
  enter(reply: FastifyReply): void {
    if (this.#requests >= this.#limits.requestsAtOnce)
      throw overloaded('requests', this.#limits.requestsAtOnce);
    this.#requests++;
    reply.raw.once('close', () => {
      this.#requests--;
    });
  }

  /** Refuses SQL before the body is read. Errors: `service_unavailable`. */
  refuseSqlWhenFull(): void {
    if (this.#sql >= this.#limits.sqlAtOnce) throw overloaded('SQL requests', this.#limits.sqlAtOnce);
  }

  /** Counts an SQL request until its response is sent or its connection is closed. Errors: `service_unavailable`. */
  enterSql(reply: FastifyReply): void {
    const place = this.takeSql();
    reply.raw.once('close', () => place[Symbol.dispose]());
  }

  /** Counts an SQL request until the place is disposed of, which must happen once. Errors: `service_unavailable`. */
  takeSql(): Disposable {
    this.refuseSqlWhenFull();
    this.#sql++;
    return {
      [Symbol.dispose]: () => {
        this.#sql--;
      },
    };
  }
}

function overloaded(what: string, limit: number): AppError {
  return new AppError(
    'service_unavailable',
    `The service is overloaded: it is limited to ${limit} concurrent ${what}`,
    {
      retryAfterSeconds: 1,
    },
  );
}
