import { AppError } from '@sdq/contract';
import type { Transaction } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Limits of what an account saves and shares. Bytes, milliseconds, counts. */
export const savedLimits = {
  queriesMax: 1_000,
  /** Of all saved queries together: names, texts and parameters in UTF-8. */
  queryBytesMax: 4_194_304,
  sharesMax: 200,
  tokensMax: 50,
  schedulesMax: 20,
  /** One kept result as it is spooled, before it is compressed. */
  resultBytesMax: 16_777_216,
  /** All kept results, compressed. */
  keptBytesMax: 67_108_864,
  keptMax: 500,
  /** How long the result of a share is kept, and that of a read token after its last change. */
  shareResultMs: 90 * 86_400_000,
  tokenResultMs: 30 * 86_400_000,
} as const;

/** Locks the account, so that limits hold for calls at once. */
export async function lockAccount(
  { lock }: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
): Promise<void> {
  const query = transaction.selectFrom('accounts').select('account_id').where('account_id', '=', accountId);
  await lock(query).execute();
}

/** Errors: `saved_limit_reached` when an account already has as many as it may. */
export function refuseBeyond(has: number, max: number, what: string, hint: string): void {
  if (has < max) return;
  throw limitReached(`An account can have at most ${max.toLocaleString('en-US')} ${what}`, hint, max);
}

export function limitReached(message: string, hint: string, limit: number): AppError {
  return new AppError('saved_limit_reached', message, { hint, meta: { limit } });
}
