import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { SqlParameters } from '@sdq/contract';
import { checkDescriptions, type Snapshot } from '@sdq/index';
import { callerOffset } from '../errors/caller-offset.ts';
import { toAppError } from '../errors/engine-error.ts';
import { admit } from '../gate/admit/admit.ts';
import type { Parser } from '../gate/parse/parser.ts';
import { resolve } from '../gate/resolve/resolve.ts';
import { plan } from '../plan/plan.ts';
import type { Plan, QueryRunner, ResultStream } from '../stages.ts';
import { factsOf, type QueryFacts } from './query-facts.ts';
import { observed, type QueryObserver, type QueryStep } from './query-observer.ts';
import { withReservedName } from './reserved-name.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';
import { tableElsewhere } from './table-elsewhere.ts';

/**
 * The way of a query, and the only file that knows it:
 *
 *     parse → admit → resolve → plan → execute → stream
 *
 * text to Statement, Admitted, Resolved, Plan, and from there to encoded rows: a runner does the last two,
 * in this process (`in-process-runner.ts`) or in one that can be replaced (`process/`).
 * A stage knows the type it is given and the type it gives, and no other stage.
 */
export interface QueryRequest {
  text: string;
  platform: string;
  /** Whether the caller named none, so that another one may have been meant. */
  isPlatformOpen?: boolean;
  parameters: SqlParameters | undefined;
  /** Rows handed out at most; the plan asks for one more, to tell whether rows were cut. */
  rowsMax: number;
  bytesMax: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Planner rules to leave out, by name. */
  rulesOff?: readonly string[];
  /** An access path to be taken wherever it knows a way, by name. */
  preferredPath?: string;
}

export interface QueryMachinery {
  /** The tables that queries may name. */
  catalog: Catalog;
  parser: Parser;
  runner: QueryRunner;
  cache: ResultCache;
  observer?: QueryObserver | undefined;
}

/** The text as a plan over one snapshot, and the milliseconds each stage took. */
export async function planQuery(
  request: QueryRequest,
  { catalog, parser, observer }: Pick<QueryMachinery, 'catalog' | 'parser' | 'observer'>,
  snapshot: Snapshot,
): Promise<{ plan: Plan; stageMs: Record<string, number> }> {
  checkDescriptions(catalog, snapshot.manifest);
  const known = catalog.tablesOf(request.platform);
  const tables = known.map((table) => table.name);
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
    parser
      .parse(request.text, request.parameters, { tables, signal: request.signal })
      .catch((error: unknown) => {
        throw withReservedName(error, known);
      }),
  );
  const elsewhere = request.isPlatformOpen
    ? (name: string) => tableElsewhere(name, catalog, snapshot)
    : undefined;
  const admitted = await timed('admit', () => admit(statement, { tables, elsewhere }));
  const resolved = await timed('resolve', () => resolve(admitted, catalog, request.platform));
  const planned = await timed('plan', () =>
    plan(resolved, snapshot, {
      rowsMax: request.rowsMax + 1,
      rulesOff: request.rulesOff ?? [],
      preferredPath: request.preferredPath,
    }),
  );
  return { plan: planned, stageMs };
}

/** A query whose columns and first rows are at hand, and all that is known of it. */
export interface BegunQuery {
  stream: ResultStream;
  facts: QueryFacts;
  toUserError: (error: unknown) => unknown;
}

/**
 * What makes two requests the same: their queries, parameters, platform, bounds on rows and snapshot. Null for a query
 * that may give something else each time.
 */
export function identityOf(planned: Plan, { platform, rowsMax }: QueryRequest): string | null {
  return cacheKey(planned, [platform, rowsMax]);
}

/** Plans a query and begins it. `queuedMs`: how long it waited for its turn. */
export async function runQuery(
  request: QueryRequest,
  machinery: QueryMachinery,
  snapshot: Snapshot,
  queuedMs: number,
): Promise<BegunQuery> {
  const { plan: planned, stageMs } = await planQuery(request, machinery, snapshot);
  const { catalog, runner, cache, observer } = machinery;
  const toUserError = userErrors(planned, catalog.tablesOf(request.platform));
  const identity = identityOf(planned, request);
  const key = identity === null ? null : `${identity} ${request.bytesMax}`;
  try {
    const startedAt = performance.now();
    const found = await observed('execute', observer, () =>
      cache.start(key, () => runner.start(planned, request, request.signal)),
    );
    stageMs.execute = performance.now() - startedAt;
    const { stream } = found;
    const begun = { columns: stream.columns, queuedMs, stageMs, cache: found.cache, identity };
    return { stream, facts: factsOf(planned, begun), toUserError };
  } catch (error) {
    throw toUserError(error);
  }
}

/** Turns what DuckDB throws for a plan over these tables into an AppError about the caller's own text. */
export function userErrors(planned: Plan, tables: readonly CatalogTable[]): (error: unknown) => unknown {
  return (error) =>
    toAppError(error, {
      text: planned.statement.text,
      offsetOf: (byteOffset) => callerOffset(planned, byteOffset),
      visibleNames: tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]),
    });
}
