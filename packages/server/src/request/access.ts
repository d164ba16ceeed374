import type { Principal } from '@sdq/accounts';
import { AppError, type Platform } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';

/**
 * The authorisation that a route requires: none; a data key with the platform of the route; an account key; either kind
 * of key, to read the caller's own data; an admin key of the operator; or the read token in its path.
 */
export type Access = 'public' | 'data' | 'account' | 'own' | 'admin' | 'reader';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** The platform whose data the route reads. */
    platform?: Platform;
  }
  interface FastifyRequest {
    /** Null on routes that are public or for admin keys. */
    principal: Principal | null;
  }
}

/** Checks that a key may call a route. Errors: `insufficient_scope`, `platform_not_permitted`. */
export function checkAccess(principal: Principal, access: Access, platform: Platform | undefined): void {
  const isAccountKey = principal.kind === 'acct';
  if (access === 'account' && !isAccountKey) {
    throw new AppError(
      'insufficient_scope',
      'This endpoint requires an account API key, but a data API key was sent',
    );
  }
  if (access === 'data' && isAccountKey) {
    throw new AppError(
      'insufficient_scope',
      'This endpoint requires a data API key, but an account API key was sent',
      {
        hint: 'Create a data API key with POST /api/users/me/api-keys',
      },
    );
  }
  if (platform !== undefined && !isAccountKey && !principal.permissions.includes(platform)) {
    throw new AppError(
      'platform_not_permitted',
      `This API key does not have access to platform "${platform}"`,
      {
        meta: { platform, permissions: principal.permissions },
      },
    );
  }
}

/** The principal of a request to a route that is not public. */
export function principalOf(request: { readonly principal: Principal | null }): Principal {
  if (request.principal === null)
    throw new Error('The route is not for keys of accounts, so the request has no principal');
  return request.principal;
}

/** The filter for the requests that a key may see: a data key its own, an account key all of the account. */
export function ownKeyOf(request: FastifyRequest): { keyId?: string } {
  const { kind, keyId } = principalOf(request);
  return kind === 'acct' ? {} : { keyId };
}
