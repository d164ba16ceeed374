import { type Accounts, type Principal, readKey } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import type { Access } from './access.ts';

/**
 * Who sends a request: the key in `Authorization: Bearer` or `X-API-Key`, checked against the store.
 * Errors: `key_in_query_string`, `ambiguous_credentials`, `missing_api_key`, `invalid_api_key`, `revoked_api_key`,
 * `expired_api_key`.
 */
export async function findPrincipal(
  accounts: Accounts,
  request: FastifyRequest,
  access: Access,
): Promise<Principal> {
  refuseKeyInUrl(request);
  const keys = new Set(keysOf(request));
  if (keys.size > 1) {
    throw new AppError('ambiguous_credentials', 'The request carries two different keys');
  }
  const [key] = keys;
  const meta = { scheme: access === 'data' ? 'Bearer' : 'APIKey' };
  if (key === undefined) throw new AppError('missing_api_key', 'Not authenticated', { meta });
  const authentication = await accounts.authenticate(key);
  if (authentication.ok) return authentication.principal;
  switch (authentication.reason) {
    case 'revoked':
      throw new AppError('revoked_api_key', 'This key was revoked', { meta });
    case 'expired':
      throw new AppError('expired_api_key', 'This key has expired', { meta });
    default:
      throw new AppError('invalid_api_key', 'This key is not valid', { meta });
  }
}

/** The key that an authenticated request came with. It is kept nowhere. */
export function keyOf(request: FastifyRequest): string {
  const [key] = keysOf(request);
  if (key === undefined) throw new Error('the request carries no key');
  return key;
}

/** Every key the headers carry; node keeps one of several Authorization headers, the raw list has them all. */
function keysOf(request: FastifyRequest): string[] {
  const keys: string[] = [];
  const { rawHeaders } = request.raw;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase();
    const value = rawHeaders[i + 1]?.trim() ?? '';
    if (name === 'x-api-key' && value !== '') keys.push(value);
    if (name === 'authorization') {
      const bearer = /^bearer +(\S.*)$/i.exec(value)?.[1];
      if (bearer !== undefined) keys.push(bearer);
    }
  }
  return keys;
}

function refuseKeyInUrl(request: FastifyRequest): void {
  const values = Object.values((request.query ?? {}) as Record<string, string>);
  if (values.some((value) => readKey(value) !== undefined)) {
    throw new AppError('key_in_query_string', 'A key in the URL ends up in logs; send it in a header', {
      hint: 'revoke this key and make another one',
    });
  }
}
