import { asDiskFull } from '@sdq/contract';
import { openDatabase } from './store/open-database.ts';

/**
 * Writes a consistent copy of an account database on SQLite to a new file, while services use the database.
 *
 * @param source path of `accounts.db`
 * @param target path of the copy, which must not exist
 *
 * Errors: `disk_full`, those of SQLite.
 */
export function backUpDatabase(source: string, target: string): void {
  const database = openDatabase(source, { timeout: 30_000 });
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    // reading a database takes some room beside it; where that is there, the disk of the copy may be full
    throw asDiskFull(error, { path: source }) ?? error;
  } finally {
    database.close();
  }
}
