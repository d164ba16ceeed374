import type { Command } from 'commander';
import { describeAccount } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { parseEmail, parseName } from '../arguments/account-fields.ts';
import type { Context } from '../context.ts';

interface AccountCreateFlags {
  name: string;
  email: string;
  home?: string;
  json?: boolean;
}

/** `sdq account create`: a new customer. */
export function registerAccountCreate(parent: Command, context: Context): void {
  parent
    .command('create')
    .summary('make an account and its first API key')
    .description(
      'Makes an account and an API key for all platforms. Both keys are shown this once; only their hashes are kept.',
    )
    .requiredOption('--name <name>', 'name of the account', parseName)
    .requiredOption('--email <address>', 'e-mail address of the account', parseEmail)
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      "\nExample:\n  sdq account create --name 'Ada Example' --email ada@example.com --json",
    )
    .action(async (flags: AccountCreateFlags) => {
      const made = await withAccounts(flags.home, context, async (accounts) => {
        const { account, accountKey } = await accounts.createAccount({
          name: flags.name,
          email: flags.email,
        });
        const { key } = await accounts.createKey(account.accountId, { name: 'default' });
        return { account: describeAccount(account), account_key: accountKey, api_key: key };
      });
      if (flags.json === true) return await context.stdout.json(made);
      await context.stdout.line(
        `account      ${made.account.id}  ${made.account.name} <${made.account.email}>`,
      );
      await context.stdout.line(`account key  ${made.account_key}`);
      await context.stdout.line(`API key      ${made.api_key}`);
      await context.stdout.line('Keep the keys: they are not shown again.');
    });
}
