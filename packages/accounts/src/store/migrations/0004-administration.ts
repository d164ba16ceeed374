import type { Kysely } from 'kysely';

/** States of accounts, admin keys, and the audit log. */
export async function administration(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // SQLite adds one column per statement
  await schema
    .alterTable('accounts')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('active'))
    .execute();
  await schema.alterTable('accounts').addColumn('state_reason', 'text').execute();
  await schema.alterTable('accounts').addColumn('state_changed_at', 'bigint').execute();
  await schema
    .createTable('admin_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createTable('audit_log')
    .addColumn('entry_id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('subject', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('audit_log_by_age').on('audit_log').column('created_at').execute();
  await schema
    .createIndex('audit_log_by_account')
    .on('audit_log')
    .columns(['account_id', 'entry_id'])
    .execute();
}
