import type { Plan } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { type Command, Option } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeAccount } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { parseName } from '../arguments/account-fields.ts';
import { parseLimit } from '../arguments/dollars.ts';
import type { Context } from '../context.ts';

/** Not imported: whatever command runs, its start would load the account store. */
const plans = Object.keys({ prepaid: true, metered: true } satisfies Record<Plan, true>);

interface AccountUpdateFlags {
  account?: string;
  name?: string;
  plan?: Plan;
  spendLimit?: number | null;
  billingCustomer?: string;
  home?: string;
  json?: boolean;
}

/** `sdq account update`: changes the fields of an account that an operator controls. */
export function registerAccountUpdate(parent: Command, context: Context): void {
  parent
    .command('update')
    .summary('update the plan, spend limit or billing customer of an account')
    .description('Update an account. Omitted options are left unchanged.')
    .option('--account <id>', 'account ID (default: the only account)')
    .option('--name <name>', 'name of the account', parseName)
    .addOption(
      new Option(
        '--plan <plan>',
        'prepaid: requests are limited by the balance; metered: billed afterwards',
      ).choices(plans),
    )
    .option('--spend-limit <dollars>', 'maximum cost per calendar month, or none', parseLimit)
    .option('--billing-customer <id>', 'customer ID at the billing provider, or none')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  sdq account update --plan metered --billing-customer cus_123 --spend-limit 500',
    )
    .action(async (flags: AccountUpdateFlags) => {
      const { name, plan, spendLimit, billingCustomer } = flags;
      const account = await withAccounts(flags.home, context, async (accounts) =>
        accounts.updateAccount(await chooseAccount(accounts, flags.account), {
          ...(name !== undefined && { name }),
          ...(plan !== undefined && { plan }),
          ...(spendLimit !== undefined && { spendLimitUnits: spendLimit }),
          ...(billingCustomer !== undefined && {
            billingCustomer: billingCustomer === 'none' ? null : billingCustomer,
          }),
        }),
      );
      if (account === undefined) throw new AppError('not_found', 'The account no longer exists');
      const shown = describeAccount(account);
      if (flags.json === true) return await context.stdout.json(shown);
      await context.stdout.line(
        `${shown.id}  ${shown.name}  ${shown.plan}  spend limit ${shown.spend_limit ?? 'none'}`,
      );
    });
}
