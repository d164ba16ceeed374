import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPostgresDialect } from '../../src/store/postgres-dialect.ts';
import type { StoreSchema } from '../../src/store/schema.ts';
import { SqliteDialect } from '../../src/store/sqlite-dialect.ts';
import { postgresStore, type Store, sqliteStore } from '../../src/store/store.ts';
import { temporaryDirectory } from '../fixture.ts';
import { hasPostgres, startPostgres } from '../postgres.ts';

/** 2 is FULL, 1 is NORMAL. */
async function levelOf(db: Kysely<StoreSchema>): Promise<number | undefined> {
  return (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)).rows[0]?.synchronous;
}

test('SQLite waits for the disk, but in relaxed transactions, and again after them, however they end', async () => {
  await using directory = await temporaryDirectory();
  const store: Store = sqliteStore(new SqliteDialect(join(directory.path, 'a.db')));
  expect(await levelOf(store.db)).toBe(2);
  expect(await store.relaxedTransaction(levelOf)).toBe(1);
  expect(await levelOf(store.db)).toBe(2);
  const failing = store.relaxedTransaction(() => Promise.reject(new Error('undone')));
  await expect(failing).rejects.toThrow('undone');
  expect(await levelOf(store.db)).toBe(2);
  expect(await store.transaction(levelOf)).toBe(2);
  const other = sqliteStore(new SqliteDialect(join(directory.path, 'a.db')));
  await sql`PRAGMA busy_timeout = 1`.execute(other.db);
  await store.transaction(async () => {
    await expect(other.relaxedTransaction(levelOf)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
  expect(await levelOf(other.db)).toBe(2);
  await other.close();
  await store.close();
});

test.skipIf(!hasPostgres)('PostgreSQL waits for the disk, but in relaxed transactions', async () => {
  await using server = await startPostgres();
  const store = postgresStore(createPostgresDialect(await server.createDatabase()));
  const level = async (db: Kysely<StoreSchema>) =>
    (await sql<{ synchronous_commit: string }>`SHOW synchronous_commit`.execute(db)).rows[0]
      ?.synchronous_commit;
  expect(await store.transaction(level)).toBe('on');
  expect(await store.relaxedTransaction(level)).toBe('off');
  expect(await store.transaction(level)).toBe('on');
  await store.close();
});
