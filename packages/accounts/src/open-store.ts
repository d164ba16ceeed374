import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { openPepperFile, readPepperFile, readPeppers, writePepperFile } from './keys/pepper.ts';
import { checkPepper } from './keys/pepper-check.ts';
import { PepperRing } from './keys/pepper-ring.ts';
import type { DatabaseKind } from './store/database-kind.ts';
import { migrate } from './store/migrate.ts';
import { SqliteConnection } from './store/sqlite-connection.ts';
import { postgresStore, type Store, sqliteStore } from './store/store.ts';

export interface StoreOptions {
  /** The directory of the pepper, and of `accounts.db` unless `databaseUrl` is given; created with mode 0700 if it does not exist. */
  directory: string;
  /** `postgres://…`: the database server of the accounts, which several machines can share. */
  databaseUrl?: string | undefined;
  /**
   * The pepper itself, 32 bytes in hex, instead of the file: several machines need the same one. While it is replaced,
   * the former and the new one, separated by a comma.
   */
  pepper?: string | undefined;
}

/** Opens an account database, and creates its tables on first use. Errors: `file_malformed`, `service_unavailable`. */
export async function openStore(options: StoreOptions): Promise<{ store: Store; peppers: PepperRing }> {
  const { directory, databaseUrl } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const peppers = await openPeppers(options);
  if (databaseUrl !== undefined) {
    const { createPostgresDialect } = await import('./store/postgres-dialect.ts');
    const store = postgresStore(createPostgresDialect(databaseUrl));
    return { store: await prepare(store, peppers, 'postgres'), peppers };
  }
  const path = join(directory, 'accounts.db');
  try {
    const store = sqliteStore(new SqliteConnection(path));
    await chmod(path, 0o600);
    return { store: await prepare(store, peppers, 'sqlite'), peppers };
  } catch (error) {
    throw isDamage(error) ? damaged(path, error) : error;
  }
}

async function openPeppers({ directory, pepper }: StoreOptions): Promise<PepperRing> {
  if (pepper !== undefined) return new PepperRing(readPeppers(pepper, 'SDQ_PEPPER'));
  const path = join(directory, 'pepper');
  return new PepperRing(await openPepperFile(path), {
    read: () => readPepperFile(path),
    write: (texts) => writePepperFile(path, texts),
  });
}

async function prepare(store: Store, peppers: PepperRing, kind: DatabaseKind): Promise<Store> {
  try {
    await migrate(store.db as unknown as Kysely<unknown>, kind);
    await checkPepper(store, peppers);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes: readonly unknown[] = [11, 26];

function isDamage(error: unknown): boolean {
  return damageCodes.includes((error as { errcode?: unknown } | null)?.errcode);
}

function damaged(path: string, cause: unknown): AppError {
  return new AppError('file_malformed', `"${path}" is not an account database, or it is corrupt`, {
    cause,
    hint: 'Restore it from a backup',
  });
}
