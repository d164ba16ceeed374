import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeUsage } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';
import { countText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

interface AccountUsageFlags {
  account?: string;
  limit: number;
  home?: string;
  json?: boolean;
}

const linesMax = 1_000;

/** `sdq account usage`: the newest ledger lines of an account. */
export function registerAccountUsage(parent: Command, context: Context): void {
  parent
    .command('usage')
    .summary('list the requests of an account and their cost')
    .description('List the completed requests of an account, newest first.')
    .option('--account <id>', 'account ID (default: the only account)')
    .option(
      '--limit <count>',
      `number of requests, at most ${countText(linesMax)}`,
      wholeNumber(1, linesMax),
      20,
    )
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account usage --limit 5')
    .action(async (flags: AccountUsageFlags) => {
      const lines = await withAccounts(flags.home, context, async (accounts) =>
        accounts.listUsage(await chooseAccount(accounts, flags.account), { limit: flags.limit }),
      );
      const shown = lines.map(describeUsage);
      if (flags.json === true) return await context.stdout.json({ records: shown, total: shown.length });
      await context.stdout.line(
        renderTable(
          [
            { name: 'time', align: 'left' },
            { name: 'request', align: 'left' },
            { name: 'endpoint', align: 'left' },
            { name: 'status', align: 'right' },
            { name: 'records', align: 'right' },
            { name: 'cost', align: 'right' },
          ],
          shown.map((line) => [
            line.timestamp,
            line.request_id,
            line.endpoint,
            String(line.status),
            String(line.records),
            line.cost,
          ]),
          { header: (text) => context.stdout.style('bold', text) },
        ),
      );
    });
}
