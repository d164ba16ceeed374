import type { Accounts } from '@sdq/accounts';
import { AppError, type Platform } from '@sdq/contract';
import type { Caller, QueryService, Told } from '@sdq/pgwire';
import { shuttingDown } from '../operations/guards.ts';
import { checkAccess } from '../request/access.ts';
import { requireActive } from '../request/credentials.ts';
import { toAppError } from '../response/error-response.ts';
import { isDisclosed } from '../response/error-status.ts';
import { requestOf } from './failed-requests.ts';
import { PostgresCaller } from './postgres-caller.ts';
import type { PostgresParts } from './postgres-parts.ts';

/** The service as the listener for clients of PostgreSQL asks it. */
export function queryService(parts: PostgresParts): QueryService {
  const { services, failed, lifecycle } = parts;
  const { accounts, platforms, baseUrl } = services;
  const available = platforms.filter(({ sql }) => sql === 'available').map(({ platform }) => platform);
  return {
    platforms: available,
    refuseWhenDraining() {
      if (lifecycle.isDraining) throw shuttingDown();
    },
    findLogin: (keyId) => accounts.findLogin(keyId),
    logIn: (proof, platform) => logIn(parts, accounts, proof, platform as Platform),
    noteFailure: (error, address) => failed.note(error, address),
    toTold: (error) => toTold(parts, error, baseUrl()),
  };
}

/** Errors: those of a key that may not be used, `insufficient_scope`, `platform_not_permitted`. */
async function logIn(
  parts: PostgresParts,
  accounts: Accounts,
  { keyId, key }: { keyId: string; key?: string },
  platform: Platform,
): Promise<Caller> {
  const authentication =
    key === undefined ? await accounts.authenticateKey(keyId) : await accounts.authenticate(key);
  const principal = requireActive(authentication);
  if (principal.keyId !== keyId) throw new AppError('invalid_api_key', 'The API key is invalid');
  checkAccess(principal, 'data', platform);
  const { tables } = await parts.services.engine.schema(platform);
  return new PostgresCaller(parts, principal, platform, tables);
}

/** Details of internal errors are logged, and not told. */
function toTold({ log }: PostgresParts, error: unknown, baseUrl: string): Told {
  const known = toAppError(error);
  const requestId = requestOf(error);
  const shown = isDisclosed(known) ? known : new AppError('internal_error', 'Internal Server Error');
  if (shown.code === 'internal_error') log.error({ err: error, request_id: requestId }, 'Request failed');
  const [fault] = shown.sql;
  return {
    code: shown.code,
    message: shown.message,
    hint: shown.hint ?? fault?.hint ?? undefined,
    offset: fault?.offset ?? undefined,
    requestId,
    documentation: `${baseUrl}/docs/errors#${shown.code}`,
  };
}
