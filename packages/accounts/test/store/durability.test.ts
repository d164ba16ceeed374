import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { isMissing } from '../../../../test/support/tools.ts';
import { createPostgresDialect } from '../../src/store/postgres-dialect.ts';
import type { StoreSchema } from '../../src/store/schema.ts';
import { SqliteConnection } from '../../src/store/sqlite-connection.ts';
import { postgresStore, type Store, sqliteStore } from '../../src/store/store.ts';
import { temporaryDirectory } from '../fixture.ts';

/** 2 is FULL, 1 is NORMAL. */
async function levelOf(db: Kysely<StoreSchema>): Promise<number | undefined> {
  return (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)).rows[0]?.synchronous;
}

test('SQLite waits for the disk, but in transactions of the ledger, and again after them, however they end', async () => {
  await using directory = await temporaryDirectory();
  const store: Store = sqliteStore(new SqliteConnection(join(directory.path, 'a.db')));
  const relaxed = (of: Store) => of.ledgerTransaction(false, ({ kysely }) => levelOf(kysely));
  expect(await levelOf(store.db)).toBe(2);
  expect(await relaxed(store)).toBe(1);
  expect(await levelOf(store.db)).toBe(2);
  const failing = store.ledgerTransaction(false, () => Promise.reject(new Error('undone')));
  await expect(failing).rejects.toThrow('undone');
  expect(await levelOf(store.db)).toBe(2);
  expect(await store.ledgerTransaction(true, ({ kysely }) => levelOf(kysely))).toBe(1);
  await store.sync?.();
  expect(await store.transaction(levelOf)).toBe(2);
  const other = sqliteStore(new SqliteConnection(join(directory.path, 'a.db')));
  await sql`PRAGMA busy_timeout = 1`.execute(other.db);
  await store.transaction(async () => {
    await expect(relaxed(other)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
  expect(await levelOf(other.db)).toBe(2);
  await other.close();
  await store.close();
});

test('who uses the connection to SQLite takes turns: nobody writes into another one’s transaction', async () => {
  await using directory = await temporaryDirectory();
  const store: Store = sqliteStore(new SqliteConnection(join(directory.path, 'a.db')));
  await sql`CREATE TABLE t (n)`.execute(store.db);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  const insert = async (db: Kysely<StoreSchema>, n: number, isUndone: boolean) => {
    await sql`INSERT INTO t VALUES (${n})`.execute(db);
    await pause();
    if (isUndone) throw new Error('undone');
  };
  await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => {
      if (n % 3 === 0) return insert(store.db, n, false);
      if (n % 3 === 1) return store.transaction((db) => insert(db, n, n % 2 === 0));
      return store.ledgerTransaction(n % 4 === 0, ({ kysely }) => insert(kysely, n, n % 2 === 0));
    }),
  );
  const { rows } = await sql<{ n: number }>`SELECT n FROM t ORDER BY n`.execute(store.db);
  const kept = Array.from({ length: 60 }, (_, n) => n).filter((n) => n % 3 === 0 || n % 2 === 1);
  expect(rows.map(({ n }) => n)).toEqual(kept);
  await store.close();
});

test.skipIf(isMissing('postgres'))('PostgreSQL waits for the disk, but in relaxed transactions', async () => {
  await using server = await startPostgres();
  const store = postgresStore(createPostgresDialect(await server.createDatabase()));
  const level = async (db: Kysely<StoreSchema>) =>
    (await sql<{ synchronous_commit: string }>`SHOW synchronous_commit`.execute(db)).rows[0]
      ?.synchronous_commit;
  expect(await store.transaction(level)).toBe('on');
  expect(await store.ledgerTransaction(false, ({ kysely }) => level(kysely))).toBe('off');
  expect(await store.transaction(level)).toBe('on');
  await store.close();
});
