import type { Generated, Selectable } from 'kysely';
import type { SavedSchema } from './saved-schema.ts';

/**
 * The tables, for SQLite and PostgreSQL alike. Times are milliseconds since 1970, UTC; money is units of $0.0001;
 * flags are 0 and 1; lists and objects are JSON text.
 */
export interface StoreSchema extends SavedSchema {
  store_facts: StoreFactsTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  credits: CreditsTable;
  balances: BalancesTable;
  holders: HoldersTable;
  holds: HoldsTable;
  usage_ledger: UsageLedgerTable;
  usage_days: UsageDaysTable;
  idempotency: IdempotencyTable;
  notifications: NotificationsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  meter_minutes: MeterMinutesTable;
  meter_events: MeterEventsTable;
  rate_windows: RateWindowsTable;
  query_crashes: QueryCrashesTable;
  admin_keys: AdminKeysTable;
  audit_log: AuditLogTable;
  paid_rows: PaidRowsTable;
  sessions: SessionsTable;
  console_keys: ConsoleKeysTable;
  sign_in_tokens: SignInTokensTable;
  siblings: SiblingsTable;
}

interface StoreFactsTable {
  name: string;
  value: string;
}

interface AccountsTable {
  account_id: string;
  name: string;
  email: string;
  /** JSON of the account's settings. */
  settings: string;
  plan: string;
  spend_limit_units: number | null;
  /** The settings' threshold in units while alerts are on, else null. */
  alert_units: number | null;
  billing_customer: string | null;
  created_at: number;
  /** `active`, `suspended` or `closed`. */
  state: Generated<string>;
  state_reason: string | null;
  state_changed_at: number | null;
}

interface ApiKeysTable {
  key_id: string;
  account_id: string;
  /** `live`, `test` or `acct`; `read` for a read token, `job` for a schedule. */
  kind: string;
  name: string;
  /** HMAC-SHA-256 of the key, in hex. */
  digest: string;
  /** The ID of the pepper of the digest; null for the first one of the database. */
  pepper: string | null;
  prefix: string;
  last4: string;
  /** JSON list of platforms. */
  permissions: string;
  spend_limit_units: number | null;
  /** Maximum charge in one UTC day; null for no limit. */
  day_limit_units: Generated<number | null>;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** What checks a SCRAM login; null for account keys, and for keys of earlier versions. */
  scram_verifier: string | null;
}

/** Credits; together with the ledger they explain every balance. */
interface CreditsTable {
  credit_id: string;
  account_id: string;
  units: number;
  reason: string;
  created_at: number;
}

/** The balance and sums of an account or a key, one row each; the lock on the account's row protects them. */
interface BalancesTable {
  /** An account's id or a key's. */
  owner_id: string;
  /** Of an account: credits minus charges. Of a key: 0. */
  balance_units: number;
  /** The sum of the reservations in progress. */
  reserved_units: number;
  /** The period that `period_units` is of. */
  period: string;
  period_units: number;
  /** The last threshold that was notified, as `<period>:<units>`. */
  alert_mark: string | null;
  last_used_at: number | null;
}

/** Heartbeats of the instances that have reservations; an instance whose lease has expired counts as dead. */
interface HoldersTable {
  holder: string;
  expires_at: number;
}

/** Reservations, one per request in progress. Each ends as a ledger entry. */
interface HoldsTable {
  request_id: string;
  account_id: string;
  key_id: string;
  /** Null for what belongs to no platform. */
  platform: string | null;
  /** As in the price table, for example `shortvideo/sql`. */
  endpoint: string;
  method: string;
  /** The maximum cost of the request. */
  units: number;
  price_version: string;
  idempotency_key: string | null;
  holder: string;
  created_at: number;
}

/** One entry per ended request. Only `delivered` can change. */
interface UsageLedgerTable {
  request_id: string;
  account_id: string;
  key_id: string;
  platform: string | null;
  endpoint: string;
  method: string;
  state: 'settled' | 'released';
  status: number;
  error_code: string | null;
  records: number;
  /** Units charged; 0 unless settled. */
  units: number;
  /** JSON object: add-ons delivered, by kind. */
  addons: string;
  /** JSON list of the priced lines. */
  line_items: string;
  price_version: string;
  snapshot_id: string | null;
  /** 0 when the connection closed before the complete response was sent. */
  delivered: number;
  created_at: number;
  duration_ms: number;
  /** The request that paid before for the same rows; null for none. */
  repeat_of: string | null;
}

