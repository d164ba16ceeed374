import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndedStep } from '@sdq/core';

/** Measures of a request, collected while it runs. */
export interface RequestScope {
  /** The charge in units of $0.0001. */
  units: number;
  records: number;
  errorCode: string | undefined;
  /** Receives the steps of its queries. */
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

/** The scope of the current request. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
