import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { PriceTables } from '@sdq/pricing';
import { ResultPages } from './result-pages.ts';
import { RetainedResults } from './retained-results.ts';
import { type RetentionLimits, retentionLimits } from './retention-limits.ts';
import { Statements } from './statements.ts';

/** The services of the SQL endpoints. */
export interface SqlServices {
  engine: Engine;
  accounts: Accounts;
  /** The price tables. */
  prices: PriceTables;
  sql: SqlState;
}

export interface SqlStateOptions {
  /** Overrides of {@link retentionLimits} for paginated results and statements. */
  retained?: Partial<RetentionLimits>;
  /** The directory of spooled results; default: the system's temporary directory. */
  retainedDirectory?: string;
}

/** The state of the SQL endpoints between requests. */
export interface SqlState extends AsyncDisposable {
  readonly limits: RetentionLimits;
  readonly results: RetainedResults;
  readonly pages: ResultPages;
  readonly statements: Statements;
}

export function openSqlState(
  engine: Engine,
  { retained, retainedDirectory }: SqlStateOptions = {},
): SqlState {
  const limits = { ...retentionLimits, ...retained };
  const results = new RetainedResults(engine, limits, retainedDirectory);
  const pages = new ResultPages(engine, results, limits);
  const statements = new Statements(results, limits);
  return {
    limits,
    results,
    pages,
    statements,
    async [Symbol.asyncDispose]() {
      await statements[Symbol.asyncDispose]();
      pages[Symbol.dispose]();
      await results[Symbol.asyncDispose]();
    },
  };
}
