import { isPostable, type MadeWebhook, type Webhook } from '@sdq/accounts';
import {
  AppError,
  createdWebhook,
  createWebhookRequest,
  deletedWebhook,
  envelope,
  httpValidationError,
  webhookList,
} from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { invalidValue } from '../fastapi/request-invalid.ts';
import { principalOf } from '../request/access.ts';
import { idempotencyConflict, idempotentCallOf } from '../request/idempotency.ts';
import { envelopeText, sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

const path = '/api/users/me/webhooks';
const common = { tags: ['account'], security: [{ APIKeyHeader: [] }] };

/** `/api/users/me/webhooks`: the URLs that receive the notifications of an account. */
export function webhookRoutes(app: App, services: Services): void {
  const { accounts } = services;
  addCreation(app, services);
  app.get(
    path,
    {
      schema: {
        ...common,
        operationId: 'list_webhooks',
        summary: 'List webhooks',
        response: { 200: envelope(webhookList) },
      },
      config: { access: 'account', docs: { example: {} } },
    },
    async (request, reply) => {
      const webhooks = (await accounts.listWebhooks(principalOf(request).accountId)).map(webhookView);
      return sendEnvelope(reply, { webhooks, total: webhooks.length });
    },
  );
  app.delete(
    `${path}/:webhook_id`,
    {
      schema: {
        ...common,
        operationId: 'delete_webhook',
        summary: 'Delete a webhook',
        params: z.object({ webhook_id: z.string() }),
        response: { 200: envelope(deletedWebhook), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['webhook_not_found'],
          example: {
            async of({ post }) {
              const { webhook_id } = await post(path, { url: 'https://hooks.example.org/sdq' });
              return { path: { webhook_id: String(webhook_id) } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { webhook_id: webhookId } = request.params;
      if (!(await accounts.deleteWebhook(principalOf(request).accountId, webhookId))) {
        throw new AppError('webhook_not_found', 'Webhook not found');
      }
      return sendEnvelope(reply, { webhook_id: webhookId, message: 'The webhook was deleted' });
    },
  );
}

function addCreation(app: App, { accounts, allowPrivateWebhooks }: Services): void {
  app.post(
    path,
    {
      schema: {
        ...common,
        operationId: 'create_webhook',
        summary: 'Create a webhook',
        body: createWebhookRequest,
        response: { 200: envelope(createdWebhook), 422: httpValidationError },
      },
      config: {
        access: 'account',
        docs: {
          errors: ['webhook_limit_reached'],
          example: { of: () => ({ body: { url: 'https://hooks.example.org/usage' } }) },
        },
      },
    },
    async (request, reply) => {
      const { url } = request.body;
      if (!isPostable(url, allowPrivateWebhooks)) {
        const message = 'give an https address that is reachable from everywhere';
        throw invalidValue(['body', 'url'], message, url);
      }
      const dataOf = ({ webhook, secret }: MadeWebhook) => ({ ...webhookView(webhook), secret });
      const call = idempotentCallOf(request, (made: MadeWebhook) => envelopeText(request.id, dataOf(made)));
      const made = await accounts.createWebhook(principalOf(request).accountId, url, call);
      if (made === undefined) throw idempotencyConflict();
      reply.header('cache-control', 'no-store');
      return sendEnvelope(reply, dataOf(made));
    },
  );
}

function webhookView({ webhookId, url, createdAt }: Webhook) {
  return { webhook_id: webhookId, url, created_at: createdAt.toISOString() };
}
