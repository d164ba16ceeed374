import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { PriceTables } from '@sdq/pricing';
import { type RetentionLimits, retentionLimits } from './retention-limits.ts';
import { RetainedResults } from './retained-results.ts';
import { ResultPages } from './result-pages.ts';
import { Statements } from './statements.ts';

/** What the SQL endpoints work with. */
export interface SqlServices {
  engine: Engine;
  accounts: Accounts;
  /** What requests are quoted and charged by. */
  prices: PriceTables;
  sql: SqlState;
}

export interface SqlStateOptions {
  /** What differs from {@link retentionLimits}: how much of results is kept for pages and statements. */
  retained?: Partial<RetentionLimits>;
  /** Where their files are; default: below the system's temporary directory. */
  retainedDirectory?: string;
}

/** What the SQL endpoints remember from one request to the next. */
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
