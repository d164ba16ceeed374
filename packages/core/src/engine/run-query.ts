import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { SqlParameters } from '@sdq/contract';
import type { BackendPlan, BackendSnapshot } from '../backend/execution-backend.ts';
import type { ResultStream } from '../backend/result-stream.ts';
import { queryTimeout } from '../backend/stream-errors.ts';
import { withDialectHint } from '../dialects/suggest.ts';
import { admit } from '../gate/admit/admit.ts';
import { mergeSubqueries } from '../gate/merge/merge-subqueries.ts';
import type { Parser } from '../gate/parse/parser.ts';
import { resolve } from '../gate/resolve/resolve.ts';
import type { Dialect } from '../introspection/relations/given-tables.ts';
import { type SyntaxReader, translate } from '../introspection/translate.ts';
import type { Resolved } from '../stages.ts';
import { materializeParameters } from '../syntax/materialize-parameters.ts';
import { numberParameters } from '../syntax/number-parameters.ts';
import { aboutText, type EditedText } from '../syntax/text-edits.ts';
import type { CrashMemory } from './crash-memory.ts';
import { keepQuestion, knownQuestion } from './known-questions.ts';
import { factsOf, type QueryFacts, type QueryProgress, scanOf } from './query-facts.ts';
import { type EndedStep, observed, type QueryObserver, type QueryStep } from './query-observer.ts';
import { identityAt, questionOf } from './question.ts';
import { withReservedName } from './reserved-name.ts';
import type { ResultCache } from './result-cache.ts';
import { tableElsewhere } from './table-elsewhere.ts';

/**
 * The way of a query, and the only file that knows it:
 *
 *     translate → parse → admit → resolve → plan → run → stream
 *
 * `translate` writes what tools ask (SHOW TABLES, `information_schema`) as a text for the gate.
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
  /** In whose SQL the text is written; default: DuckDB's. */
  dialect?: Dialect | undefined;
  /** The tables that the caller gives beside those of the index; absent without any. */
  local?: LocalIdentity | undefined;
  /** Whose query it is: caches are not shared between tenants. */
  tenant?: string | null;
  /** Whose crashes and memory are kept from others. */
  account?: string | null;
  /** Maximum number of rows returned. */
  rowsMax: number;
  bytesMax: number;
  timeoutMs: number;
  /** Whether messages of errors may quote values of the tables; default true. */
  quotesValues?: boolean | undefined;
  /** Milliseconds of `timeoutMs` that are spent already. */
  spentMs: number;
  signal: AbortSignal | undefined;
  tellProgress?: ((progress: QueryProgress) => void) | undefined;
  /** The text, read already; default: it is read now. */
  read?: ResolvedQuery | undefined;
}

/** Tables that a caller gives to one query. */
export interface LocalIdentity {
  /** Identifies names, types and rows. */
  readonly content: string;
  /** The copies that were made of them. */
  readonly paths: readonly string[];
}

type StageMs = Record<string, number>;

export interface QueryMachinery {
  /** The tables that queries may name. */
  catalog: Catalog;
  parser: Parser;
  cache: ResultCache;
  crashes: CrashMemory;
  observer?: QueryObserver | undefined;
}

/** A text that was admitted. */
export interface ResolvedQuery {
  readonly resolved: Resolved;
  readonly stageMs: StageMs;
  /** Whether it reads no rows of the index, so that it is free of charge. */
  readonly isFree: boolean;
  /** Identifies text and parameters, without limit and snapshot; null when the result may differ each time. */
  readonly question: string | null;
  /** The same error about the caller's text. */
  readonly toCaller: (error: unknown) => unknown;
}

/** A text that was admitted, and the milliseconds each stage took. */
export async function resolveQuery(
  request: Pick<
    QueryRequest,
    'text' | 'platform' | 'isPlatformOpen' | 'parameters' | 'dialect' | 'tenant' | 'signal'
  >,
  { catalog, parser, observer }: Pick<QueryMachinery, 'catalog' | 'parser' | 'observer'>,
  snapshot: Pick<BackendSnapshot, 'undescribed'> = {},
): Promise<ResolvedQuery> {
  const { platform, parameters, tenant, signal } = request;
  const tablesKnown = catalog.tablesOf(platform);
  const names = tablesKnown.map((table) => table.name);
  const elsewhere = (name: string) => tableElsewhere(name, catalog, snapshot.undescribed);
  const stageMs: StageMs = {};
  const translated = await translate(request.text, {
    catalog,
    platform,
    dialect: request.dialect,
    reader: readerFor(parser, tenant),
  }).catch((error: unknown) => {
    throw withDialectHint(error, request.text);
  });
  const { given, asks } = translated;
  const { text, before } = withParameters(translated.text);
  const toTranslated = (error: unknown) =>
    text === translated.text ? error : aboutText(error, translated.text, before);
  const toCaller = (error: unknown) =>
    withDialectHint(translated.toCaller(toTranslated(error)), request.text);
  try {
    const tables = [...names, ...given.keys()];
    const statement = await timed('parse', stageMs, observer, () =>
      parser.parse(text, parameters, { tables, tenant, signal }).catch((error: unknown) => {
        throw withReservedName(error, tablesKnown);
      }),
    );
    const isPlain = given.size === 0;
    const policy = {
      tables: names,
      given: [...given.keys()],
      elsewhere: request.isPlatformOpen ? elsewhere : undefined,
    };
    // each stage is timed for a known question too: its callers are promised all of them
    const { known, admitted } = await timed('admit', stageMs, observer, () => {
      const known = isPlain ? knownQuestion(statement, platform, catalog) : undefined;
      return known === undefined ? { admitted: admit(statement, policy) } : { known };
    });
    const { resolved, question } = await timed('resolve', stageMs, observer, async () => {
      if (known !== undefined) return known;
      const resolved = await mergeSubqueries(
        resolve(admitted, catalog, platform, given),
        parser,
        (merged) => resolve(admit(merged, policy), catalog, platform, given),
        tenant,
      );
      const made = { resolved, question: questionOf(resolved) };
      if (isPlain) keepQuestion(statement, platform, catalog, made);
      return made;
    });
    return { resolved, stageMs, isFree: isFree(resolved, asks), question, toCaller };
  } catch (error) {
    throw toCaller(error);
  }
}

