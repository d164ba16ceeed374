import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, envelope, httpValidationError, receipt, receiptQuery } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { someAuthor } from '../openapi/operation-docs.ts';
import { ownKeyOf, principalOf } from '../request/access.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { receiptView } from '../response/usage-view.ts';
import type { Services } from '../services.ts';

const lookEveryMs = 100;

/** `GET /api/requests/{request_id}`: the cost of a request with its line items. A data key can read only its own requests. */
export function receiptRoute(app: App, { accounts, platformNames }: Services): void {
  app.get(
    '/api/requests/:request_id',
    {
      schema: {
        operationId: 'get_receipt',
        tags: ['account'],
        summary: 'Get the receipt of a request',
        security: [{ APIKeyHeader: [] }, { HTTPBearer: [] }],
        params: z.object({ request_id: z.string() }),
        querystring: receiptQuery,
        response: { 200: envelope(receipt(platformNames)), 422: httpValidationError },
      },
      config: {
        access: 'own',
        docs: {
          errors: ['not_found'],
          example: {
            async of({ get, row }) {
              const { request_id } = await get('shortvideo/profile', {
                ...(await row('shortvideo', someAuthor)),
                count: 2,
              });
              return { path: { request_id } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const { request_id: requestId } = request.params;
      const endsAt = performance.now() + (request.query.wait_ms ?? 0);
      let record = await accounts.findUsage(accountId, requestId);
      while (record === undefined && performance.now() < endsAt && !reply.raw.destroyed) {
        await sleep(lookEveryMs);
        record = await accounts.findUsage(accountId, requestId);
      }
      const { keyId } = ownKeyOf(request);
      if (record === undefined || (keyId !== undefined && record.keyId !== keyId)) {
        throw new AppError('not_found', 'Request not found');
      }
      return sendEnvelope(reply, receiptView(record));
    },
  );
}
