import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { up as initial } from './migrations/0001-initial.ts';
import { up as money } from './migrations/0002-money.ts';

/** In the order of their names. A published migration is never edited; a change is a new file, added here. */
const migrations: Record<string, Migration> = {
  '0001-initial': { up: initial },
  '0002-money': { up: money },
};

/** Brings the tables to their newest state, in one transaction; nothing happens when they are. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
