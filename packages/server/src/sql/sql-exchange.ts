import type { Platform, ResultFormat, SqlExplanation, SqlRequest } from '@sdq/contract';
import type { QueryResult } from '@sdq/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Meter } from '../request/metering.ts';

/** One SQL request that runs: what the files that answer it in one format or another have to know. */
export interface SqlExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  platform: Platform;
  body: SqlRequest;
  format: ResultFormat;
  statementId: string;
  result: QueryResult;
  meter: Meter;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
  /** When the request asked for it. */
  explanation: SqlExplanation | undefined;
}
