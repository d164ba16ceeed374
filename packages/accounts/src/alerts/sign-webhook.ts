import { createHmac } from 'node:crypto';

/**
 * The signature headers of a message, as defined by Standard Webhooks
 * (https://www.standardwebhooks.com): HMAC-SHA-256 over `id.timestamp.body`.
 */
export function signWebhook(
  secret: string,
  message: { id: string; sentAt: Date; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const timestamp = Math.floor(message.sentAt.getTime() / 1_000);
  const signature = createHmac('sha256', key)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
