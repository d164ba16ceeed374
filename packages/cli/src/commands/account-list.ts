import type { Command } from 'commander';
import { describeAccount } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { renderTable } from '../terminal/table.ts';

/** `sdq account list`: lists all accounts. */
export function registerAccountList(parent: Command, context: Context): void {
  parent
    .command('list')
    .summary('list all accounts')
    .description('List all accounts, oldest first.')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account list --home ./.sdq')
    .action(async (flags: { home?: string; json?: boolean }) => {
      const accounts = await withAccounts(flags.home, context, (open) => open.listAccounts());
      const shown = accounts.map(describeAccount);
      if (flags.json === true) return await context.stdout.json({ accounts: shown, total: shown.length });
      await context.stdout.line(
        renderTable(
          [
            { name: 'account ID', align: 'left' },
            { name: 'name', align: 'left' },
            { name: 'email', align: 'left' },
            { name: 'balance', align: 'right' },
            { name: 'state', align: 'left' },
            { name: 'created', align: 'left' },
          ],
          shown.map((account) => [
            account.id,
            account.name,
            account.email,
            account.balance,
            account.state,
            account.created_at,
          ]),
          { header: (text) => context.stdout.style('bold', text) },
        ),
      );
    });
}
