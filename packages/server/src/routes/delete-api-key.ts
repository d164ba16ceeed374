import { AppError, envelope, httpValidationError, revokedApiKey } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `DELETE /api/users/me/api-keys/{key_id}`: revokes a key permanently; idempotent. */
export function deleteApiKeyRoute(app: App, { accounts }: Services): void {
  app.delete(
    '/api/users/me/api-keys/:key_id',
    {
      schema: {
        operationId: 'delete_api_key',
        tags: ['account'],
        summary: 'Revoke an API key',
        security: [{ APIKeyHeader: [] }],
        params: z.object({ key_id: z.string() }),
        response: { 200: envelope(revokedApiKey), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['api_key_not_found'],
          example: {
            async of({ post }) {
              const { key_id } = await post('/api/users/me/api-keys', { name: 'reports' });
              return { path: { key_id: String(key_id) } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { key_id: keyId } = request.params;
      const record = await accounts.revokeKey(principalOf(request).accountId, keyId);
      if (record?.revokedAt == null) throw new AppError('api_key_not_found', 'API key not found');
      return sendEnvelope(reply, {
        key_id: record.keyId,
        status: 'revoked',
        revoked_at: record.revokedAt.toISOString(),
        message: 'The API key was revoked permanently',
      });
    },
  );
}
