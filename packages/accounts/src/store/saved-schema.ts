import type { Generated, Selectable } from 'kysely';

/** The tables of what accounts save and share. */
export interface SavedSchema {
  saved_queries: SavedQueriesTable;
  kept_results: SavedResultsTable;
  kept_parts: KeptPartsTable;
  shares: SharesTable;
  read_tokens: ReadTokensTable;
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
}

/** Queries that an account has saved. */
interface SavedQueriesTable {
  query_id: string;
  account_id: string;
  name: string;
  /** Names separated by `/`; empty for none. */
  folder: string;
  description: string;
  platform: string;
  query_text: string;
  /** JSON list or object; null for none. */
  parameters: string | null;
  row_limit: number | null;
  /** How a program shows the rows; null for none. */
  view: string | null;
  /** Size of its texts in UTF-8. */
  bytes: number;
  created_at: number;
  updated_at: number;
}

/** Results that are kept for shares, read tokens and schedules. */
interface SavedResultsTable {
  result_id: string;
  account_id: string;
  snapshot_id: string;
  row_count: number;
  truncated: number;
  /** Size of the parts together. */
  bytes: number;
  created_at: number;
  expires_at: number;
}

/** The compressed rows of kept results. */
interface KeptPartsTable {
  result_id: string;
  part: number;
  account_id: string;
  bytes: Uint8Array;
}

/** Permalinks: a query with its result over one snapshot. */
interface SharesTable {
  /** A random text, which is the permission to read. */
  share_id: string;
  account_id: string;
  query_id: string;
  title: string;
  description: string;
  platform: string;
  query_text: string;
  parameters: string | null;
  row_limit: number;
  snapshot_id: string;
  /** JSON list of hosts whose pages may embed it. */
  embed_hosts: string;
  result_id: string;
  /** 0 until its result is paid for. */
  is_published: number;
  created_at: number;
  expires_at: number | null;
}

/** Read tokens; the key of the same ID has their digest, limit and charges. */
interface ReadTokensTable {
  token_id: string;
  account_id: string;
  query_id: string;
  /** The newest result. */
  result_id: string | null;
  /** The result that it is: digest of the question, its limit and the snapshot. */
  result_of: string | null;
}

/** Schedules; the key of the same ID has their charges. */
interface SchedulesTable {
  schedule_id: string;
  account_id: string;
  query_id: string;
  cron: string;
  max_cost_units: number;
  results_kept: number;
  webhook_id: string | null;
  notify_when: string;
  /** `active` or `paused`. */
  state: string;
  state_reason: string | null;
  /** Failed runs since the last successful one. */
  failures: number;
  /** Digest of the rows of the last successful run. */
  rows_digest: Generated<string | null>;
  /** The next tick; null while it is paused. */
  next_at: number | null;
  created_at: number;
}

/** Runs of schedules. */
interface ScheduleRunsTable {
  schedule_id: string;
  /** The time that the run is for. */
  tick_at: number;
  run_id: string;
  account_id: string;
  state: 'running' | 'succeeded' | 'failed';
  /** Earlier ticks that passed without a run. */
  ticks_missed: number;
  request_id: string;
  started_at: number;
  ended_at: Generated<number | null>;
  row_count: Generated<number | null>;
  units: Generated<number | null>;
  snapshot_id: Generated<string | null>;
  is_changed: Generated<number | null>;
  result_id: Generated<string | null>;
  error_code: Generated<string | null>;
  error_message: Generated<string | null>;
}

export type SavedQueryRow = Selectable<SavedQueriesTable>;
export type SavedResultRow = Selectable<SavedResultsTable>;
export type ShareRow = Selectable<SharesTable>;
export type ScheduleRow = Selectable<SchedulesTable>;
export type ScheduleRunRow = Selectable<ScheduleRunsTable>;
