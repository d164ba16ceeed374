import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';

/** The account that a flag names, else the only account. Errors: `not_found`, `usage_error`. */
export async function chooseAccount(accounts: Accounts, accountId: string | undefined): Promise<string> {
  if (accountId !== undefined) {
    if ((await accounts.findAccount(accountId)) === undefined) {
      throw new AppError('not_found', `There is no account "${accountId}"`, {
        hint: 'List the accounts with: sdq account list',
      });
    }
    return accountId;
  }
  const [first, ...others] = await accounts.listAccounts();
  if (first === undefined) {
    throw new AppError('not_found', 'There are no accounts', {
      hint: 'Create an account with: sdq account create',
    });
  }
  if (others.length > 0) {
    throw new AppError('usage_error', 'There are several accounts: name one with --account', {
      hint: 'List the accounts with: sdq account list',
    });
  }
  return first.accountId;
}
