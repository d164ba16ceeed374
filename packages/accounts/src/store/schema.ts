import type { Selectable } from 'kysely';

/**
 * The tables, for SQLite and PostgreSQL alike. Times are milliseconds since 1970, UTC; money is units of $0.0001;
 * flags are 0 and 1; lists and objects are JSON text.
 */
export interface StoreSchema {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  usage_ledger: UsageLedgerTable;
}

interface AccountsTable {
  account_id: string;
  name: string;
  email: string;
  /** JSON of the account's settings. */
  settings: string;
  plan: string;
  /** What is left after everything that was charged. */
  balance_units: number;
  /** The sum of the worst cases of requests under way: not available to others until they settle. */
  reserved_units: number;
  spend_limit_units: number | null;
  created_at: number;
}

interface ApiKeysTable {
  key_id: string;
  account_id: string;
  /** `live`, `test` or `acct`. */
  kind: string;
  name: string;
  /** HMAC-SHA-256 of the key, in hex. */
  digest: string;
  prefix: string;
  last4: string;
  /** JSON list of platforms. */
  permissions: string;
  spend_limit_units: number | null;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

interface UsageLedgerTable {
  request_id: string;
  account_id: string;
  key_id: string;
  /** Null for what belongs to no platform. */
  platform: string | null;
  /** As in the price table, for example `shortvideo/sql`. */
  endpoint: string;
  method: string;
  /** `reserved` while the request runs, then for ever `settled` or `released`. */
  state: 'reserved' | 'settled' | 'released';
  /** The process that runs the request. */
  holder: string;
  /** HTTP status of the answer; null while reserved. */
  status: number | null;
  error_code: string | null;
  records: number;
  /** JSON list of the priced lines. */
  line_items: string;
  /** What was charged; 0 unless settled. */
  units: number;
  /** The worst case that was reserved. */
  reserved_units: number;
  price_version: string;
  snapshot_id: string | null;
  /** 0 when the connection was gone before the whole answer had left. */
  delivered: number;
  created_at: number;
  settled_at: number | null;
  duration_ms: number | null;
}

export type AccountRow = Selectable<AccountsTable>;
export type ApiKeyRow = Selectable<ApiKeysTable>;
export type UsageRow = Selectable<UsageLedgerTable>;
