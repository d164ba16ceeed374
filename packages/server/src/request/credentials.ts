import {
  type Accounts,
  type Authentication,
  accountInactive,
  type KeyKind,
  type Principal,
  readKey,
} from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import { sessionSecretOf } from './session-cookie.ts';

/**
 * Authenticates a request by the API key in `Authorization: Bearer` or `X-API-Key`.
 * Errors: `key_in_query_string`, `ambiguous_credentials`, `missing_api_key`, `invalid_api_key`, `revoked_api_key`,
 * `expired_api_key`, `insufficient_scope`, `account_suspended`, `account_closed`.
 */
export async function findPrincipal(
  accounts: Accounts,
  request: FastifyRequest,
  access: Access,
): Promise<Principal> {
  refuseKeyInUrl(request);
  const key = chooseKey(request, access);
  if (key !== undefined) refuseAdminKey(key);
  if (key !== undefined && readKey(key)?.kind === 'admin') {
    throw new AppError(
      'insufficient_scope',
      'This endpoint requires an API key of an account, but an admin key was sent',
    );
  }
  if (key !== undefined && readKey(key)?.kind === 'read') {
    throw new AppError('insufficient_scope', 'A read token is no API key: it is used in its URL alone', {
      hint: 'GET /api/r/{token}.csv',
    });
  }
  const meta = { scheme: access === 'data' ? 'Bearer' : 'APIKey' };
  if (key === undefined) throw new AppError('missing_api_key', 'Not authenticated', { meta });
  return requireActive(await accounts.authenticate(key), meta);
}

/**
 * The owner of a key that may be used. Errors: `invalid_api_key`, `revoked_api_key`, `expired_api_key`,
 * `account_suspended`, `account_closed`.
 */
export function requireActive(
  authentication: Authentication,
  meta: Readonly<Record<string, unknown>> = {},
): Principal {
  if (authentication.ok) return authentication.principal;
  switch (authentication.reason) {
    case 'revoked':
      throw new AppError('revoked_api_key', 'The API key was revoked', { meta });
    case 'expired':
      throw new AppError('expired_api_key', 'The API key has expired', { meta });
    case 'suspended':
    case 'closed':
      throw accountInactive(authentication.reason);
    default:
      throw new AppError('invalid_api_key', 'The API key is invalid', { meta });
  }
}

/** Errors: `insufficient_scope` for an admin key. */
export function refuseAdminKey(key: string): void {
  if (readKey(key)?.kind !== 'admin') return;
  throw new AppError(
    'insufficient_scope',
    'This endpoint requires an API key of an account, but an admin key was sent',
  );
}

/** Whether a request has an API key in its headers, which then counts instead of a session. */
export function hasKey(request: FastifyRequest): boolean {
  return keysOf(request).length > 0;
}

/**
 * Authenticates a request of the operator; returns the ID of its admin key. Errors: `key_in_query_string`,
 * `ambiguous_credentials`, `missing_api_key`, `invalid_api_key`, `revoked_api_key`, `expired_api_key`,
 * `insufficient_scope`.
 */
export async function findAdmin(accounts: Accounts, request: FastifyRequest): Promise<string> {
  refuseKeyInUrl(request);
  const key = chooseKey(request, 'admin');
  const meta = { scheme: 'Bearer' };
  if (key === undefined) throw new AppError('missing_api_key', 'Not authenticated', { meta });
  const kind = readKey(key)?.kind;
  if (kind !== undefined && kind !== 'admin') {
    throw new AppError('insufficient_scope', 'This endpoint requires an admin key', {
      hint: 'The operator creates one with: sdq admin-key create',
    });
  }
  const authentication = await accounts.authenticateAdmin(key);
  if (authentication.ok) return authentication.keyId;
  switch (authentication.reason) {
    case 'revoked':
      throw new AppError('revoked_api_key', 'The admin key was revoked', { meta });
    case 'expired':
      throw new AppError('expired_api_key', 'The admin key has expired', { meta });
    default:
      throw new AppError('invalid_api_key', 'The admin key is invalid', { meta });
  }
}

/**
 * The caller that the read token in the path stands for. Errors: `not_found`, whatever is wrong with the token;
 * `key_in_query_string`.
 */
export async function findReader(accounts: Accounts, request: FastifyRequest): Promise<Principal> {
  refuseKeyInUrl(request);
  const { token = '' } = request.params as { token?: string };
  const authentication = await accounts.authenticateReader(token);
  if (authentication.ok) return authentication.principal;
  throw noReadToken();
}

export function noReadToken(): AppError {
  return new AppError('not_found', 'Read token not found', {
    hint: 'The token is wrong, was revoked, or has expired. Ask its owner for another one.',
  });
}

const kindsOf: Readonly<Record<Access, readonly KeyKind[]>> = {
  public: [],
  data: ['live', 'test'],
  account: ['acct'],
  own: ['acct'],
  admin: ['admin'],
  reader: [],
};

/**
 * The key of a request. A client may send a data key and an account key at once: each route takes the kind that it
 * requires, and a route for both takes the account key, which may do more. Errors: `ambiguous_credentials`.
 */
function chooseKey(request: FastifyRequest, access: Access): string | undefined {
  const keys = [...new Set(keysOf(request))];
  if (keys.length < 2) return keys[0];
  const kinds = new Set(keys.map((key) => readKey(key)?.kind));
  const [key, ...others] = keys.filter((each) =>
    kindsOf[access].some((kind) => readKey(each)?.kind === kind),
  );
  if (key !== undefined && others.length === 0 && !kinds.has(undefined)) return key;
  throw new AppError(
    'ambiguous_credentials',
    'Two API keys were sent (Authorization and X-API-Key), and it is unclear which one counts. Send only one.',
  );
}

/** The API key of an authenticated request, or the secret of its session. It is never stored. */
export function secretOf(request: FastifyRequest): string {
  const key = chooseKey(request, request.routeOptions.config.access ?? 'public') ?? sessionSecretOf(request);
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
