import { randomBytes } from 'node:crypto';
import { AppError } from '@sdq/contract';
import type { Kysely, Transaction } from 'kysely';
import { type PepperRing, unknownPepper } from '../keys/pepper-ring.ts';
import { deriveKey, seal, unseal } from '../sealed-text.ts';
import { orderedId } from '../store/ordered-id.ts';
import type { StoreSchema, WebhookRow } from '../store/schema.ts';
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
  peppers: PepperRing,
  { accountId, url }: { accountId: string; url: string },
  now: number,
): Promise<MadeWebhook> {
  const secret = secretPrefix + randomBytes(secretBytes).toString('base64');
  const webhookId = orderedId('whk', now);
  const pepper = await peppers.writing(store, transaction);
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
      secret: seal(deriveKey(pepper.bytes, purpose), Buffer.from(secret)),
      pepper: pepper.id,
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

export async function deleteWebhook(
  db: Kysely<StoreSchema>,
  accountId: string,
  webhookId: string,
): Promise<boolean> {
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
  peppers: PepperRing,
  webhookId: string,
): Promise<{ url: string; secret: string } | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['url', 'secret', 'pepper'])
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.pepper !== null && peppers.find(row.pepper) === undefined) await peppers.reload();
  return { url: row.url, secret: unsealSecret(peppers, row).toString() };
}

type SealedSecret = Pick<WebhookRow, 'secret' | 'pepper'>;

function unsealSecret(peppers: PepperRing, { secret, pepper }: SealedSecret): Buffer {
  const known = peppers.find(pepper);
  if (known !== undefined) return unseal(deriveKey(known.bytes, purpose), secret);
  for (const each of peppers.all) {
    try {
      return unseal(deriveKey(each.bytes, purpose), secret);
    } catch {
      // another one
    }
  }
  throw unknownPepper();
}

/** How many secrets are encrypted anew in one transaction. */
const batchRows = 200;

/**
 * Encrypts the secrets of webhooks with the pepper that writes, where another one was used; returns how many. It can be
 * interrupted and called again.
 */
export async function resealSecrets(store: Store, peppers: PepperRing): Promise<number> {
  let resealed = 0;
  for (;;) {
    const rows = await store.transaction(async (transaction) => {
      const pepper = await peppers.writing(store, transaction);
      const query = transaction
        .selectFrom('webhooks')
        .select(['webhook_id', 'secret', 'pepper'])
        .where((eb) => eb.or([eb('pepper', 'is', null), eb('pepper', '!=', pepper.id)]))
        .orderBy('webhook_id')
        .limit(batchRows);
      const found = await store.lock(query).execute();
      for (const row of found) {
        const secret = seal(deriveKey(pepper.bytes, purpose), unsealSecret(peppers, row));
        await transaction
          .updateTable('webhooks')
          .set({ secret, pepper: pepper.id })
          .where('webhook_id', '=', row.webhook_id)
          .execute();
      }
      return found.length;
    });
    resealed += rows;
    if (rows < batchRows) return resealed;
  }
}
