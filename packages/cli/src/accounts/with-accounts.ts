import type { Accounts } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { accountsOptions } from './accounts-options.ts';

/** Opens the accounts of a home for one piece of work. */
export async function withAccounts<Result>(
  homeFlag: string | undefined,
  context: Context,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  const { openAccounts } = await import('@sdq/accounts');
  const directory = resolveHome(homeFlag, context.environment).accounts;
  await using accounts = await openAccounts(accountsOptions(directory, context.environment));
  return await work(accounts);
}

export const homeOption = ['--home <dir>', 'where accounts are kept (SDQ_HOME, default .sdq)'] as const;
