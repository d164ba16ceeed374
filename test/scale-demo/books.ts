import type { Accounts, UsageWindow } from '@sdq/accounts';
import type { Told } from './load.ts';

const pageRows = 1_000;

export interface Books {
  chargedUnits: number;
  toldUnits: number;
  /** Charges that no caller was told of: their replica was killed before it answered. */
  untoldUnits: number;
  /** Charges that callers were told of, and the ledger has not, or has otherwise. */
  wrong: number;
  /** Sums of the ledger that disagree with its entries. */
  disagreements: number;
  reservedUnits: number;
  balances: boolean;
}

/** Compares what callers were told with the ledger, and the ledger with itself. */
export async function checkBooks(
  accounts: Accounts,
  { accountId, creditUnits, told }: { accountId: string; creditUnits: number; told: Told },
): Promise<Books> {
  await accounts.releaseAbandoned();
  const charged = new Map<string, number>();
  for (let after: UsageWindow['after']; ; ) {
    const page = await accounts.listUsage(accountId, { limit: pageRows, after });
    for (const { requestId, units } of page) charged.set(requestId, units);
    if (page.length < pageRows) break;
    after = page.at(-1);
  }
  const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0);
  const { disagreements } = await accounts.verifyLedger();
  const account = await accounts.findAccount(accountId);
  const wrong = [...told].filter(([id, units]) => units > 0 && charged.get(id) !== units).length;
  const chargedUnits = sum(charged.values());
  return {
    chargedUnits,
    toldUnits: sum(told.values()),
    untoldUnits: sum([...charged].filter(([id]) => !told.has(id)).map(([, units]) => units)),
    wrong,
    disagreements: disagreements.length,
    reservedUnits: account?.reservedUnits ?? -1,
    balances: account?.balanceUnits === creditUnits - chargedUnits,
  };
}
