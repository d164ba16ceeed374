import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { createPostgresDialect } from '../../src/store/postgres-dialect.ts';
import { SqliteConnection } from '../../src/store/sqlite-connection.ts';
import { postgresStore, sqliteStore } from '../../src/store/store.ts';

/** What the first version wrote: its rows by table, and the keys that were shown when they were made. */
export interface FirstVersion {
  pepper: string;
  accounts: { accountId: string; accountKey: string }[];
  keys: { reports: string; revoked: string; app: string };
  webhook: { webhook: { webhookId: string; url: string }; secret: string };
  rows: Record<string, Record<string, unknown>[]>;
}

/**
 * Writes a data directory as the first version left it: accounts and keys, a ledger, a webhook, and a request in flight.
 * Its tables are those of the first migration; the rows were written by that version itself, about invented people.
 */
export async function writeFirstVersion(directory: string, databaseUrl?: string): Promise<FirstVersion> {
  const text = await readFile(new URL('accounts.json', import.meta.url), 'utf8');
  const version = JSON.parse(text) as FirstVersion;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(join(directory, 'pepper'), `${version.pepper}\n`, { mode: 0o600 });
  const store =
    databaseUrl === undefined
      ? sqliteStore(new SqliteConnection(join(directory, 'accounts.db')))
      : postgresStore(createPostgresDialect(databaseUrl));
  const kind = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const db = store.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const getMigrations = async () => ({
    '0001-initial': { up: (each: Kysely<unknown>) => initial(each, kind) },
  });
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
  for (const [table, rows] of Object.entries(version.rows)) await db.insertInto(table).values(rows).execute();
  await store.close();
  return version;
}
