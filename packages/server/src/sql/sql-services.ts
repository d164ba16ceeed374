import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { PriceTables } from '@sdq/pricing';
import type { SqlState } from './sql-state.ts';

/** What the SQL endpoints work with. */
export interface SqlServices {
  engine: Engine;
  accounts: Accounts;
  /** What requests are quoted and charged by. */
  prices: PriceTables;
  /** What they remember: results for pages and statements. */
  sql: SqlState;
}
