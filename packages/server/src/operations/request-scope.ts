import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor, Principal } from '@sdq/accounts';
import type { EndedStep } from '@sdq/core';

/** Measures of a request, collected while it runs. */
export interface RequestScope {
  readonly requestId: string;
  /** The IP address of the caller. */
  address: string;
  /** The caller, as soon as the request is authenticated. */
  principal: Principal | null;
  /** The admin key of a request of the operator. */
  adminKeyId: string | null;
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

export function newRequestScope(requestId: string, address: string): RequestScope {
  return {
    requestId,
    address,
    principal: null,
    adminKeyId: null,
    units: 0,
    records: 0,
    errorCode: undefined,
    onStep: undefined,
  };
}

/** The scope of the current request. */
export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Who makes a change, for the audit log: the caller of the current request, or the service itself. */
export function currentActor(): Actor {
  const scope = requestScope.getStore();
  if (scope === undefined) return { name: 'service', address: null };
  const { principal, adminKeyId, address } = scope;
  if (adminKeyId !== null) return { name: `admin key ${adminKeyId}`, address };
  if (principal === null) return { name: 'public', address };
  if (principal.sessionId !== undefined) return { name: `session ${principal.sessionId}`, address };
  return { name: `${principal.kind === 'acct' ? 'account' : 'data'} key ${principal.keyId}`, address };
}
