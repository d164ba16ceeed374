import type { MadeKey } from '@sdq/accounts';
import { AppError, envelope, httpValidationError, rotateApiKeyRequest, rotatedApiKey } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { apiKeyView } from '../response/api-key-view.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `POST /api/users/me/api-keys/{key_id}/rotate`: replaces a key; the previous key expires after an overlap. */
export function rotateApiKeyRoute(app: App, { accounts, platformNames }: Services): void {
  app.post(
    '/api/users/me/api-keys/:key_id/rotate',
    {
      schema: {
        operationId: 'rotate_api_key',
        tags: ['account'],
        summary: 'Rotate an API key',
        security: [{ APIKeyHeader: [] }],
        params: z.object({ key_id: z.string() }),
        body: rotateApiKeyRequest,
        response: { 200: envelope(rotatedApiKey(platformNames)), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['api_key_not_found', 'key_limit_reached'],
          example: {
            async of({ post }) {
              const { key_id } = await post('/api/users/me/api-keys', { name: 'old reports' });
              return { path: { key_id: String(key_id) }, body: { overlap_seconds: 3_600 } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const { key_id: keyId } = request.params;
      const overlapMs = request.body.overlap_seconds * 1_000;
      const endsAt = new Date(Date.now() + overlapMs).toISOString();
      const dataOf = ({ record, key }: MadeKey) => ({
        ...apiKeyView(record),
        key,
        replaces: { key_id: keyId, expires_at: endsAt },
      });
      const call = idempotentCallOf(request, (made: MadeKey) => envelopeText(request.id, dataOf(made)));
      const made = await accounts.rotateKey(accountId, keyId, { overlapMs, call });
      if (made === undefined) {
        const { idempotency } = request;
        const isTaken =
          idempotency !== null &&
          (await accounts.findIdempotentRequest(principalOf(request).keyId, idempotency.key)) !== undefined;
        throw isTaken ? idempotencyConflict() : new AppError('api_key_not_found', 'Active API key not found');
      }
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, dataOf(made));
    },
  );
}