/** The text for the planner, and for DuckDB, as far as its parameters ask for changes. */
function withParameters(text: string): EditedText {
  const numbered = numberParameters(text) ?? { text, before: (offset: number) => offset };
  const materialized = materializeParameters(numbered.text);
  if (materialized === undefined) return numbered;
  return { text: materialized.text, before: (offset) => numbered.before(materialized.before(offset)) };
}

/** Reads texts of one tenant. */
function readerFor(parser: Parser, tenant: string | null | undefined): SyntaxReader {
  return {
    tokensOf: (text) => parser.tokensOf(text, tenant),
    treeOf: async (text) => await parser.treeOf(text, tenant),
    textOf: async (expression) => await parser.textOf(expression),
  };
}

/** Whether a query reads no rows of the index, and asks only what the catalogue tells. */
function isFree({ references }: Resolved, asks: boolean): boolean {
  return (
    (asks || references.length > 0) &&
    references.every(({ table, isDescribed }) => !isOfIndex(table) || isDescribed)
  );
}

function isOfIndex({ rows, local }: CatalogTable): boolean {
  return rows === undefined && local === undefined;
}

/** Identifies the rows that a query reads: an answer stays true while other tables change. */
function contentRead({ references }: Resolved, snapshot: BackendSnapshot): string {
  // what local tables hold is part of the question
  const stored = references.filter(({ table }) => table.local === undefined);
  const areOfIndex = stored.every(({ table, isDescribed }) => isOfIndex(table) && !isDescribed);
  if (snapshot.contentOf === undefined || references.length === 0 || !areOfIndex) return snapshot.id;
  return snapshot.contentOf([
    ...new Set(stored.flatMap(({ table, source }) => (source === undefined ? [table] : [table, source]))),
  ]);
}

/** A text that was planned. */
export interface PlannedQuery extends ResolvedQuery {
  readonly plan: BackendPlan;
  /** Milliseconds of the query's time that are left for running it. */
  readonly leftMs: number;
  readonly toUserError: (error: unknown) => unknown;
}

/** Plans the text over one snapshot. Errors: those of the stages, `query_timeout` when they took all of its time. */
export async function planQuery(
  request: QueryRequest,
  machinery: Pick<QueryMachinery, 'catalog' | 'parser' | 'observer'>,
  snapshot: BackendSnapshot,
): Promise<PlannedQuery> {
  const { rowsMax, timeoutMs, spentMs } = request;
  const endsAt = performance.now() + timeoutMs - spentMs;
  const query = request.read ?? (await resolveQuery(request, machinery, snapshot));
  const { resolved, stageMs, question, toCaller } = query;
  const plan = await timed('plan', stageMs, machinery.observer, () =>
    snapshot.plan(resolved, { rowsMax, isSteady: question !== null }),
  ).catch((error: unknown) => {
    throw toCaller(error);
  });
  const leftMs = endsAt - performance.now();
  if (leftMs <= 0) throw queryTimeout(timeoutMs);
  return { ...query, plan, leftMs, toUserError: (error) => toCaller(plan.toUserError(error, request)) };
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

/** Plans a query and starts it. `queuedMs`: how long it was queued. */
export async function runQuery(
  request: QueryRequest & { signal: AbortSignal },
  machinery: QueryMachinery,
  snapshot: BackendSnapshot,
  queuedMs: number,
): Promise<BegunQuery> {
  const { cache, crashes, observer } = machinery;
  const asked = { ...request, snapshotId: snapshot.id };
  await crashes.check(asked);
  const { question, plan, leftMs, stageMs, isFree, ...planned } = await planQuery(
    request,
    machinery,
    snapshot,
  );
  const toUserError = (error: unknown) => {
    crashes.note(asked, error);
    return planned.toUserError(error);
  };
  const identity = identityAt(question, snapshot.id, request.rowsMax);
  const sameContent = identityAt(question, contentRead(planned.resolved, snapshot), request.rowsMax);
  const key = sameContent && JSON.stringify([sameContent, request.tenant, request.bytesMax]);
  try {
    const startedAt = performance.now();
    const found = await observed('execute', observer, () =>
      cache.start(
        key,
        (waitedMs) =>
          plan.run(
            {
              ...request,
              leftMs: leftMs - waitedMs,
              runsApart: crashes.runsApart(asked),
              onSuspected: () => crashes.suspect(asked),
              onProgress: progressOf(request, plan),
            },
            request.signal,
          ),
        leftMs,
      ),
    );
    stageMs.execute = performance.now() - startedAt;
    const { stream } = found;
    const { columns } = stream;
    const begun = {
      columns,
      snapshotId: snapshot.id,
      queuedMs,
      stageMs,
      cache: found.cache,
      identity,
      isFree,
    };
    return { stream, facts: factsOf(plan, begun), toUserError };
  } catch (error) {
    throw toUserError(error);
  }
}

/** What a backend tells of its work, as its caller asked for it. */
function progressOf({ tellProgress }: QueryRequest, plan: BackendPlan) {
  if (tellProgress === undefined) return undefined;
  return (fraction: number) =>
    tellProgress({ fraction, bytesScanned: Math.round(fraction * scanOf(plan).bytes) });
}
