import { type Accounts, accountInactive, type Principal } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from './access.ts';
import { checkOrigin, keepHostCookie, type PublicUrl, sessionSecretOf } from './session-cookie.ts';

/**
 * The caller of a request with the cookie of a session: the account on account endpoints, the key that the session spends
 * with on data endpoints. Errors: `session_refused`, `session_expired`, `account_suspended`, `account_closed`.
 */
export async function findSessionPrincipal(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  options: PublicUrl & { access: Access },
): Promise<Principal> {
  checkOrigin(request, options);
  const found = await accounts.findSession(sessionSecretOf(request) ?? '');
  if (!found.ok) {
    if (found.reason !== 'unknown') throw accountInactive(found.reason);
    throw new AppError('session_expired', 'The session has ended', {
      hint: 'Sign in again with POST /api/session',
    });
  }
  keepHostCookie(request, reply);
  reply.header('cache-control', 'private, no-store');
  const { account, data } = found.session;
  return options.access === 'data' ? data : (account ?? data);
}
