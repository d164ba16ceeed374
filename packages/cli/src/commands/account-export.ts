import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { withOutput } from '../terminal/output-file.ts';

/** `sdq account export`: all that is stored about an account as one JSON file. */
export function registerAccountExport(parent: Command, context: Context): void {
  parent
    .command('export')
    .summary('export everything that is stored about an account')
    .description(
      'Write everything that is stored about an account as one JSON document: profile, keys (without secrets), credits, balance, ledger, webhooks, notifications and its audit log.',
    )
    .option('--account <id>', 'account ID (default: the only account)')
    .option('-o, --output <file>', 'write to this file (default: standard output)')
    .option(...homeOption)
    .addHelpText('after', '\nExample:\n  sdq account export --account acct_01ABC -o acct_01ABC.json')
    .action(async (flags: { account?: string; output?: string; home?: string }) => {
      await withAccounts(flags.home, context, async (accounts) => {
        const accountId = await chooseAccount(accounts, flags.account);
        await withOutput(flags.output, context, async (output) => {
          for await (const text of accounts.exportAccount(accountId)) await output.write(text);
        });
      });
    });
}
