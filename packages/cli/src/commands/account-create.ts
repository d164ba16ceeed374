import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';

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
    .requiredOption('--name <name>', 'name of the account')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--home <dir>', 'where accounts are kept (SDQ_HOME, default .sdq)')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      "\nExample:\n  sdq account create --name 'Ada Example' --email ada@example.com --json",
    )
    .action(async (flags: AccountCreateFlags) => {
      const { openAccounts } = await import('@sdq/accounts');
      await using accounts = await openAccounts({
        directory: resolveHome(flags.home, context.environment).accounts,
      });
      const { account, accountKey } = await accounts.createAccount({ name: flags.name, email: flags.email });
      const { key } = await accounts.createKey(account.id, { name: 'default' });
      if (flags.json === true) {
        return await context.stdout.json({ account, account_key: accountKey, api_key: key });
      }
      await context.stdout.line(`account      ${account.id}  ${account.name} <${account.email}>`);
      await context.stdout.line(`account key  ${accountKey}`);
      await context.stdout.line(`API key      ${key}`);
      await context.stdout.line('Keep the keys: they are not shown again.');
    });
}
