import type { Kysely } from 'kysely';
import type { StoreSchema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { digestOf, sameDigest } from './key-digest.ts';
import { type Pepper, type PepperRing, writingFact } from './pepper-ring.ts';

/** The columns of a row that holds the digest of a key. */
interface DigestRow {
  key_id: string;
  digest: string;
  pepper: string | null;
  revoked_at: number | null;
}

/**
 * Finds the row of a key by its digests with all accepted peppers. If another pepper writes now, the row gets the digest
 * with that one, so that the former pepper falls out of use. A key that is not found is looked for again when the peppers
 * have changed.
 */
export async function findByKey<Row extends DigestRow>(
  { db }: Pick<Store, 'db'>,
  peppers: PepperRing,
  table: 'api_keys' | 'admin_keys',
  key: string,
  read: (digests: string[]) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  await peppers.refresh();
  const digests = peppers.digestsOf(key);
  const row = await read([...digests.keys()]);
  const found = [...digests].find(([digest]) => row !== undefined && sameDigest(row.digest, digest));
  if (row !== undefined && found !== undefined) {
    if (digests.size > 1 && row.revoked_at === null) {
      await changeOver(db, peppers, { table, key, row, pepper: found[1] }).catch(() => {}); // the next use tries again
    }
    return row;
  }
  return (await peppers.reload()) ? await findByKey({ db }, peppers, table, key, read) : undefined;
}

interface Found {
  table: 'api_keys' | 'admin_keys';
  key: string;
  row: DigestRow;
  pepper: Pepper;
}

async function changeOver(
  db: Kysely<StoreSchema>,
  peppers: PepperRing,
  { table, key, row, pepper }: Found,
): Promise<void> {
  const query = db.selectFrom('store_facts').select('value').where('name', '=', writingFact);
  const fact = await query.executeTakeFirst();
  peppers.noteWriting(fact?.value ?? null);
  const writing = peppers.find(fact?.value ?? null);
  if (writing === undefined || writing === pepper) return;
  await db
    .updateTable(table)
    .set({ digest: digestOf(writing.key, key), pepper: writing.id })
    .where('key_id', '=', row.key_id)
    .where('digest', '=', row.digest)
    .where(query, '=', writing.id)
    .execute();
}
