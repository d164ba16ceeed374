import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import type { Pepper } from '../keys/pepper-ring.ts';
import type { StoreSchema } from '../store/schema.ts';
import { activeKeys } from './pepper-use.ts';
import type { PepperMeans } from './rotate-pepper.ts';

export interface RetiredPeppers {
  /** Former peppers that are accepted no longer. */
  retired: number;
  /** Keys that were revoked, because they had not been used since the rotation. */
  revokedKeys: string[];
  /** False when the peppers are constants: the former ones must be removed there. */
  isRemoved: boolean;
}

const shownMax = 10;

/**
 * Ends the acceptance of former peppers. Errors: `usage_error` when keys or secrets still depend on one, unless
 * `isRevoking`, which revokes those keys.
 */
export async function retirePeppers(
  { store, peppers, audit, now }: PepperMeans,
  { isRevoking }: { isRevoking: boolean },
): Promise<RetiredPeppers> {
  await peppers.reload();
  const { revokedKeys, writing } = await store.transaction(async (transaction) => {
    const writing = await peppers.lockWriting(store, transaction);
    if (peppers.all.indexOf(writing) === 0) return { writing, revokedKeys: [] };
    await refuseWebhooks(transaction, writing);
    const revokedKeys: string[] = [];
    for (const table of ['api_keys', 'admin_keys'] as const) {
      const keys = await activeKeys(transaction, table, now());
      const dependent = keys.filter(({ pepper }) => pepper !== writing.id).map(({ key_id }) => key_id);
      if (dependent.length > 0 && !isRevoking) throw stillUsed(dependent);
      for (const keyId of dependent) {
        await transaction.updateTable(table).set({ revoked_at: now() }).where('key_id', '=', keyId).execute();
        const action = table === 'api_keys' ? 'key.revoke' : 'admin_key.revoke';
        const owner = table === 'api_keys' ? await ownerOf(transaction, keyId) : null;
        const details = { reason: 'the pepper was retired' };
        await audit.add(transaction, { action, accountId: owner, subject: keyId, details });
      }
      revokedKeys.push(...dependent);
    }
    await audit.add(transaction, { action: 'pepper.retire', details: { revoked_keys: revokedKeys.length } });
    return { writing, revokedKeys };
  });
  const kept = peppers.all.slice(peppers.all.indexOf(writing));
  const retired = peppers.all.length - kept.length;
  if (retired > 0 && peppers.isWritable) await peppers.replace(kept.map(({ text }) => text));
  return { retired, revokedKeys, isRemoved: peppers.isWritable };
}

async function refuseWebhooks(transaction: Kysely<StoreSchema>, writing: Pepper): Promise<void> {
  const rows = await transaction.selectFrom('webhooks').select('pepper').execute();
  if (rows.every(({ pepper }) => pepper === writing.id)) return;
  throw new AppError('usage_error', 'The rotation of the pepper is not finished', {
    hint: 'Finish it first: sdq secret rotate',
  });
}

function stillUsed(keys: readonly string[]): AppError {
  const more = keys.length > shownMax ? ` and ${keys.length - shownMax} more` : '';
  return new AppError(
    'usage_error',
    `Keys that were not used since the rotation depend on a former pepper: ${keys.slice(0, shownMax).join(', ')}${more}`,
    { hint: 'Wait until they are used, or revoke them with --revoke' },
  );
}

async function ownerOf(transaction: Kysely<StoreSchema>, keyId: string): Promise<string | null> {
  const row = await transaction
    .selectFrom('api_keys')
    .select('account_id')
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}
