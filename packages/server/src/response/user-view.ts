import type { Account } from '@sdq/accounts';
import type { currentUser } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { z } from 'zod';

/** The public form of an account. */
export function userView(account: Account): z.output<typeof currentUser> {
  return {
    id: account.accountId,
    name: account.name,
    email: account.email,
    settings: account.settings,
    plan: account.plan,
    balance: formatCost(account.balanceUnits),
    spend_limit: costOrNull(account.spendLimitUnits),
    created_at: account.createdAt.toISOString(),
  };
}

export function costOrNull(units: number | null): string | null {
  return units === null ? null : formatCost(units);
}
