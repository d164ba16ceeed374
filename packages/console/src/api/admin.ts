import { ask } from './call.ts';

/** What operators see, with an admin key. */
export interface ServiceStatus {
  ready: boolean;
  uptime_seconds: number;
  node_version: string;
  index: { path: string; snapshot_id: string; backend: string };
  queries: { running: number; waiting: number; slow: number };
  /** Null when queries run in the process of the service. */
  query_processes: {
    living: number;
    wanted: number;
    replaced: number;
    memory: { pid: number; resident_bytes: number }[];
  } | null;
  memory: { resident_bytes: number; limit_bytes: number | null };
  result_cache_bytes: number;
  retained_results: number;
  disks: { name: string; path: string; free_bytes: number | null }[];
}

interface AnyQuery {
  query_id: string;
  account_id: string;
  platform: string;
  started_at: string;
  text: string | null;
}

export interface RunningQuery extends AnyQuery {
  state: string;
  elapsed_ms: number | null;
  rows: number | null;
}

export interface SlowQuery extends AnyQuery {
  outcome: string;
  total_ms: number | null;
  rows: number | null;
}

export interface AdminAccount {
  id: string;
  name: string;
  balance: string;
  reserved: string;
  state: string;
}

export const serviceStatus = (): Promise<ServiceStatus> => ask('/api/admin/status', 'admin');

export const runningQueries = async (): Promise<RunningQuery[]> =>
  (await ask<{ queries: RunningQuery[] }>('/api/admin/queries', 'admin')).queries;

export const slowQueries = async (): Promise<SlowQuery[]> =>
  (await ask<{ queries: SlowQuery[] }>('/api/admin/queries/slow', 'admin')).queries;

export const cancelQuery = (id: string): Promise<unknown> =>
  ask(`/api/admin/queries/${id}`, 'admin', { method: 'DELETE' });

export const accountsOfService = async (): Promise<AdminAccount[]> =>
  (await ask<{ accounts: AdminAccount[] }>('/api/admin/accounts?limit=100', 'admin')).accounts;
