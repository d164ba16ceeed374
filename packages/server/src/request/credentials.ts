import { type Accounts, type Principal, readKey } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import type { Access } from './access.ts';

/**
 * Authenticates a request by the API key in `Authorization: Bearer` or `X-API-Key`.
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
    throw new AppError(
      'ambiguous_credentials',
      'Two different API keys were sent (Authorization and X-API-Key). Send only one.',
    );
  }
  const [key] = keys;
  const meta = { scheme: access === 'data' ? 'Bearer' : 'APIKey' };
  if (key === undefined) throw new AppError('missing_api_key', 'Not authenticated', { meta });
  const authentication = await accounts.authenticate(key);
  if (authentication.ok) return authentication.principal;
  switch (authentication.reason) {
    case 'revoked':
      throw new AppError('revoked_api_key', 'The API key was revoked', { meta });
    case 'expired':
      throw new AppError('expired_api_key', 'The API key has expired', { meta });
    default:
      throw new AppError('invalid_api_key', 'The API key is invalid', { meta });
  }
}

/** The API key of an authenticated request. It is never stored. */
export function keyOf(request: FastifyRequest): string {
  const [key] = keysOf(request);
  if (key === undefined) throw new Error('The request has no API key');
  return key;
}

/** All API keys in the headers; Node drops repeated Authorization headers, the raw list has them. */
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
    throw new AppError(
      'key_in_query_string',
      'The API key was sent in the URL, where it could be logged. Send it in a header.',
      {
        hint: 'Revoke this key and create another one',
      },
    );
  }
}
