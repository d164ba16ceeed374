import type { Accounts } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';

/** Opens the accounts of a home for one piece of work. */
export async function withAccounts<Result>(
  homeFlag: string | undefined,
  context: Context,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const { openAccounts } = await import('@sdq/accounts');
  await using accounts = await openAccounts({
    directory: resolveHome(homeFlag, context.environment).accounts,
  });
  return await work(accounts);
}

export const homeOption = ['--home <dir>', 'where accounts are kept (SDQ_HOME, default .sdq)'] as const;
