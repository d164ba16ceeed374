import type { StoreSchema } from '../store/schema.ts';

/** A table with rows of accounts. */
export interface AccountTable {
  table: keyof StoreSchema;
  /** The column that names the owner: the account, one of its keys, or either. */
  owner: 'account_id' | 'key_id' | 'owner_id';
  /** The columns that order its rows; a single one is unique. */
  order: readonly [string, ...string[]];
  /** Columns that are not exported: digests and encrypted secrets, and what made them. */
  secrets?: readonly string[];
}

/**
 * Every table with rows of accounts, each after the tables that refer to it, as a deletion needs. A test compares it
 * with the tables of the database. The audit log is not listed: its entries outlive the account.
 */
export const accountTables: readonly AccountTable[] = [
  { table: 'holds', owner: 'account_id', order: ['request_id'] },
  { table: 'idempotency', owner: 'key_id', order: ['key_id', 'idempotency_key'], secrets: ['body'] },
  { table: 'usage_ledger', owner: 'account_id', order: ['request_id'] },
  { table: 'paid_rows', owner: 'account_id', order: ['result_id', 'request_id', 'first_row'] },
  { table: 'usage_days', owner: 'account_id', order: ['day', 'key_id', 'platform'] },
  { table: 'schedule_runs', owner: 'account_id', order: ['schedule_id', 'tick_at'] },
  { table: 'schedules', owner: 'account_id', order: ['schedule_id'] },
  { table: 'read_tokens', owner: 'account_id', order: ['token_id'] },
  { table: 'shares', owner: 'account_id', order: ['share_id'] },
  { table: 'kept_parts', owner: 'account_id', order: ['result_id', 'part'], secrets: ['bytes'] },
  { table: 'kept_results', owner: 'account_id', order: ['result_id'] },
  { table: 'saved_queries', owner: 'account_id', order: ['query_id'] },
  { table: 'deliveries', owner: 'account_id', order: ['delivery_id'] },
  { table: 'notifications', owner: 'account_id', order: ['notification_id'] },
  { table: 'webhooks', owner: 'account_id', order: ['webhook_id'], secrets: ['secret', 'pepper'] },
  { table: 'meter_minutes', owner: 'account_id', order: ['minute'] },
  { table: 'meter_events', owner: 'account_id', order: ['identifier'] },
  { table: 'query_crashes', owner: 'account_id', order: ['crash_id'] },
  { table: 'sessions', owner: 'account_id', order: ['session_id'], secrets: ['digest'] },
  { table: 'sign_in_tokens', owner: 'account_id', order: ['created_at', 'digest'], secrets: ['digest'] },
  { table: 'console_keys', owner: 'account_id', order: ['account_id'] },
  { table: 'credits', owner: 'account_id', order: ['credit_id'] },
  { table: 'balances', owner: 'owner_id', order: ['owner_id'] },
  {
    table: 'api_keys',
    owner: 'account_id',
    order: ['key_id'],
    secrets: ['digest', 'pepper', 'scram_verifier'],
  },
  { table: 'accounts', owner: 'account_id', order: ['account_id'] },
];
