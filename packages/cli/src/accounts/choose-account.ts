import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';

/** The account a flag names, or the only one there is. Errors: `not_found`, `usage_error`. */
export async function chooseAccount(accounts: Accounts, accountId: string | undefined): Promise<string> {
  if (accountId !== undefined) {
    if ((await accounts.findAccount(accountId)) === undefined) {
      throw new AppError('not_found', `there is no account ${accountId}`, {
        hint: 'sdq account list shows the accounts',
      });
    }
    return accountId;
  }
  const [first, ...others] = await accounts.listAccounts();
  if (first === undefined) {
    throw new AppError('not_found', 'there is no account yet', { hint: 'make one: sdq account create' });
  }
  if (others.length > 0) {
    throw new AppError('usage_error', 'there are several accounts: name one with --account', {
      hint: 'sdq account list shows them',
    });
  }
  return first.accountId;
}
