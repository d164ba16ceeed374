/** What the service answers, as far as pages read it; the whole is in /openapi.json. */
export interface SchemaColumn {
  name: string;
  type: string;
  nullable: boolean;
  description: string;
}

export interface SchemaTable {
  name: string;
  description: string;
  row_count: number;
  /** Files in the index and their bytes; null where the table is not stored in files. */
  files: number | null;
  bytes: number | null;
  /** UTC months `YYYY-MM` of its rows; null for a table without months. */
  month_first: string | null;
  month_last: string | null;
  /** ISO 8601: no row is newer; null for a table without times. */
  time_last: string | null;
  columns: SchemaColumn[];
  examples: string[];
}

export interface Schema {
  platform: string;
  snapshot_id: string;
  tables: SchemaTable[];
}

export interface Platform {
  platform: string;
  name: string;
  status: string;
  sql: string;
  records_indexed: number;
  tables: Record<string, number>;
  snapshot_id: string;
  drivers: { driver: string; name: string; status: string }[];
}

export interface Fault {
  message: string;
  /** In UTF-16 units of the text; null for a fault without a place. */
  offset: number | null;
  length: number | null;
  candidates: string[];
  hint: string | null;
}

export interface PlanRoute {
  table: string;
  via: string;
  files_total: number;
  files_read: number;
  rows_estimated: number;
  bytes_estimated: number;
}

export interface Plan {
  cost_max: string;
  rows_estimated: number;
  bytes_estimated: number;
  routes: PlanRoute[];
  rules: { rule: string; fired: boolean; note: string; table: string | null }[];
  stage_ms: Record<string, number>;
}

export interface Receipt {
  request_id: string;
  timestamp: string;
  key_name: string;
  endpoint: string;
  method: string;
  status: number;
  records: number;
  cost: string;
  duration_ms: number;
  cached: boolean;
  error_code: string | null;
  line_items: { item: string; quantity: number; unit_price: string; cost: string }[];
  price_version: string;
  snapshot_id: string | null;
  delivered: boolean;
  /** The request that paid for these rows within the last 24 hours. */
  repeat_of: string | null;
}

export interface User {
  id: string;
  name: string;
  email: string;
  balance: string;
  plan: string;
  spend_limit: string | null;
  settings: { alertThreshold: number | null };
}

export interface ApiKey {
  key_id: string;
  name: string;
  masked_key: string;
  permissions: string[];
  status: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  spend_limit: string | null;
  /** Only in the response that creates it. */
  key?: string;
}

export interface UsageRecord {
  request_id: string;
  timestamp: string;
  key_name: string;
  platform: string;
  endpoint: string;
  method: string;
  status: number;
  records: number;
  cost: string;
  duration_ms: number;
  error_code: string | null;
}

export interface UsageDay {
  date: string;
  requests: number;
  failed_requests: number;
  records: number;
  cost: string;
}

export interface Balance {
  balance: string;
  reserved: string;
  available: string;
  plan: string;
  spend_limit: string | null;
  current_period_cost: string;
}
