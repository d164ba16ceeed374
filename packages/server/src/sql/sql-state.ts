import type { Accounts } from '@sdq/accounts';
import { type Engine, PurgeFeed, Quotes } from '@sdq/core';
import type { SigningSecrets } from '@sdq/platforms';
import type { PriceTables } from '@sdq/pricing';
import { Instance } from '../siblings/instance.ts';
import { ResultLinks } from './result-links.ts';
import { ResultPages } from './result-pages.ts';
import { RetainedResults } from './retained-results.ts';
import { type RetentionLimits, retentionLimits } from './retention-limits.ts';
import { Snapshots } from './snapshots.ts';
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

/** The secret that cursors and links to results are signed with, and whose they are. */
export interface SqlSecret {
  secret: Buffer | SigningSecrets;
  /** The process that holds the state; default: another than all before. */
  instance?: Instance;
}

/** The state of the SQL endpoints between requests. */
export interface SqlState extends AsyncDisposable {
  readonly instance: Instance;
  readonly limits: RetentionLimits;
  readonly results: RetainedResults;
  readonly pages: ResultPages;
  readonly statements: Statements;
  readonly links: ResultLinks;
  readonly snapshots: Snapshots;
  readonly quotes: Quotes;
}

export function openSqlState(
  engine: Engine,
  { retained, retainedDirectory, secret, instance = new Instance() }: SqlStateOptions & SqlSecret,
): SqlState {
  const given = { ...retentionLimits, ...retained };
  const resultBytesMax = Math.min(given.resultBytesMax, given.accountBytesMax);
  const limits = { ...given, resultBytesMax };
  const results = new RetainedResults(engine, limits, retainedDirectory);
  const pages = new ResultPages(engine, results, limits, { secret, instance });
  const statements = new Statements(results, limits, instance);
  const snapshots = new Snapshots(engine, limits);
  const { quoteMs: ms, quotesPerAccountMax: perOwnerMax, quotesMax: max } = limits;
  const exactPerOwnerMax = limits.exactQuotesPerAccountMax;
  const nameId = (id: string) => instance.nameId(id);
  const quotes = new Quotes(engine, { ms, perOwnerMax, max, exactPerOwnerMax, nameId });
  const purges = new PurgeFeed(engine.index, () => {
    results.withdraw();
    pages.withdraw();
    snapshots.withdraw();
    quotes.withdraw();
  });
  return {
    instance,
    limits,
    results,
    pages,
    statements,
    links: new ResultLinks(secret),
    snapshots,
    quotes,
    async [Symbol.asyncDispose]() {
      purges[Symbol.dispose]();
      await statements[Symbol.asyncDispose]();
      pages[Symbol.dispose]();
      snapshots[Symbol.dispose]();
      quotes[Symbol.dispose]();
      await results[Symbol.asyncDispose]();
    },
  };
}
