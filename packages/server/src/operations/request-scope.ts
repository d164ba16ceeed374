import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndedStep } from '@sdq/core';

/** What is gathered of a request while it runs, by whatever works for it. */
export interface RequestScope {
  /** What it was charged: units of $0.0001. */
  units: number;
  records: number;
  errorCode: string | undefined;
  /** The steps of its queries. */
  onStep: ((ended: EndedStep) => void) | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
  }
}

export function newRequestScope(): RequestScope {
  return { units: 0, records: 0, errorCode: undefined, onStep: undefined };
}

/** The scope of the request for which code runs. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
