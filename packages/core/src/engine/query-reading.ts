import type { BackendSnapshot, ExecutionBackend } from '../backend/execution-backend.ts';
import type { QueryOptions } from './engine.ts';
import { readBefore } from './prepared-query.ts';
import { openQueryTables } from './query-tables.ts';
import type { QueryMachinery, QueryRequest } from './run-query.ts';

/** What an engine has for its queries. */
export interface QueryParts {
  readonly machinery: QueryMachinery;
  readonly backend: ExecutionBackend;
}

/** A request, and what knows the tables that its caller gives, until they are released. */
export interface OpenedRequest {
  readonly request: QueryRequest;
  readonly machinery: QueryMachinery;
  release(): void;
}

/** Opens the tables of a query; the time of copying them is part of the query's. Errors: those of {@link openQueryTables}. */
export async function openRequest(
  asked: QueryRequest,
  { tables, prepared }: Pick<QueryOptions, 'tables' | 'prepared'>,
  { machinery, backend }: QueryParts,
): Promise<OpenedRequest> {
  const read = (request: QueryRequest) => ({ ...request, read: readBefore(prepared, request) });
  if (tables === undefined || Object.keys(tables).length === 0)
    return { request: read(asked), machinery, release: () => {} };
  const startedAt = performance.now();
  const { catalog, local, release } = await openQueryTables(tables, machinery.catalog, backend, asked);
  const spentMs = asked.spentMs + performance.now() - startedAt;
  return { request: read({ ...asked, local, spentMs }), machinery: { ...machinery, catalog }, release };
}

/** Work that looks at what a query reads, its tables and a snapshot, without running it. */
export async function reading<Result>(
  asked: QueryRequest,
  options: QueryOptions,
  parts: QueryParts,
  work: (request: QueryRequest, machinery: QueryMachinery, snapshot: BackendSnapshot) => Promise<Result>,
): Promise<Result> {
  const { request, machinery, release } = await openRequest(asked, options, parts);
  try {
    const snapshot = parts.backend.acquire(options.snapshotId);
    try {
      return await work(request, machinery, snapshot);
    } finally {
      snapshot.release();
    }
  } finally {
    release();
  }
}
