import { AppError } from '@sdq/contract';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from './database-kind.ts';
import { initial } from './migrations/0001-initial.ts';
import { queryCrashes } from './migrations/0002-query-crashes.ts';
import { administration } from './migrations/0004-administration.ts';
import { paidRows } from './migrations/0005-paid-rows.ts';
import { savedQueries } from './migrations/0006-saved-queries.ts';
import { schedules } from './migrations/0007-schedules.ts';
import { sessions } from './migrations/0008-sessions.ts';
import { pepperOfKeys } from './migrations/0010-pepper-of-keys.ts';
import { scramVerifiers } from './migrations/0012-scram-verifiers.ts';
import { viewOfSavedQueries } from './migrations/0013-view-of-saved-queries.ts';
import { siblings } from './migrations/0014-siblings.ts';

/** In the order of their names. A published migration is never edited; a change is a new file, added here. */
function migrationsOf(kind: DatabaseKind): Record<string, Migration> {
  return {
    '0001-initial': { up: (db) => initial(db, kind) },
    '0002-query-crashes': { up: queryCrashes },
    '0004-administration': { up: administration },
    '0005-paid-rows': { up: (db) => paidRows(db, kind) },
    '0006-saved-queries': { up: (db) => savedQueries(db, kind) },
    '0007-schedules': { up: schedules },
    '0008-sessions': { up: sessions },
    '0010-pepper-of-keys': { up: pepperOfKeys },
    '0012-scram-verifiers': { up: scramVerifiers },
    '0013-view-of-saved-queries': { up: viewOfSavedQueries },
    '0014-siblings': { up: siblings },
  };
}

/**
 * Migrates the tables to the latest version, in one transaction. Errors: `file_malformed`
 * when the database has migrations of another version that this one does not know.
 */
export async function migrate(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (!(error instanceof Error && error.message.startsWith('corrupted migrations'))) throw error;
  throw new AppError('file_malformed', 'The account database was created by a newer version of sdq', {
    cause: error,
    hint: 'Use that version or a later one',
  });
}
