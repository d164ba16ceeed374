import type { Principal } from '@sdq/accounts';
import { type Platform, type ResultColumn, sqlLimits } from '@sdq/contract';
import type { TableSchema } from '@sdq/core';
import type { Asked, Caller, RunningQuery } from '@sdq/pgwire';
import { shuttingDown } from '../operations/guards.ts';
import { policiesOf, takePolicies } from '../operations/rate-limits.ts';
import { newRequestScope, type RequestScope, requestScope } from '../operations/request-scope.ts';
import { checkAccess } from '../request/access.ts';
import { requireActive } from '../request/credentials.ts';
import { type MeteredRequest, openMeter } from '../request/metering.ts';
import { makeRequestId } from '../request/request-id.ts';
import { statusOfError, toAppError } from '../response/error-response.ts';
import { serviceLimits } from '../service-limits.ts';
import { enterQueue } from '../sql/queue-place.ts';
import { engineOptions, prepare, refuseAboveMaxCost, type SqlQuery, termsOf } from '../sql/sql-query.ts';
import { catalogueColumns } from './catalogue-columns.ts';
import { failedIn } from './failed-requests.ts';
import { MeteredRows } from './metered-rows.ts';
import type { PostgresParts } from './postgres-parts.ts';

/** As the ledger, logs and metrics name a statement of a session. */
const method = 'POSTGRES';
const dialect = 'postgres';

/** A logged-in client: each of its statements is a request with the checks, the price and the receipt of one over HTTP. */
export class PostgresCaller implements Caller {
  readonly #parts: PostgresParts;
  readonly #principal: Principal;
  readonly #platform: Platform;
  readonly #types: ReadonlyMap<string, string | undefined>;

  constructor(
    parts: PostgresParts,
    principal: Principal,
    platform: Platform,
    tables: readonly TableSchema[],
  ) {
    this.#parts = parts;
    this.#principal = principal;
    this.#platform = platform;
    this.#types = columnTypes(tables);
  }

  typeOfColumn(name: string): string | undefined {
    return this.#types.get(name);
  }

  async describe({
    text,
    parameters,
    signal,
  }: Parameters<Caller['describe']>[0]): Promise<readonly ResultColumn[]> {
    await this.#enter();
    const { accountId, keyId } = this.#principal;
    const { engine } = this.#parts.services;
    const explained = await engine.explain(text, {
      platform: this.#platform,
      dialect,
      tenant: keyId,
      account: accountId,
      parameters,
      signal,
      timeoutMs: serviceLimits.checkMs,
      quotesValues: false,
    });
    return catalogueColumns(explained.columns, explained.isFree);
  }

  async run(asked: Asked): Promise<RunningQuery> {
    const startedAt = performance.now();
    const request: MeteredRequest = {
      id: makeRequestId(),
      method,
      principal: this.#principal,
      idempotency: null,
      log: this.#parts.log,
    };
    const scope = newRequestScope(request.id, '');
    scope.principal = this.#principal;
    const done = (error?: unknown) => this.#answered(scope, startedAt, error);
    return await requestScope.run(scope, async () => {
      try {
        return await this.#begin(asked, request, done);
      } catch (error) {
        done(error);
        throw failedIn(request.id, error);
      }
    });
  }

