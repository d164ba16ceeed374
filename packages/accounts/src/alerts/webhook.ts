import { randomBytes } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Transaction } from 'kysely';
import { deriveKey, seal, unseal } from '../sealed-text.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A URL that receives the notifications of an account. */
export interface Webhook {
  webhookId: string;
  url: string;
  createdAt: Date;
}

const webhooksMax = 10;
/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;
const secretPrefix = 'whsec_';
const purpose = 'webhook secrets';

/** A new webhook; its secret is returned only here. */
export interface MadeWebhook {
  webhook: Webhook;
  secret: string;
}

/** Errors: `webhook_limit_reached`. */
export async function insertWebhook(
  store: Store,
  transaction: Transaction<StoreSchema>,
  pepper: Buffer,
  { accountId, url }: { accountId: string; url: string },
  now: number,
): Promise<MadeWebhook> {
  const secret = secretPrefix + randomBytes(secretBytes).toString('base64');
  const webhookId = orderedId('whk', now);
  const query = transaction.selectFrom('accounts').select('account_id').where('account_id', '=', accountId);
  await store.lock(query).execute();
  const known = await listWebhooks({ db: transaction }, accountId);
  if (known.length >= webhooksMax) {
    throw new AppError('webhook_limit_reached', `An account can have at most ${webhooksMax} webhooks`);
  }
  await transaction
    .insertInto('webhooks')
    .values({
      webhook_id: webhookId,
      account_id: accountId,
      url,
      secret: seal(deriveKey(pepper, purpose), Buffer.from(secret)),
      created_at: now,
    })
    .execute();
  return { webhook: { webhookId, url, createdAt: new Date(now) }, secret };
}

/** Oldest first. */
export async function listWebhooks({ db }: Pick<Store, 'db'>, accountId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['webhook_id', 'url', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('webhook_id')
    .execute();
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    url: row.url,
    createdAt: new Date(row.created_at),
  }));
}

export async function deleteWebhook({ db }: Store, accountId: string, webhookId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('webhook_id', '=', webhookId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The URL and signing secret of a webhook; undefined when the webhook was deleted. */
export async function findTarget(
  { db }: Store,
  pepper: Buffer,
  webhookId: string,
): Promise<{ url: string; secret: string } | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['url', 'secret'])
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { url: row.url, secret: unseal(deriveKey(pepper, purpose), row.secret).toString() };
}
