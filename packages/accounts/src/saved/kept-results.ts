import type { Kysely, Transaction } from 'kysely';
import { orderedId } from '../store/ordered-id.ts';
import type { SavedResultRow } from '../store/saved-schema.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { limitReached, lockAccount, savedLimits } from './saved-limits.ts';

/** A result that is kept in the account database, so that every process of the service has it. */
export interface SavedResult {
  resultId: string;
  snapshotId: string;
  rowCount: number;
  truncated: boolean;
  /** Whether its rows were deleted because records were purged from the index. */
  isWithdrawn: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** A result to keep: its rows as the service has compressed them. */
export interface NewSavedResult {
  snapshotId: string;
  rowCount: number;
  truncated: boolean;
  bytes: Uint8Array;
  /** How long it is kept, in milliseconds. */
  forMs: number;
}

const partBytes = 524_288;

/** Errors: `saved_limit_reached`. */
export async function insertSavedResult(
  store: Pick<Store, 'lock'>,
  transaction: Transaction<StoreSchema>,
  accountId: string,
  { snapshotId, rowCount, truncated, bytes, forMs }: NewSavedResult,
  now: number,
): Promise<string> {
  await lockAccount(store, transaction, accountId);
  await dropExpired(transaction, now, accountId);
  const held = await transaction
    .selectFrom('kept_results')
    .select((eb) => [
      eb.fn.countAll<number>().as('results'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { keptMax, keptBytesMax } = savedLimits;
  if (Number(held.results) >= keptMax || Number(held.bytes) + bytes.length > keptBytesMax) {
    throw limitReached(
      `The kept results of an account are at most ${keptMax} and ${keptBytesMax.toLocaleString('en-US')} bytes`,
      'Delete shares, read tokens or schedules that you no longer use',
      keptBytesMax,
    );
  }
  const resultId = orderedId('res', now);
  await transaction
    .insertInto('kept_results')
    .values({
      result_id: resultId,
      account_id: accountId,
      snapshot_id: snapshotId,
      row_count: rowCount,
      truncated: truncated ? 1 : 0,
      bytes: bytes.length,
      created_at: now,
      expires_at: now + forMs,
    })
    .execute();
  for (let part = 0; part * partBytes < bytes.length; part++) {
    await transaction
      .insertInto('kept_parts')
      .values({
        result_id: resultId,
        part,
        account_id: accountId,
        bytes: bytes.subarray(part * partBytes, (part + 1) * partBytes),
      })
      .execute();
  }
  return resultId;
}

/** Undefined when it has expired or was deleted. */
export async function findSavedResult(
  { db }: { db: Kysely<StoreSchema> },
  resultId: string,
  now: number,
): Promise<SavedResult | undefined> {
  const row = await db
    .selectFrom('kept_results')
    .selectAll()
    .where('result_id', '=', resultId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? undefined : toSavedResult(row);
}

/** The compressed rows; undefined when they are gone. */
export async function readSavedResult({ db }: Store, resultId: string): Promise<Buffer | undefined> {
  const parts = await db
    .selectFrom('kept_parts')
    .select('bytes')
    .where('result_id', '=', resultId)
    .orderBy('part')
    .execute();
  return parts.length === 0 ? undefined : Buffer.concat(parts.map(({ bytes }) => bytes));
}

export async function deleteSavedResults(
  db: Kysely<StoreSchema>,
  resultIds: readonly (string | null)[],
): Promise<void> {
  const ids = resultIds.filter((id) => id !== null);
  if (ids.length === 0) return;
  await db.deleteFrom('kept_parts').where('result_id', 'in', ids).execute();
  await db.deleteFrom('kept_results').where('result_id', 'in', ids).execute();
}

/** What {@link withdrawResults} has done. */
export interface WithdrawnResults {
  /** Kept results whose rows were deleted. */
  results: number;
  /** Retained responses of requests with idempotency keys that were deleted. */
  answers: number;
  /** Whether the bytes have left the files of the database; otherwise other processes were reading it. */
  isErased: boolean;
}

/** Deletes the rows of all kept results and all retained responses: records were purged that may be in them. */
export async function withdrawResults(store: Store): Promise<WithdrawnResults> {
  const done = await store.transaction(async (transaction) => {
    await transaction.deleteFrom('kept_parts').execute();
    const results = await transaction
      .updateTable('kept_results')
      .set({ bytes: 0 })
      .where('bytes', '>', 0)
      .executeTakeFirst();
    const answers = await transaction
      .updateTable('idempotency')
      .set({ body: null })
      .where('body', 'is not', null)
      .executeTakeFirst();
    return { results: Number(results.numUpdatedRows), answers: Number(answers.numUpdatedRows) };
  });
  return { ...done, isErased: await store.erase() };
}

/** Deletes results whose time is over. */
export async function dropExpiredResults(store: Store, now: number): Promise<void> {
  await store.transaction((transaction) => dropExpired(transaction, now));
}

async function dropExpired(db: Kysely<StoreSchema>, now: number, accountId?: string): Promise<void> {
  const rows = await db
    .selectFrom('kept_results')
    .select('result_id')
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .limit(100)
    .execute();
  await deleteSavedResults(
    db,
    rows.map((row) => row.result_id),
  );
}

function toSavedResult(row: SavedResultRow): SavedResult {
  return {
    resultId: row.result_id,
    snapshotId: row.snapshot_id,
    rowCount: row.row_count,
    truncated: row.truncated === 1,
    isWithdrawn: Number(row.bytes) === 0,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}
