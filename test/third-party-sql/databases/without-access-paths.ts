import type { Catalog, CatalogTable } from '@sdq/catalog';
import { openSnapshot, type Snapshot } from '@sdq/index';
import type {
  BackendFactory,
  BackendPlan,
  BackendSnapshot,
  Described,
  ExecutionBackend,
  PlanOptions,
} from '../../../packages/core/src/backend/execution-backend.ts';
import type { ResultStream, RunLimits } from '../../../packages/core/src/backend/result-stream.ts';
import { userErrors } from '../../../packages/core/src/backends/duckdb/errors/user-errors.ts';
import { type DuckDBOptions, openRunner } from '../../../packages/core/src/backends/duckdb/open-runner.ts';
import { plan, ruleNames } from '../../../packages/core/src/backends/duckdb/plan/plan.ts';
import type { Plan, QueryRunner } from '../../../packages/core/src/backends/duckdb/runnable-plan.ts';
import type { Resolved } from '../../../packages/core/src/stages.ts';

/** DuckDB over the base files of an index, with every rule of the planner off. */
export function withoutAccessPaths(options: DuckDBOptions): BackendFactory {
  return async ({ index, catalog, spillDirectory }): Promise<ExecutionBackend> => {
    const snapshot = await openSnapshot(index);
    const runner = await openRunner(index, spillDirectory, options);
    return {
      name: 'duckdb-without-access-paths',
      snapshotId: snapshot.id,
      acquire: () => new BaseSnapshot(snapshot, runner, catalog),
      refresh: async () => {},
      status: () => ({ processes: null }),
      [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
    };
  };
}

class BaseSnapshot implements BackendSnapshot {
  readonly #snapshot: Snapshot;
  readonly #runner: QueryRunner;
  readonly #catalog: Catalog;

  constructor(snapshot: Snapshot, runner: QueryRunner, catalog: Catalog) {
    this.#snapshot = snapshot;
    this.#runner = runner;
    this.#catalog = catalog;
  }

  get id(): string {
    return this.#snapshot.id;
  }

  rowCount(table: CatalogTable): number {
    return this.#snapshot.rows(table);
  }

  release(): void {}

  plan(query: Resolved, { rowsMax }: PlanOptions): BackendPlan {
    const planned = plan(query, this.#snapshot, { rowsMax: rowsMax + 1, rulesOff: ruleNames });
    return new BasePlan(planned, this.#runner, this.#catalog.tablesOf(query.platform));
  }
}

class BasePlan implements BackendPlan {
  readonly rules = [];
  readonly routes = [];
  readonly attempts = 0;
  readonly toUserError: (error: unknown) => unknown;
  readonly #plan: Plan;
  readonly #runner: QueryRunner;

  constructor(planned: Plan, runner: QueryRunner, visible: readonly CatalogTable[]) {
    this.toUserError = userErrors(planned, visible);
    this.#plan = planned;
    this.#runner = runner;
  }

  async describe(limits: RunLimits, signal: AbortSignal | undefined): Promise<Described> {
    return await this.#runner.describe(this.#plan, limits, signal);
  }

  async run(limits: RunLimits, signal: AbortSignal): Promise<ResultStream> {
    return await this.#runner.start(this.#plan, limits, signal);
  }
}
