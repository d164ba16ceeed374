import type { Kysely } from 'kysely';

/** Accounts, their keys, and one ledger row per priced request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('balance_units', 'bigint', (column) => column.notNull())
    .addColumn('reserved_units', 'bigint', (column) => column.notNull())
    .addColumn('spend_limit_units', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('permissions', 'text', (column) => column.notNull())
    .addColumn('spend_limit_units', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('api_keys_by_account')
    .on('api_keys')
    .columns(['account_id', 'created_at'])
    .execute();
  await db.schema
    .createTable('usage_ledger')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.key_id'))
    .addColumn('platform', 'text')
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('error_code', 'text')
    .addColumn('records', 'bigint', (column) => column.notNull())
    .addColumn('line_items', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('reserved_units', 'bigint', (column) => column.notNull())
    .addColumn('price_version', 'text', (column) => column.notNull())
    .addColumn('snapshot_id', 'text')
    .addColumn('delivered', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('duration_ms', 'integer')
    .execute();
  await db.schema
    .createIndex('usage_ledger_by_account')
    .on('usage_ledger')
    .columns(['account_id', 'created_at'])
    .execute();
  // found at every start; holds only what runs now
  await db.schema
    .createIndex('usage_ledger_reserved')
    .on('usage_ledger')
    .column('holder')
    .where('state' as never, '=', 'reserved')
    .execute();
}
