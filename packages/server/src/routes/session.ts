import { accountInactive, type Session, type SessionRefusal } from '@sdq/accounts';
import {
  AppError,
  createSessionRequest,
  endedSession,
  envelope,
  errorEnvelope,
  httpValidationError,
  session,
} from '@sdq/contract';
import { formatCost, parseDollars } from '@sdq/pricing';
import type { App } from '../app.ts';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { refuseAdminKey } from '../request/credentials.ts';
import {
  checkOrigin,
  clearSessionCookies,
  sessionSecretOf,
  setSessionCookie,
} from '../request/session-cookie.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** The headers that a browser's page of this service sends; examples send them too. */
const pageHeaders = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'console' };

/** `POST /api/session` signs a browser in, `DELETE /api/session` signs it out. */
export function sessionRoutes(app: App, { accounts, publicUrl, failedAuthentications }: Services): void {
  app.post(
    '/api/session',
    {
      schema: {
        operationId: 'create_session',
        tags: ['account'],
        summary: 'Sign a browser in',
        description:
          'Exchanges an API key, or the one-time token that `sdq start` prints, for a cookie that scripts cannot read (`__Host-sdq`, 12 hours). For pages of this service only: the request needs `Sec-Fetch-Site: same-origin`, which browsers send, and the header `X-Requested-With`. With an account key or a token, the session calls account endpoints, and spends through the data key `console` of the account, with a monthly limit of $10 unless `spend_limit` changes it. With a data key, it calls data endpoints with that key. Free of charge.',
        body: createSessionRequest,
        response: { 200: envelope(session), '4xx': errorEnvelope, 422: httpValidationError },
      },
      config: {
        docs: {
          errors: [
            'session_refused',
            'invalid_sign_in_token',
            'invalid_api_key',
            'revoked_api_key',
            'expired_api_key',
            'insufficient_scope',
            'key_limit_reached',
            'account_suspended',
            'account_closed',
          ],
          example: {
            of: ({ accountKey }) => ({
              body: { key: accountKey, spend_limit: '$5.0000' },
              headers: pageHeaders,
            }),
          },
        },
      },
    },
    async (request, reply) => {
      const way = checkOrigin(request, { publicUrl });
      const { key, token, spend_limit: spendLimit } = request.body;
      if ((key == null) === (token == null)) {
        throw invalidValue(['body'], 'provide either key or token', {});
      }
      if (key != null) refuseAdminKey(key);
      if (spendLimit != null && key != null && /^sdq_(?:live|test)_/.test(key)) {
        const message = 'spend_limit is of the console key of an account; a data key has a limit of its own';
        throw invalidValue(['body', 'spend_limit'], message, spendLimit);
      }
      const limit = spendLimit == null ? undefined : parseDollars(spendLimit);
      const opened = await accounts.openSession(key != null ? { key } : { token: token ?? '' }, {
        spendLimitUnits: limit,
      });
      if (!opened.ok) throw failedAuthentications.note(notOpened(opened.reason, key != null), request.ip);
      // a session that the browser had before ends: its secret may be known to others (fixation)
      const former = sessionSecretOf(request);
      if (former !== undefined) await accounts.endSession(former);
      setSessionCookie(reply, way, opened.secret);
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, sessionView(opened.session));
    },
  );
  app.delete(
    '/api/session',
    {
      schema: {
        operationId: 'delete_session',
        tags: ['account'],
        summary: 'Sign a browser out',
        description:
          'Ends the session of the cookie and removes the cookie. Needs the headers of `POST /api/session`. Free of charge.',
        response: { 200: envelope(endedSession), '4xx': errorEnvelope },
      },
      config: {
        docs: { errors: ['session_refused'], example: { of: () => ({ headers: pageHeaders }) } },
      },
    },
    async (request, reply) => {
      checkOrigin(request, { publicUrl });
      const secret = sessionSecretOf(request);
      const ended = secret !== undefined && (await accounts.endSession(secret));
      clearSessionCookies(reply);
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, { ended });
    },
  );
}

function notOpened(reason: SessionRefusal, isKey: boolean): AppError {
  switch (reason) {
    case 'suspended':
    case 'closed':
      return accountInactive(reason);
    case 'revoked':
      return new AppError('revoked_api_key', 'The API key was revoked');
    case 'expired':
      return new AppError('expired_api_key', 'The API key has expired');
    case 'unknown':
      return isKey
        ? new AppError('invalid_api_key', 'The API key is invalid')
        : new AppError('invalid_sign_in_token', 'The sign-in token is unknown, expired or used already', {
            hint: 'Sign in with an API key, or restart sdq start for a new address',
          });
  }
}

function sessionView({ sessionId, accountId, account, data, keyName, spendLimitUnits, expiresAt }: Session) {
  return {
    session_id: sessionId,
    account_id: accountId,
    access: account === null ? 'data' : 'account',
    key_id: data.keyId,
    key_name: keyName,
    permissions: data.permissions,
    spend_limit: spendLimitUnits === null ? null : formatCost(spendLimitUnits),
    expires_at: expiresAt.toISOString(),
  };
}
