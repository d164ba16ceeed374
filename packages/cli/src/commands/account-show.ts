import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeAccount, describeSummary } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

/** `sdq account show`: an account's balance and the cost of the current billing period. */
export function registerAccountShow(parent: Command, context: Context): void {
  parent
    .command('show')
    .summary('show an account and its current billing period')
    .description('Show an account, its balance, and the cost of the current calendar month (UTC).')
    .option('--account <id>', 'account ID (default: the only account)')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account show --json')
    .action(async (flags: { account?: string; home?: string; json?: boolean }) => {
      const shown = await withAccounts(flags.home, context, async (accounts) => {
        const accountId = await chooseAccount(accounts, flags.account);
        const account = await accounts.findAccount(accountId);
        if (account === undefined) throw new Error('The account no longer exists');
        return {
          account: describeAccount(account),
          period: describeSummary(await accounts.usageSummary(accountId)),
        };
      });
      if (flags.json === true) return await context.stdout.json(shown);
      const { account, period } = shown;
      const limit = account.spend_limit === null ? '' : ` of ${account.spend_limit} (spend limit)`;
      await context.stdout.line(`account   ${account.id}  ${account.name} <${account.email}>`);
      if (account.state !== 'active') {
        const reason = account.state_reason === null ? '' : `: ${account.state_reason}`;
        await context.stdout.line(`state     ${account.state}${reason}`);
      }
      await context.stdout.line(`balance   ${account.balance}  (${account.plan})`);
      await context.stdout.line(
        `period    ${period.period_start.slice(0, 7)}: ${period.cost}${limit}, ${plural(period.requests, 'request')}, ${plural(period.records, 'record')}`,
      );
    });
}
