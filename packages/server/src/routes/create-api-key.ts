import type { MadeKey } from '@sdq/accounts';
import { createApiKeyRequest, createdApiKey, envelope, httpValidationError } from '@sdq/contract';
import { parseDollars } from '@sdq/pricing';
import type { App } from '../app.ts';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { apiKeyView } from '../response/api-key-view.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `POST /api/users/me/api-keys`: creates a data API key, which is returned only here. */
export function createApiKeyRoute(app: App, { accounts, platformNames }: Services): void {
  app.post(
    '/api/users/me/api-keys',
    {
      schema: {
        operationId: 'create_api_key',
        tags: ['account'],
        summary: 'Create an API key',
        security: [{ APIKeyHeader: [] }],
        body: createApiKeyRequest(platformNames),
        response: { 200: envelope(createdApiKey(platformNames)), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['key_limit_reached'],
          example: {
            of: () => ({
              body: {
                name: 'nightly report',
                permissions: ['shortvideo', 'photo'],
                spend_limit: '$5.0000',
              },
            }),
          },
        },
      },
    },
    async (request, reply) => {
      const { name, permissions, expires_at: expiresAt, spend_limit: spendLimit } = request.body;
      if (expiresAt != null && expiresAt.at.getTime() <= Date.now()) {
        const message = 'expires_at must be in the future';
        throw invalidValue(['body', 'expires_at'], message, expiresAt.at.toISOString());
      }
      const { accountId } = principalOf(request);
      const newKey = {
        name,
        permissions,
        expiresAt: expiresAt?.at,
        spendLimitUnits: spendLimit == null ? null : parseDollars(spendLimit),
      };
      const dataOf = ({ record, key }: MadeKey) => ({ ...apiKeyView(record), key });
      const call = idempotentCallOf(request, (made: MadeKey) => envelopeText(request.id, dataOf(made)));
      const made = await accounts.createKey(accountId, newKey, call);
      if (made === undefined) throw idempotencyConflict();
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, dataOf(made));
    },
  );
}
