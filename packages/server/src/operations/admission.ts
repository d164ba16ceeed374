import { AppError } from '@sdq/contract';
import type { FastifyReply } from 'fastify';
import type { CallLimits } from './call-limits.ts';

/**
 * How many requests are at work, so that one too many is turned away at once and not after a wait. Of SQL it bounds
 * what runs and waits; which of those runs next, the engine says.
 */
export class Admission {
  readonly #limits: CallLimits;
  readonly #sqlByKey = new Map<string, number>();
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

  /** The same for SQL. Errors: `too_many_concurrent_queries`, `service_unavailable`. */
  enterSql(keyId: string, reply: FastifyReply): void {
    const { sqlRunningPerKey, sqlWaitingPerKey } = this.#limits;
    const ofKey = this.#sqlByKey.get(keyId) ?? 0;
    if (ofKey >= sqlRunningPerKey + sqlWaitingPerKey) {
      const message = `${sqlRunningPerKey} queries of this key run and ${sqlWaitingPerKey} wait already`;
      throw new AppError('too_many_concurrent_queries', message, {
        retryAfterSeconds: 1,
        meta: { running_max: sqlRunningPerKey, waiting_max: sqlWaitingPerKey },
      });
    }
    this.refuseSqlWhenFull();
    this.#sql++;
    this.#sqlByKey.set(keyId, ofKey + 1);
    reply.raw.once('close', () => {
      this.#sql--;
      const left = (this.#sqlByKey.get(keyId) ?? 1) - 1;
      if (left === 0) this.#sqlByKey.delete(keyId);
      else this.#sqlByKey.set(keyId, left);
    });
  }
}

function overloaded(what: string): AppError {
  return new AppError('service_unavailable', `As many ${what} as this service takes at once`, {
    retryAfterSeconds: 1,
  });
}
