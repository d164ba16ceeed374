import { type Kysely, sql } from 'kysely';

/**
 * Reservations leave the ledger, which from now on only grows; running figures, credits, days, idempotency,
 * notifications, the billing provider's outbox and rate windows come. Balances there were are kept as credits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addTables(db);
  await addOutboxes(db);
  await moveLedger(db);
  await addDays(db);
  await moveAccounts(db);
}

async function addTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('store_facts')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
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
  await schema
    .createTable('balances')
    .addColumn('owner_id', 'text', (column) => column.primaryKey())
    .addColumn('balance_units', 'bigint', (column) => column.notNull())
    .addColumn('reserved_units', 'bigint', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('period_units', 'bigint', (column) => column.notNull())
    .addColumn('alert_mark', 'text')
    .addColumn('last_used_at', 'bigint')
    .execute();
  await schema
    .createTable('holders')
    .addColumn('holder', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
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
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('usage_days')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('records', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['account_id', 'day', 'key_id', 'platform'])
    .execute();
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
}

async function addOutboxes({ schema }: Kysely<unknown>): Promise<void> {
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
  await schema
    .createTable('meter_minutes')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('meter_minutes_key', ['account_id', 'minute'])
    .execute();
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
  await schema
    .createTable('rate_windows')
    .addColumn('bucket', 'text', (column) => column.primaryKey())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .execute();
}

/** What still ran when the former version ended is dropped: it was never charged. */
async function moveLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('usage_ledger').renameTo('usage_ledger_before').execute();
  await db.schema.dropIndex('usage_ledger_by_account').execute();
  await db.schema.dropIndex('usage_ledger_reserved').execute();
  await db.schema
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
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .execute();
  await sql`INSERT INTO usage_ledger
    SELECT request_id, account_id, key_id, platform, endpoint, method, state, coalesce(status, 500), error_code,
      records, units, '{}', line_items, price_version, snapshot_id, delivered, coalesce(settled_at, created_at),
      coalesce(duration_ms, 0)
    FROM usage_ledger_before WHERE state <> 'reserved'`.execute(db);
  await db.schema.dropTable('usage_ledger_before').execute();
  await db.schema
    .createIndex('usage_ledger_by_account')
    .on('usage_ledger')
    .columns(['account_id', 'created_at', 'request_id'])
    .execute();
}

/** The sums by day of the lines there are; the days are named here, since the databases name them differently. */
async function addDays(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ day: number; [column: string]: unknown }>`
    SELECT account_id, created_at / 86400000 AS day, key_id, coalesce(platform, '') AS platform, count(*) AS requests,
      sum(CASE WHEN state = 'settled' THEN 0 ELSE 1 END) AS failed, sum(records) AS records, sum(units) AS units
    FROM usage_ledger GROUP BY 1, 2, 3, 4`.execute(db);
  for (const row of rows) {
    const values = { ...row, day: new Date(Number(row.day) * 86_400_000).toISOString().slice(0, 10) };
    await (db as Kysely<{ usage_days: Record<string, unknown> }>)
      .insertInto('usage_days')
      .values(values)
      .execute();
  }
}

async function moveAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO credits SELECT 'crd_' || account_id, account_id,
      balance_units + coalesce((SELECT sum(units) FROM usage_ledger AS l WHERE l.account_id = a.account_id), 0),
      'opening balance', created_at
    FROM accounts AS a`.execute(db);
  await sql`INSERT INTO balances (owner_id, balance_units, reserved_units, period, period_units)
    SELECT account_id, balance_units, 0, '', 0 FROM accounts`.execute(db);
  await sql`INSERT INTO balances (owner_id, balance_units, reserved_units, period, period_units, last_used_at)
    SELECT key_id, 0, 0, '', 0, last_used_at FROM api_keys`.execute(db);
  await db.schema.alterTable('accounts').dropColumn('balance_units').execute();
  await db.schema.alterTable('accounts').dropColumn('reserved_units').execute();
  await db.schema.alterTable('api_keys').dropColumn('last_used_at').execute();
  await db.schema.alterTable('accounts').addColumn('alert_units', 'bigint').execute();
  await db.schema.alterTable('accounts').addColumn('billing_customer', 'text').execute();
}
