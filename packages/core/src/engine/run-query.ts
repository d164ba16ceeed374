import { tablesOf } from '@sdq/catalog';
import { AppError, type Platform, type SqlParameters } from '@sdq/contract';
import type { Snapshot } from '@sdq/index';
import { callerOffset } from '../errors/caller-offset.ts';
import { toAppError } from '../errors/engine-error.ts';
import { admit } from '../gate/admit/admit.ts';
import type { Parser } from '../gate/parse/parser.ts';
import { resolve } from '../gate/resolve/resolve.ts';
import { plan } from '../plan/plan.ts';
import type { EncodedQuery, Plan, QueryRunner } from '../stages.ts';
import { observed, type QueryObserver, type QueryStep } from './query-observer.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';

/**
 * The way of a query, and the only file that knows it:
 *
 *     parse → admit → resolve → plan → execute → encode
 *
 * text to Statement, Admitted, Resolved, Plan, and from there to encoded rows: a runner does the last two,
 * in this process (`execute/in-process-runner.ts`) or in one that can be replaced (`process/`).
 * A stage knows the type it is given and the type it gives, and no other stage.
 */
export interface QueryRequest {
  text: string;
  platform: Platform;
  parameters: SqlParameters | undefined;
  /** Rows handed out at most; the plan asks for one more, to tell whether rows were cut. */
  rowsMax: number;
  bytesMax: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Planner rules to leave out, by name. */
  rulesOff?: readonly string[];
}

export interface QueryMachinery {
  parser: Parser;
  runner: QueryRunner;
  cache: ResultCache;
  observer?: QueryObserver | undefined;
}

/** The text as a plan over one snapshot, and the milliseconds each stage took. */
export async function planQuery(
  request: QueryRequest,
  parser: Parser,
  snapshot: Snapshot,
  observer?: QueryObserver,
): Promise<{ plan: Plan; stageMs: Record<string, number> }> {
  const tables = tablesOf(request.platform).map((table) => table.name);
  const stageMs: Record<string, number> = {};
  const timed = <T>(stage: QueryStep, work: () => T | Promise<T>): Promise<T> =>
    observed(
      stage,
      (ended) => {
        stageMs[stage] = ended.durationMs;
        observer?.(ended);
      },
      work,
    );
  const statement = await timed('parse', () =>
    parser.parse(request.text, request.parameters, { tables, signal: request.signal }),
  );
  const admitted = await timed('admit', () => admit(statement, { tables }));
  const resolved = await timed('resolve', () => resolve(admitted, request.platform));
  const planned = await timed('plan', () =>
    plan(resolved, snapshot, { rowsMax: request.rowsMax + 1, rulesOff: request.rulesOff ?? [] }),
  );
  return { plan: planned, stageMs };
}

export interface BegunQuery {
  plan: Plan;
  query: EncodedQuery;
  /** {@link identityOf} the query. */
  identity: string | null;
  /** Milliseconds per stage, up to the first rows. */
  stageMs: Readonly<Record<string, number>>;
  wordError: (error: unknown) => unknown;
}

/**
 * What makes two requests the same: their queries, parameters, platform, bounds on rows and snapshot. Null for a query
 * that may give something else each time.
 */
export function identityOf(planned: Plan, { platform, rowsMax }: QueryRequest): string | null {
  return cacheKey(planned, [platform, rowsMax]);
}

/** A planned query, begun: its columns and first rows are at hand. */
export async function runQuery(
  request: QueryRequest,
  machinery: QueryMachinery,
  snapshot: Snapshot,
): Promise<BegunQuery> {
  const { plan: planned, stageMs } = await planQuery(request, machinery.parser, snapshot, machinery.observer);
  const wordError = errorWords(planned, request.platform);
  const { runner, cache, observer } = machinery;
  const identity = identityOf(planned, request);
  const key = identity === null ? null : `${identity} ${request.bytesMax}`;
  try {
    const startedAt = performance.now();
    const query = await observed('execute', observer, () =>
      cache.start(key, () => runner.start(planned, request, request.signal)),
    );
    stageMs.execute = performance.now() - startedAt;
    return { plan: planned, query, identity, stageMs, wordError };
  } catch (error) {
    throw error instanceof AppError ? error : wordError(error);
  }
}

/** Turns what DuckDB throws for a plan into an AppError about the caller's own text. */
export function errorWords(planned: Plan, platform: Platform): (error: unknown) => unknown {
  return (error) =>
    toAppError(error, {
      text: planned.statement.text,
      offsetOf: (byteOffset) => callerOffset(planned, byteOffset),
      visibleNames: tablesOf(platform).flatMap((table) => [
        table.name,
        ...table.columns.map((column) => column.name),
      ]),
    });
}
