import type { Kysely } from 'kysely';

/** Sessions of browsers, the data keys that they spend with, and one-time tokens to sign in with. */
export async function sessions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('opener_key_id', 'text')
    .addColumn('data_key_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('sessions_by_account')
    .on('sessions')
    .columns(['account_id', 'created_at'])
    .execute();
  await schema
    .createTable('console_keys')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('sign_in_tokens')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