/** The ledger's sums by day, written with it. */
interface UsageDaysTable {
  account_id: string;
  /** `2026-11-21` */
  day: string;
  key_id: string;
  /** Empty for what belongs to no platform. */
  platform: string;
  requests: number;
  failed: number;
  records: number;
  units: number;
}

interface IdempotencyTable {
  key_id: string;
  idempotency_key: string;
  /** Digest of the request that came first. */
  fingerprint: string;
  request_id: string;
  state: 'running' | 'done';
  status: number | null;
  content_type: string | null;
  /** Base64 of the encrypted body; null when it was too large to retain. */
  body: string | null;
  created_at: number;
}

interface NotificationsTable {
  notification_id: string;
  account_id: string;
  kind: string;
  /** Human-readable text. */
  message: string;
  /** Machine-readable details as JSON. */
  facts: string;
  created_at: number;
}

interface WebhooksTable {
  webhook_id: string;
  account_id: string;
  url: string;
  /** Signing secret, encrypted with a key derived from the pepper. */
  secret: string;
  /** The ID of that pepper; null for the first one of the database. */
  pepper: string | null;
  created_at: number;
}

/** Deliveries of notifications by mail or webhook (an outbox). */
interface DeliveriesTable {
  delivery_id: string;
  notification_id: string;
  account_id: string;
  /** `mail` or a webhook's id. */
  channel: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: number;
  last_error: string | null;
  created_at: number;
}

/** Charges of metered accounts by minute, not yet sealed into an event. */
interface MeterMinutesTable {
  account_id: string;
  /** Minutes since 1970. */
  minute: number;
  units: number;
}

/** Events for the billing provider. They are immutable, so that a repetition is a duplicate. */
interface MeterEventsTable {
  /** `<account>:<minute>:<seq>` */
  identifier: string;
  account_id: string;
  billing_customer: string;
  minute: number;
  units: number;
  state: 'pending' | 'delivered' | 'refused';
  attempts: number;
  first_attempt_at: number | null;
  next_attempt_at: number;
  last_error: string | null;
}

/** Requests counted against a rate limit in one window. */
interface RateWindowsTable {
  bucket: string;
  window_start: number;
  taken: number;
}

/** Queries that ended a query process, as digests. */
interface QueryCrashesTable {
  crash_id: string;
  /** Null for queries of the service itself. */
  account_id: string | null;
  query_digest: string;
  shape_digest: string;
  created_at: number;
}

/** Keys of the operator, which belong to no account. */
interface AdminKeysTable {
  key_id: string;
  name: string;
  /** HMAC-SHA-256 of the key, in hex. */
  digest: string;
  /** The ID of the pepper of the digest; null for the first one of the database. */
  pepper: string | null;
  prefix: string;
  last4: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Changes of accounts, keys and the service; entries outlive their account. */
interface AuditLogTable {
  entry_id: string;
  created_at: number;
  actor: string;
  address: string | null;
  action: string;
  account_id: string | null;
  subject: string | null;
  /** JSON object; it never contains secrets. */
  details: string;
}

export type AdminKeyRow = Selectable<AdminKeysTable>;
/** Rows of results that an account has paid for, and when. */
interface PaidRowsTable {
  account_id: string;
  /** Digest of the question and its snapshot. */
  result_id: string;
  /** The request that paid. */
  request_id: string;
  first_row: number;
  /** The row after the last one. */
  end_row: number;
  paid_at: number;
}

/** Sessions of browsers that are signed in. */
interface SessionsTable {
  session_id: string;
  account_id: string;
  /** HMAC-SHA-256 of the value of the cookie, in hex. */
  digest: string;
  /** The key that signed in; null for a one-time token. */
  opener_key_id: string | null;
  /** The data key that the session spends with. */
  data_key_id: string;
  created_at: number;
  expires_at: number;
}

/** The data key that the sessions of an account spend with. */
interface ConsoleKeysTable {
  account_id: string;
  key_id: string;
}

/** Tokens that sign in once; a used one is deleted. */
interface SignInTokensTable {
  /** HMAC-SHA-256 of the token, in hex. */
  digest: string;
  account_id: string;
  created_at: number;
  expires_at: number;
}

export type AccountRow = Selectable<AccountsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type BalanceRow = Selectable<BalancesTable>;
export type HoldRow = Selectable<HoldsTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type MeterEventRow = Selectable<MeterEventsTable>;

/** Instances of the service that others can reach. */
interface SiblingsTable {
  instance: string;
  /** Its URL, for its siblings. */
  address: string;
  /** Its last heartbeat. */
  seen_at: number;
}
