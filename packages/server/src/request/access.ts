import type { Principal } from '@sdq/accounts';
import { AppError, type Platform } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Who may call a route: anybody; a data key with the route's platform; an account key; or, to read what concerns the
 * caller, either.
 */
export type Access = 'public' | 'data' | 'account' | 'own';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The platform whose data the route reads. */
    platform?: Platform;
  }
  interface FastifyRequest {
    /** Null on public routes. */
    principal: Principal | null;
  }
}

/** Whether this key may use this route. Errors: `insufficient_scope`, `platform_not_permitted`. */
export function checkAccess(principal: Principal, access: Access, platform: Platform | undefined): void {
  const isAccountKey = principal.kind === 'acct';
  if (access === 'account' && !isAccountKey) {
    throw new AppError('insufficient_scope', 'This endpoint needs an account key; this is a data key');
  }
  if (access === 'data' && isAccountKey) {
    throw new AppError('insufficient_scope', 'This endpoint needs a data key; this is an account key', {
      hint: 'make one with POST /api/users/me/api-keys',
    });
  }
  if (platform !== undefined && !isAccountKey && !principal.permissions.includes(platform)) {
    throw new AppError('platform_not_permitted', `This key may not read '${platform}'`, {
      meta: { platform, permissions: principal.permissions },
    });
  }
}

/** The key that a route with access other than `public` was called with. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is public: it has no principal');
  return request.principal;
}

/** What holds a data key to what is its own; an account key sees all of the account. */
export function ownKeyOf(request: FastifyRequest): { keyId?: string } {
  const { kind, keyId } = principalOf(request);
  return kind === 'acct' ? {} : { keyId };
}
