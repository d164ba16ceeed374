import { ask, call } from './call.ts';
import type { ParameterValue, Question } from './sql.ts';

interface StoredQuery {
  query_id: string;
  name: string;
  folder: string;
  platform: string;
  query: string;
  parameters: Record<string, ParameterValue> | ParameterValue[] | null;
  limit: number | null;
  view: string | null;
  updated_at: string;
}

/** How the rows of a saved query are shown. */
export interface Shown {
  /** A view of the Query page. */
  view: string;
  /** The chosen chart, as the address names it; empty for the first suggestion. */
  chart: string;
}

/** A query of the account. */
export interface AccountQuery extends Question, Shown {
  id: string;
  name: string;
  folder: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface Share {
  share_id: string;
  page_url: string;
  title: string;
  row_count: number | null;
  created_at: string;
  expires_at: string | null;
}

const path = '/api/users/me/queries';
/** Characters of a view that the service keeps. */
const viewMax = 500;

/** The newest 500 queries of the account. */
export async function listQueries(): Promise<AccountQuery[]> {
  const { queries } = await ask<{ queries: StoredQuery[] }>(`${path}?limit=500`, 'account');
  return queries.map(readQuery);
}

/** Saves a query under a name, in place of the one that has it. */
export async function storeQuery(
  question: Question,
  { name, folder, id, view, chart }: { name: string; folder: string; id?: string | undefined } & Shown,
): Promise<AccountQuery> {
  const { platform, sql: query, parameters, limit } = question;
  const json = {
    ...{ name, folder, platform, query, parameters, limit },
    view: viewOf({ view, chart }),
  };
  const stored =
    id === undefined
      ? await ask<StoredQuery>(path, 'account', { json })
      : await ask<StoredQuery>(`${path}/${id}`, 'account', { method: 'PATCH', json });
  return readQuery(stored);
}

export const removeQuery = (id: string): Promise<unknown> =>
  ask(`${path}/${id}`, 'account', { method: 'DELETE' });

export const listShares = async (id: string): Promise<Share[]> =>
  (await ask<{ shares: Share[] }>(`${path}/${id}/shares`, 'account')).shares;

/** Makes an address of a saved query, over a snapshot; it costs `max_cost` at most. */
export const createShare = (
  id: string,
  share: {
    title: string;
    max_cost: string;
    snapshot_id?: string;
    expires_at?: string;
    embed_hosts: string[];
  },
): Promise<Share> => ask<Share>(`${path}/${id}/shares`, 'account', { json: share });

export const revokeShare = (id: string, shareId: string): Promise<unknown> =>
  ask(`${path}/${id}/shares/${shareId}`, 'account', { method: 'DELETE' });

export interface OpenedShare {
  title: string;
  description: string;
  platform: string;
  query: string;
  parameters: Record<string, ParameterValue> | ParameterValue[] | null;
  limit: number;
  snapshot_id: string;
  created_at: string;
  rows_total: number;
  truncated: boolean;
  result_kept_until: string;
}

/** What an address shares, without a session. @throws ApiError `not_found`, `result_expired`. */
export const openShare = (id: string): Promise<OpenedShare> =>
  ask<OpenedShare>(`/api/q/${encodeURIComponent(id)}?limit=1`, 'public');

/** Its rows as an Arrow stream. */
export const shareRows = async (id: string): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await call(`/api/q/${encodeURIComponent(id)}?format=arrow`, 'public');
  if (body === null) throw new Error('The response has no body');
  return body;
};

/** A chart of columns whose names are too long is left out: the first suggestion takes its place. */
function viewOf({ view, chart }: Shown): string {
  const whole = new URLSearchParams({ view, ...(chart !== '' && { chart }) }).toString();
  return whole.length <= viewMax ? whole : `view=${view}`;
}

function readQuery(stored: StoredQuery): AccountQuery {
  const { query_id, name, folder, platform, query, parameters, limit, updated_at } = stored;
  const shown = new URLSearchParams(stored.view ?? '');
  return {
    id: query_id,
    name,
    folder,
    platform,
    sql: query,
    // a list belongs to ? and $1, which the console does not fill
    parameters: parameters === null || Array.isArray(parameters) ? {} : parameters,
    limit: limit ?? 100,
    at: Date.parse(updated_at),
    view: shown.get('view') ?? 'rows',
    chart: shown.get('chart') ?? '',
  };
}
