import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { PriceTables } from '@sdq/pricing';
import { type KeptLimits, keptLimits } from './kept-limits.ts';
import { KeptResults } from './kept-results.ts';
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
  /** What differs from {@link keptLimits}: how much of results is kept for pages and statements. */
  kept?: Partial<KeptLimits>;
  /** Where their files are; default: below the system's temporary directory. */
  keptDirectory?: string;
}

/** What the SQL endpoints remember from one request to the next. */
export interface SqlState extends AsyncDisposable {
  readonly limits: KeptLimits;
  readonly results: KeptResults;
  readonly pages: ResultPages;
  readonly statements: Statements;
}

export function openSqlState(engine: Engine, { kept, keptDirectory }: SqlStateOptions = {}): SqlState {
  const limits = { ...keptLimits, ...kept };
  const results = new KeptResults(engine, limits, keptDirectory);
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
