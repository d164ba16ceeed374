import { createApiKeyRequest, createdApiKey, envelope, httpValidationError } from '@sdq/contract';
import { principalOf } from '../request/access.ts';
import { apiKeyView } from '../response/api-key-view.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { App, Services } from '../services.ts';

/** `POST /api/users/me/api-keys`: a new data key, shown this once. */
export function createApiKeyRoute(app: App, { accounts }: Services): void {
  app.post(
    '/api/users/me/api-keys',
    {
      schema: {
        operationId: 'create_api_key',
        tags: ['account'],
        summary: 'Create an API key',
        security: [{ APIKeyHeader: [] }],
        body: createApiKeyRequest,
        response: { 200: envelope(createdApiKey), 422: httpValidationError },
      },
      config: { access: 'account' },
    },
    async (request, reply) => {
      const { record, key } = await accounts.createKey(principalOf(request).accountId, request.body);
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, { ...apiKeyView(record), key });
    },
  );
}