  /** Checks that the key may still be used, and takes the rate of statements, which reading one counts against. */
  async #enter(): Promise<void> {
    const { services, limits, lifecycle } = this.#parts;
    const { accounts } = services;
    if (lifecycle.isDraining) throw shuttingDown();
    checkAccess(requireActive(await accounts.authenticateKey(this.#principal.keyId)), 'data', this.#platform);
    const policies = policiesOf(limits, this.#principal, 'data', { isSql: true, isCheck: true });
    await takePolicies(accounts, policies);
  }

  async #begin(
    asked: Asked,
    request: MeteredRequest,
    done: (error?: unknown) => void,
  ): Promise<RunningQuery> {
    const { services, limits, admission } = this.#parts;
    const { engine, accounts, prices, sql } = services;
    await this.#enter();
    const held: Disposable[] = [];
    const release = () => {
      for (const each of held.splice(0)) each[Symbol.dispose]();
    };
    const hold = <Held extends Disposable>(each: Held): Held => {
      held.push(each);
      return each;
    };
    try {
      hold(admission.takeSql());
      const place = hold(enterQueue(engine, this.#principal));
      const { snapshotId } = hold(sql.snapshots.hold(asked.snapshotId));
      const query = await this.#query(asked, place, snapshotId);
      // what the catalogue tells is limited as checks are: tools ask a lot of it
      if (query.prepared?.isFree !== true) {
        const policies = policiesOf(limits, this.#principal, 'data', { isSql: true, isCheck: false });
        await takePolicies(accounts, policies);
      }
      await refuseAboveMaxCost({ accounts, prices }, query, this.#principal);
      const { meter, result } = await this.#start(query, request, asked.signal);
      const onEnd = (error?: unknown) => {
        release();
        done(error);
      };
      return new MeteredRows({ request, result, meter, results: sql.results, rowsMax: asked.rowsMax, onEnd });
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Reserves what the statement can cost, and starts it. */
  async #start(query: SqlQuery, request: MeteredRequest, signal: AbortSignal) {
    const { engine, accounts, prices, sql } = this.#parts.services;
    const { worst, ...terms } = termsOf(query);
    const meter = await openMeter({ accounts, prices }, request, `${this.#platform}/sql`, worst, terms);
    try {
      const bytesMax = sql.limits.resultBytesMax;
      return { meter, result: await engine.query(query.text, { ...engineOptions(query), bytesMax, signal }) };
    } catch (error) {
      await meter.fail(error);
      throw error;
    }
  }

  async #query(asked: Asked, place: SqlQuery['place'], snapshotId: string): Promise<SqlQuery> {
    const { text, parameters, rowsMax, timeoutMs, maxCost } = asked;
    const body = {
      query: text,
      limit: rowsMax,
      timeout_ms: Math.min(timeoutMs, sqlLimits.timeoutMs),
      max_cost: maxCost,
      dry_run: false,
      explain: false,
      parameters: Object.keys(parameters).length === 0 ? null : parameters,
    };
    const startedAt = performance.now();
    const prepared = await prepare(this.#parts.services.engine, this.#platform, text, {
      body,
      place,
      dialect,
    });
    return {
      platform: this.#platform,
      accountId: this.#principal.accountId,
      keyId: this.#principal.keyId,
      text,
      dialect,
      format: 'arrow',
      body,
      place,
      prepared,
      snapshotId,
      pricedAt: Date.now(),
      exact: undefined,
      spentMs: performance.now() - startedAt,
    };
  }

  /** Logs and counts a statement that has ended. */
  #answered(scope: RequestScope, startedAt: number, error?: unknown): void {
    const { log, metrics } = this.#parts;
    const { requestId, units, records } = scope;
    const status = error === undefined ? 200 : statusOfError(error);
    const errorCode = error === undefined ? undefined : toAppError(error).code;
    const ms = performance.now() - startedAt;
    const route = `postgres/${this.#platform}`;
    metrics?.answered({ route, method, status, seconds: ms / 1_000, bytes: 0, errorCode, units, records });
    log.info(
      {
        request_id: requestId,
        method,
        route,
        status,
        duration_ms: Math.round(ms * 1_000) / 1_000,
        account_id: this.#principal.accountId,
        key_id: this.#principal.keyId,
        ...(errorCode !== undefined && { error_code: errorCode }),
        ...(units > 0 && { units }),
        ...(records > 0 && { records }),
      },
      'Statement completed',
    );
  }
}

/** By names in lower case; undefined where tables have different types. */
function columnTypes(tables: readonly TableSchema[]): Map<string, string | undefined> {
  const types = new Map<string, string | undefined>();
  for (const { columns } of tables) {
    for (const { name, type } of columns) {
      const key = name.toLowerCase();
      types.set(key, types.has(key) && types.get(key) !== type ? undefined : type);
    }
  }
  return types;
}
