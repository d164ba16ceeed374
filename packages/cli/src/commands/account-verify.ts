import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

const shownMax = 20;

/** `sdq account verify`: every balance and every sum against the rows that make it up. */
export function registerAccountVerify(parent: Command, context: Context): void {
  parent
    .command('verify')
    .summary('count the books of all accounts again')
    .description(
      'Counts credits, charges and reservations again and compares them with balances, daily sums and what is held back; a service may run meanwhile. Exit code 1 when anything disagrees.',
    )
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq account verify')
    .action(async (flags: { home?: string; json?: boolean }) => {
      const report = await withAccounts(flags.home, context, (accounts) => accounts.verifyLedger());
      const { disagreements, damage, accounts, lines, reservations } = report;
      if (flags.json === true) await context.stdout.json(report);
      if (disagreements.length + damage.length > 0) {
        const found = [
          ...damage,
          ...disagreements.map(
            ({ accountId, what, which, kept, counted }) =>
              `${accountId}: ${what}${which === null ? '' : ` ${which}`} is ${kept}, and counts ${counted}`,
          ),
        ];
        const shown = found.slice(0, shownMax).map((text) => `\n  ${text}`);
        const more = found.length > shown.length ? `\n  and ${found.length - shown.length} more` : '';
        throw new AppError('file_malformed', `the books disagree:${shown.join('')}${more}`, {
          hint: 'the lines of the ledger are what was charged; sums are in units of $0.0001',
        });
      }
      if (flags.json === true) return;
      await context.stdout.line(
        `${plural(accounts, 'account')}, ${plural(lines, 'request')}, ${plural(reservations, 'reservation')}: all sums agree`,
      );
    });
}
