import { z } from 'zod';

/** `data` of `GET /api/users/me/notifications`: newest first. */
export const notificationList = z.object({
  notifications: z.array(
    z.object({
      notification_id: z.string(),
      kind: z.string(),
      message: z.string(),
      facts: z.record(z.string(), z.unknown()),
      created_at: z.string(),
    }),
  ),
  total: z.int(),
});

const urlLengthMax = 2_000;

/** The body of `POST /api/users/me/webhooks`. */
export const createWebhookRequest = z.object({
  url: z.string().min(1).max(urlLengthMax).meta({ description: 'HTTPS URL that receives POST requests.' }),
});

const webhook = z.object({ webhook_id: z.string(), url: z.string(), created_at: z.string() });

/** `data` of `GET /api/users/me/webhooks`. */
export const webhookList = z.object({ webhooks: z.array(webhook), total: z.int() });

/** A new webhook and its signing secret, which is returned only here. */
export const createdWebhook = webhook.extend({ secret: z.string() });

export const deletedWebhook = z.object({ webhook_id: z.string(), message: z.string() });
