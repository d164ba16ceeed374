import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

const shownMax = 20;

/** `sdq account verify`: compares every balance and total with the rows that it is the sum of. */
export function registerAccountVerify(parent: Command, context: Context): void {
  parent
    .command('verify')
    .summary('verify ledger integrity for all accounts')
    .description(
      'Recompute credits, charges and reservations and compare them with balances, daily totals and held amounts. A service may run at the same time. The exit code is 1 if any value differs.',
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
              `${accountId}: ${what}${which === null ? '' : ` ${which}`} is ${kept}, but the recomputed value is ${counted}`,
          ),
        ];
        const shown = found.slice(0, shownMax).map((text) => `\n  ${text}`);
        const more = found.length > shown.length ? `\n  and ${found.length - shown.length} more` : '';
        throw new AppError('file_malformed', `Ledger verification failed:${shown.join('')}${more}`, {
          hint: 'The ledger lines are authoritative. Amounts are in units of $0.0001.',
        });
      }
      if (flags.json === true) return;
      await context.stdout.line(
        `${plural(accounts, 'account')}, ${plural(lines, 'request')}, ${plural(reservations, 'reservation')}: all totals match`,
      );
    });
}
