import { apiKeyList, envelope } from '@sdq/contract';
import type { App } from '../app.ts';
import { principalOf } from '../request/access.ts';
import { apiKeyView } from '../response/api-key-view.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/users/me/api-keys`: the data API keys of the account, newest first, masked, including revoked ones. */
export function listApiKeysRoute(app: App, { accounts, platformNames }: Services): void {
  app.get(
    '/api/users/me/api-keys',
    {
      schema: {
        operationId: 'list_api_keys',
        tags: ['account'],
        summary: 'List API keys',
        security: [{ APIKeyHeader: [] }],
        response: { 200: envelope(apiKeyList(platformNames)) },
      },
      config: { access: 'account', docs: { example: {} } },
    },
    async (request, reply) => {
      const keys = (await accounts.listKeys(principalOf(request).accountId)).map(apiKeyView);
      return sendEnvelope(reply, { keys, total: keys.length });
    },
  );
}
