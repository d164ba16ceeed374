import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

interface DeleteFlags {
  account: string;
  confirm: string;
  home?: string;
  json?: boolean;
}

/** `sdq account delete`: deletes a closed account with its ledger. */
export function registerAccountDelete(parent: Command, context: Context): void {
  parent
    .command('delete')
    .summary('delete a closed account with its ledger')
    .description(
      'Delete everything that is stored about a closed account, including its ledger. The audit log keeps its ID only. This cannot be undone: export the account first.',
    )
    .requiredOption('--account <id>', 'account ID')
    .requiredOption('--confirm <id>', 'the account ID once more')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account delete --account acct_01ABC --confirm acct_01ABC')
    .action(async ({ account, confirm, home, json }: DeleteFlags) => {
      if (account !== confirm) {
        throw new AppError('usage_error', '--account and --confirm name different accounts');
      }
      const deleted = await withAccounts(home, context, (accounts) => accounts.deleteAccount(account));
      if (deleted === undefined) {
        throw new AppError('not_found', `There is no account "${account}"`, {
          hint: 'List the accounts with: sdq account list',
        });
      }
      if (json === true) return await context.stdout.json({ account_id: account, rows: deleted.rows });
      await context.stdout.line(`Deleted ${account}: ${plural(deleted.rows, 'row')}`);
    });
}
