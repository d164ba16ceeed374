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

/** `sdq account create`: creates an account and its first API key. */
export function registerAccountCreate(parent: Command, context: Context): void {
  parent
    .command('create')
    .summary('create an account and its first API key')
    .description(
      'Create an account with an account API key and a data API key for all platforms. Both keys are shown only once; sdq stores their hashes.',
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
      const created = await withAccounts(flags.home, context, async (accounts) => {
        const { account, accountKey } = await accounts.createAccount({
          name: flags.name,
          email: flags.email,
        });
        const { key } = await accounts.createKey(account.accountId, { name: 'default' });
        return { account: describeAccount(account), account_key: accountKey, api_key: key };
      });
      if (flags.json === true) return await context.stdout.json(created);
      await context.stdout.line(
        `account ID       ${created.account.id}  ${created.account.name} <${created.account.email}>`,
      );
      await context.stdout.line(`account API key  ${created.account_key}`);
      await context.stdout.line(`data API key     ${created.api_key}`);
      await context.stdout.line('Save the keys: they are not shown again.');
    });
}
