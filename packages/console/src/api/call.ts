import type { Fault } from './types.ts';

/** Who may ask: anyone, a data key, an account key, or an operator's admin key. */
export type Access = 'public' | 'data' | 'account' | 'admin';

export interface CallOptions {
  method?: string;
  json?: unknown;
  signal?: AbortSignal;
}

interface ErrorBody {
  detail?: unknown;
  error?: {
    code: string;
    sql?: Fault;
    doc_url?: string;
    hint?: string;
    meta?: { further_sql_faults?: Fault[]; max_cost?: string; cost_max?: string };
  };
  request_id?: string;
}

/** A response of the service that is an error. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;
  /** Faults of an SQL text, with their positions. */
  readonly faults: Fault[];

  constructor(status: number, body: ErrorBody) {
    super(detailText(body.detail) ?? `The service answered with status ${status}`);
    this.status = status;
    this.code = body.error?.code ?? `http_${status}`;
    this.requestId = body.request_id;
    this.docUrl = body.error?.doc_url;
    const { sql, meta } = body.error ?? {};
    this.faults = sql === undefined ? [] : [sql, ...(meta?.further_sql_faults ?? [])];
  }
}

/** The service did not answer: it is down, or the connection is. */
export class Unreachable extends Error {}

/** Operators' endpoints take no session. The key lives as long as the page, and is stored nowhere. */
export const keys: { admin?: string } = {};

/** Called when the service does not accept the credentials any more. */
export const onExpired: { tell(): void } = { tell() {} };

/** Sends a request to the service. @throws ApiError, Unreachable, and what the signal throws. */
export async function call(path: string, access: Access, options: CallOptions = {}): Promise<Response> {
  const { method = options.json === undefined ? 'GET' : 'POST', json, signal } = options;
  // a session needs this header, which pages of other sites cannot send
  const headers: Record<string, string> = { 'X-Requested-With': 'console', ...credentials(access) };
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, {
    method,
    headers,
    credentials: 'same-origin',
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable('The service did not answer. Check that it is running, then try again', {
      cause: error,
    });
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  if (response.status === 401 && (access === 'data' || access === 'account')) onExpired.tell();
  throw new ApiError(response.status, body);
}

/** The `data` of a response, and what it cost. */
export async function ask<T>(path: string, access: Access, options?: CallOptions): Promise<T> {
  return (await askWhole<T>(path, access, options)).data;
}

export async function askWhole<T>(
  path: string,
  access: Access,
  options?: CallOptions,
): Promise<{ data: T; cost: string; request_id: string }> {
  return (await (await call(path, access, options)).json()) as { data: T; cost: string; request_id: string };
}

function credentials(access: Access): Record<string, string> {
  if (access === 'admin' && keys.admin !== undefined) return { 'X-API-Key': keys.admin };
  return {};
}

/** The text of an error, or of the first validation errors. */
function detailText(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return undefined;
  return (detail as { loc?: unknown[]; msg?: string }[])
    .slice(0, 3)
    .map(({ loc = [], msg = '' }) => `${loc.slice(1).join('.')}: ${msg}`)
    .join('; ');
}
