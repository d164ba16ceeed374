import type { Catalog } from '@sdq/catalog';
import type { SqlParameters } from '@sdq/contract';
import type { BackendPlan, BackendSnapshot } from '../backend/execution-backend.ts';
import type { ResultStream } from '../backend/result-stream.ts';
import { admit } from '../gate/admit/admit.ts';
import type { Parser } from '../gate/parse/parser.ts';
import { resolve } from '../gate/resolve/resolve.ts';
import type { Resolved } from '../stages.ts';
import { factsOf, type QueryFacts } from './query-facts.ts';
import { type EndedStep, observed, type QueryObserver, type QueryStep } from './query-observer.ts';
import { withReservedName } from './reserved-name.ts';
import { cacheKey, type ResultCache } from './result-cache.ts';
import { tableElsewhere } from './table-elsewhere.ts';

/**
 * The way of a query, and the only file that knows it:
 *
 *     parse → admit → resolve → plan → run → stream
 *
 * text to Statement, Admitted, Resolved: that is the language. The last three are a backend's, which gives a plan for what
 * was resolved, and a result for the plan (`backend/execution-backend.ts`).
 * A stage knows the type it is given and the type it gives, and no other stage.
 */
export interface QueryRequest {
  text: string;
  platform: string;
  /** Whether the caller named no platform, so that another one may have been intended. */
  isPlatformOpen?: boolean;
  parameters: SqlParameters | undefined;
  /** Maximum number of rows returned. */
  rowsMax: number;
  bytesMax: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

type StageMs = Record<string, number>;

export interface QueryMachinery {
  /** The tables that queries may name. */
  catalog: Catalog;
  parser: Parser;
  cache: ResultCache;
  observer?: QueryObserver | undefined;
}

/** A text that was admitted, and the milliseconds each stage took. */
export async function resolveQuery(
  request: Pick<QueryRequest, 'text' | 'platform' | 'isPlatformOpen' | 'parameters' | 'signal'>,
  { catalog, parser, observer }: Pick<QueryMachinery, 'catalog' | 'parser' | 'observer'>,
  { undescribed }: Pick<BackendSnapshot, 'undescribed'> = {},
): Promise<{ resolved: Resolved; stageMs: StageMs }> {
  const { text, platform, parameters, signal } = request;
  const known = catalog.tablesOf(platform);
  const tables = known.map((table) => table.name);
  const elsewhere = (name: string) => tableElsewhere(name, catalog, undescribed);
  const stageMs: StageMs = {};
  const statement = await timed('parse', stageMs, observer, () =>
    parser.parse(text, parameters, { tables, signal }).catch((error: unknown) => {
      throw withReservedName(error, known);
    }),
  );
  const admitted = await timed('admit', stageMs, observer, () =>
    admit(statement, { tables, elsewhere: request.isPlatformOpen ? elsewhere : undefined }),
  );
  const resolved = await timed('resolve', stageMs, observer, () => resolve(admitted, catalog, platform));
  return { resolved, stageMs };
}

/** Plans the text over one snapshot. */
export async function planQuery(
  request: QueryRequest,
  machinery: Pick<QueryMachinery, 'catalog' | 'parser' | 'observer'>,
  snapshot: BackendSnapshot,
): Promise<{ resolved: Resolved; plan: BackendPlan; stageMs: StageMs }> {
  const { resolved, stageMs } = await resolveQuery(request, machinery, snapshot);
  const { rowsMax } = request;
  const plan = await timed('plan', stageMs, machinery.observer, () => snapshot.plan(resolved, { rowsMax }));
  return { resolved, plan, stageMs };
}

async function timed<Result>(
  stage: QueryStep,
  stageMs: StageMs,
  observer: QueryObserver | undefined,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const note = (ended: EndedStep) => {
    stageMs[stage] = ended.durationMs;
    observer?.(ended);
  };
  return await observed(stage, note, work);
}

/** A query whose columns and first rows are available, and what is known of it. */
export interface BegunQuery {
  stream: ResultStream;
  facts: QueryFacts;
  toUserError: (error: unknown) => unknown;
}

/**
 * Identifies equal requests: their queries, parameters, platform, row limit and snapshot. Null for a query whose
 * result may differ each time.
 */
export function identityOf(
  { statement }: Resolved,
  snapshotId: string,
  { platform, rowsMax }: QueryRequest,
): string | null {
  return cacheKey(statement, snapshotId, [platform, rowsMax]);
}

/** Plans a query and starts it. `queuedMs`: how long it was queued. */
export async function runQuery(
  request: QueryRequest & { signal: AbortSignal },
  machinery: QueryMachinery,
  snapshot: BackendSnapshot,
  queuedMs: number,
): Promise<BegunQuery> {
  const { resolved, plan, stageMs } = await planQuery(request, machinery, snapshot);
  const { cache, observer } = machinery;
  const identity = identityOf(resolved, snapshot.id, request);
  const key = identity === null ? null : `${identity} ${request.bytesMax}`;
  try {
    const startedAt = performance.now();
    const found = await observed('execute', observer, () =>
      cache.start(key, () => plan.run(request, request.signal)),
    );
    stageMs.execute = performance.now() - startedAt;
    const { stream } = found;
    const { columns } = stream;
    const begun = { columns, snapshotId: snapshot.id, queuedMs, stageMs, cache: found.cache, identity };
    return { stream, facts: factsOf(plan, begun), toUserError: (error) => plan.toUserError(error) };
  } catch (error) {
    throw plan.toUserError(error);
  }
}
