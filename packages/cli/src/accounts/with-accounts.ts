import type { Accounts } from '@sdq/accounts';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';
import { warnOfFormerNames } from '../settings/former-name-warnings.ts';
import { accountsOptions } from './accounts-options.ts';

/** Opens the accounts of a data directory, runs `work` and closes them. */
export async function withAccounts<Result>(
  homeFlag: string | undefined,
  context: Context,
  work: (accounts: Accounts) => Promise<Result>,
): Promise<Result> {
  await warnOfFormerNames(context);
  const { openAccounts } = await import('@sdq/accounts');
  const directory = resolveHome(homeFlag, context.environment).accounts;
  await using accounts = await openAccounts(accountsOptions(directory, context.environment));
  return await work(accounts);
}

export const homeOption = ['--home <dir>', 'data directory (default: SDQ_HOME, else .sdq)'] as const;
