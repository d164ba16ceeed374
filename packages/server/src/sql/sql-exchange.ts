import type { ResultFormat, SqlExplanation } from '@sdq/contract';
import type { QueryFacts, QueryResult, ResultSummary } from '@sdq/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../request/metering.ts';
import type { Statement } from './statements.ts';

/** One delivery of a result: what the files that send it in one format or another have to know. */
export interface SqlExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  format: ResultFormat;
  shape: 'objects' | 'arrays';
  /** Rows that were asked for at most. */
  limit: number;
  /** What is read: of a query that runs, or of one whose result is kept. */
  result: QueryResult;
  /** Of the query behind it. */
  facts: QueryFacts;
  statementId: string;
  /** What a kept statement is told with. */
  statement?: Statement | undefined;
  meter: Meter;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
  /** Names the answer, for callers who come again; null where nothing can. */
  tag: string | null;
  /** When the request asked for it. */
  explanation?: SqlExplanation | undefined;
  /** Adds to the rows of a JSON array what the query itself does not give. */
  extend?: ((rows: Buffer) => Promise<Buffer>) | undefined;
  /** How the rows that were read stand in the whole result; `lines` are theirs as NDJSON, for JSON answers. */
  place(summary: ResultSummary, lines: readonly Uint8Array[]): Placement;
}

export interface Placement {
  truncated: boolean;
  hasMore: boolean;
  cursor: string | null;
}
