import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { resealSecrets } from '../alerts/webhook.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { makePepper, peppersMax } from '../keys/pepper.ts';
import { type Pepper, type PepperRing, writingFact } from '../keys/pepper-ring.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

export interface PepperMeans {
  store: Store;
  peppers: PepperRing;
  audit: AuditLog;
  now: () => number;
}

/** How far a rotation of the pepper has come. */
export type PepperRotation =
  /** The new pepper writes; former keys are accepted, and change over when they are used. */
  | { state: 'rotated'; resealed: number }
  /** An interrupted rotation was finished; no other pepper was made. */
  | { state: 'finished'; resealed: number }
  /** This machine accepts the new pepper. All others must, before the next call makes it the one that writes. */
  | { state: 'added' }
  /** The peppers are constants: this one must be added to them on all machines before the next call. */
  | { state: 'to add'; pepper: string };

/**
 * Replaces the pepper while services run. Each step is durable before the next one, so that a call after a crash goes on
 * where the crash was: the new pepper is added to those that are accepted; the database names it as the one that writes;
 * the secrets of webhooks are encrypted with it. Where machines share the database, the first call ends after the first
 * step. Errors: `usage_error` when too many former peppers are accepted.
 */
export async function rotatePepper(means: PepperMeans): Promise<PepperRotation> {
  const { store, peppers } = means;
  const begun = await store.transaction(async (transaction) => {
    const writing = await peppers.lockWriting(store, transaction); // locked: one rotation at a time
    await peppers.reload();
    const next = peppers.after(writing);
    if (next !== undefined) return await activate(means, transaction, writing, next);
    if (await isUnfinished(transaction, writing, peppers)) return { state: 'finished' } as const;
    return await addPepper(means, transaction, writing);
  });
  if (begun.state === 'added' || begun.state === 'to add') return begun;
  return { ...begun, resealed: await resealSecrets(store, peppers) };
}

async function addPepper(means: PepperMeans, transaction: Kysely<StoreSchema>, writing: Pepper) {
  const { store, peppers } = means;
  if (peppers.all.length >= peppersMax) {
    throw new AppError('usage_error', `${peppers.all.length} peppers are accepted, which is the maximum`, {
      hint: 'Retire the former ones first: sdq secret retire',
    });
  }
  const pepper = makePepper();
  if (!peppers.isWritable) return { state: 'to add', pepper } as const;
  await peppers.replace([...peppers.all.map(({ text }) => text), pepper]);
  if (store.isShared) return { state: 'added' } as const;
  return await activate(means, transaction, writing, peppers.newest);
}

async function activate(
  { peppers, audit }: PepperMeans,
  transaction: Kysely<StoreSchema>,
  former: Pepper,
  next: Pepper,
) {
  for (const table of ['api_keys', 'admin_keys', 'webhooks'] as const) {
    await transaction.updateTable(table).set({ pepper: former.id }).where('pepper', 'is', null).execute();
  }
  await transaction
    .updateTable('store_facts')
    .set({ value: next.id })
    .where('name', '=', writingFact)
    .execute();
  await audit.add(transaction, { action: 'pepper.rotate', details: {} });
  peppers.noteWriting(next.id);
  return { state: 'rotated' } as const;
}

/** Whether secrets of webhooks are still encrypted with a former pepper. */
async function isUnfinished(
  transaction: Kysely<StoreSchema>,
  writing: Pepper,
  peppers: PepperRing,
): Promise<boolean> {
  if (peppers.all.length === 1) return false;
  const row = await transaction
    .selectFrom('webhooks')
    .select('webhook_id')
    .where((eb) => eb.or([eb('pepper', 'is', null), eb('pepper', '!=', writing.id)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
