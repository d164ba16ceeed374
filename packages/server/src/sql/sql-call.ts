import {
  type Platform,
  type ResultFormat,
  type SqlExplanation,
  type SqlRequest,
  sqlLimits,
} from '@sdq/contract';
import type { QueryOptions, QueryResult } from '@sdq/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SqlServices } from './sql-services.ts';

/** A SQL request whose fields were checked. */
export interface SqlCall {
  services: SqlServices;
  platform: Platform;
  request: FastifyRequest;
  reply: FastifyReply;
  body: SqlRequest;
  format: ResultFormat;
  /** The statement: the caller's, or what an empty one stands for. */
  sql: string;
  keyId: string;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
  /** When the request asked for it. */
  explanation?: SqlExplanation;
}

/** Runs the call's query, within other bounds where some are given. */
export async function runQuery(call: SqlCall, bounds: QueryOptions = {}): Promise<QueryResult> {
  return await call.services.engine.query(call.sql, { ...queryOptions(call), ...bounds });
}

/** How the engine is asked for it. */
export function queryOptions({ platform, body, format, keyId, signal }: SqlCall): QueryOptions {
  return {
    platform,
    limit: body.limit,
    timeoutMs: body.timeout_ms,
    owner: keyId,
    signal,
    ...(body.parameters && { parameters: body.parameters }),
    ...(format === 'json' && { bytesMax: sqlLimits.jsonBytesMax }),
  };
}
