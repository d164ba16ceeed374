import { openDatabase } from './store/open-database.ts';

/**
 * Writes a consistent copy of an account database on SQLite to a new file, while services use the database.
 *
 * @param source path of `accounts.db`
 * @param target path of the copy, which must not exist
 */
export function backUpDatabase(source: string, target: string): void {
  const database = openDatabase(source, { timeout: 30_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
}
