import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { renderTable } from '../terminal/table.ts';

/** `sdq key list`: the API keys of an account, masked. */
export function registerKeyList(parent: Command, context: Context): void {
  parent
    .command('list')
    .summary('list the API keys of an account')
    .description('List the API keys of an account, newest first, including revoked keys.')
    .option('--account <id>', 'account ID (default: the only account)')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key list --json')
    .action(async (flags: { account?: string; home?: string; json?: boolean }) => {
      const keys = await withAccounts(flags.home, context, async (accounts) =>
        (await accounts.listKeys(await chooseAccount(accounts, flags.account), { scope: 'all' })).map(
          describeKey,
        ),
      );
      if (flags.json === true) return await context.stdout.json({ keys, total: keys.length });
      await context.stdout.line(
        renderTable(
          ['key ID', 'kind', 'name', 'key', 'platforms', 'status', 'created'].map((name) => ({
            name,
            align: 'left',
          })),
          keys.map((key) => [
            key.key_id,
            key.kind,
            key.name,
            key.masked_key,
            key.permissions.join(','),
            key.status,
            key.created_at,
          ]),
          { header: (text) => context.stdout.style('bold', text) },
        ),
      );
    });
}
