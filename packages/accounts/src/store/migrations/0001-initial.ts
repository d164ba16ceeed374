import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database-kind.ts';

type Table = CreateTableBuilder<string, never>;

/** Accounts and keys, balances, reservations and the ledger, idempotency keys, and the outboxes. */
export async function initial(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  /**
   * What is written with every request lies in its primary key, where SQLite can do that: half the pages to write.
   * PostgreSQL knows no such tables.
   */
  const clustered = (table: Table) => (kind === 'sqlite' ? table.modifyEnd(sql`WITHOUT ROWID`) : table);
  await addAccounts(db);
  await addLedger(db, clustered);
  await addNames(db);
  await addAlerts(db);
  await addMeter(db, clustered);
}

async function addAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('store_facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('spend_limit_units', 'bigint')
    .addColumn('alert_units', 'bigint')
    .addColumn('billing_customer', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
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
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await schema
    .createIndex('api_keys_by_account')
    .on('api_keys')
    .columns(['account_id', 'created_at'])
    .execute();
  await schema
    .createTable('credits')
    .addColumn('credit_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('credits_by_account')
    .on('credits')
    .columns(['account_id', 'created_at'])
    .execute();
}

async function addLedger({ schema }: Kysely<unknown>, clustered: (table: Table) => Table): Promise<void> {
  await clustered(
    schema
      .createTable('balances')
      .addColumn('owner_id', 'text', (column) => column.primaryKey())
      .addColumn('balance_units', 'bigint', (column) => column.notNull())
      .addColumn('reserved_units', 'bigint', (column) => column.notNull())
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('period_units', 'bigint', (column) => column.notNull())
      .addColumn('alert_mark', 'text')
      .addColumn('last_used_at', 'bigint'),
  ).execute();
  await schema
    .createTable('holders')
    .addColumn('holder', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await clustered(
    schema
      .createTable('holds')
      .addColumn('request_id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text')
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addColumn('price_version', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text')
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull()),
  ).execute();
  await clustered(
    schema
      .createTable('usage_ledger')
      .addColumn('request_id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
      .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.key_id'))
      .addColumn('platform', 'text')
      .addColumn('endpoint', 'text', (column) => column.notNull())
      .addColumn('method', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('error_code', 'text')
      .addColumn('records', 'bigint', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addColumn('addons', 'text', (column) => column.notNull())
      .addColumn('line_items', 'text', (column) => column.notNull())
      .addColumn('price_version', 'text', (column) => column.notNull())
      .addColumn('snapshot_id', 'text')
      .addColumn('delivered', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('duration_ms', 'integer', (column) => column.notNull()),
  ).execute();
  await schema
    .createIndex('usage_ledger_by_account')
    .on('usage_ledger')
    .columns(['account_id', 'created_at', 'request_id'])
    .execute();
  await clustered(
    schema
      .createTable('usage_days')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('failed', 'bigint', (column) => column.notNull())
      .addColumn('records', 'bigint', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_days_key', ['account_id', 'day', 'key_id', 'platform']),
  ).execute();
}

async function addNames({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('idempotency')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('content_type', 'text')
    .addColumn('body', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['key_id', 'idempotency_key'])
    .execute();
  await schema.createIndex('idempotency_by_age').on('idempotency').column('created_at').execute();
  await schema
    .createTable('rate_windows')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .execute();
}

async function addAlerts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('notifications')
    .addColumn('notification_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('notifications_by_account')
    .on('notifications')
    .columns(['account_id', 'created_at'])
    .execute();
  await schema
    .createTable('webhooks')
    .addColumn('webhook_id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('webhooks_by_account').on('webhooks').column('account_id').execute();
  await schema
    .createTable('deliveries')
    .addColumn('delivery_id', 'text', (column) => column.primaryKey())
    .addColumn('notification_id', 'text', (column) =>
      column.notNull().references('notifications.notification_id'),
    )
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'next_attempt_at']).execute();
}

async function addMeter({ schema }: Kysely<unknown>, clustered: (table: Table) => Table): Promise<void> {
  await clustered(
    schema
      .createTable('meter_minutes')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('minute', 'bigint', (column) => column.notNull())
      .addColumn('units', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('meter_minutes_key', ['account_id', 'minute']),
  ).execute();
  await schema
    .createTable('meter_events')
    .addColumn('identifier', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('billing_customer', 'text', (column) => column.notNull())
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('first_attempt_at', 'bigint')
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute();
  await schema
    .createIndex('meter_events_due')
    .on('meter_events')
    .columns(['state', 'next_attempt_at'])
    .execute();
  await schema
    .createIndex('meter_events_by_account')
    .on('meter_events')
    .columns(['account_id', 'minute'])
    .execute();
}
