import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeAccount } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { parseAmount } from '../arguments/dollars.ts';
import type { Context } from '../context.ts';

interface AccountCreditFlags {
  amount: number;
  reason: string;
  account?: string;
  home?: string;
  json?: boolean;
}

/** `sdq account credit`: adds a credit to an account's balance. */
export function registerAccountCredit(parent: Command, context: Context): void {
  parent
    .command('credit')
    .summary('add credit to an account')
    .description(
      'Add credit in US dollars to the balance of an account. A negative amount is a correction. Every credit is recorded.',
    )
    .requiredOption('--amount <dollars>', 'amount in US dollars, such as 25 or 0.5', parseAmount)
    .option('--reason <text>', 'reason, recorded with the credit', 'credit')
    .option('--account <id>', 'account ID (default: the only account)')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account credit --amount 25 --reason "invoice 17"')
    .action(async (flags: AccountCreditFlags) => {
      const account = await withAccounts(flags.home, context, async (accounts) =>
        accounts.addCredit(await chooseAccount(accounts, flags.account), {
          units: flags.amount,
          reason: flags.reason,
        }),
      );
      if (account === undefined) throw new AppError('not_found', 'The account no longer exists');
      const shown = describeAccount(account);
      if (flags.json === true) return await context.stdout.json(shown);
      await context.stdout.line(`${shown.id}  balance ${shown.balance}`);
    });
}
