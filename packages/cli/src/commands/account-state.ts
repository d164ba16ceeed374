import type { AccountState } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeAccount } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';

interface StateCommand {
  name: string;
  state: AccountState;
  summary: string;
  description: string;
  hasReason: boolean;
}

const commands: readonly StateCommand[] = [
  {
    name: 'suspend',
    state: 'suspended',
    summary: 'refuse all requests of an account until it is resumed',
    description:
      'Suspend an account. Running services refuse its requests within 1 s; requests in flight end as they would. Keys, balance and ledger are kept.',
    hasReason: true,
  },
  {
    name: 'resume',
    state: 'active',
    summary: 'resume a suspended account',
    description: 'Resume a suspended account. Its keys are valid again.',
    hasReason: false,
  },
  {
    name: 'close',
    state: 'closed',
    summary: 'close an account permanently',
    description:
      'Close an account permanently: its keys are revoked and its webhooks deleted. Balance and ledger are kept until sdq account delete.',
    hasReason: true,
  },
];

/** `sdq account suspend`, `resume` and `close`. */
export function registerAccountState(parent: Command, context: Context): void {
  for (const command of commands) register(parent, context, command);
}

interface StateFlags {
  account?: string;
  reason?: string;
  home?: string;
  json?: boolean;
}

function register(
  parent: Command,
  context: Context,
  { name, state, summary, description, hasReason }: StateCommand,
): void {
  const command = parent
    .command(name)
    .summary(summary)
    .description(description)
    .option('--account <id>', 'account ID (default: the only account)');
  if (hasReason) command.option('--reason <text>', 'reason, for the operator and the audit log');
  command
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', `\nExample:\n  sdq account ${name} --account acct_01ABC`)
    .action(async (flags: StateFlags) => {
      const account = await withAccounts(flags.home, context, async (accounts) =>
        accounts.setAccountState(await chooseAccount(accounts, flags.account), {
          state,
          reason: flags.reason,
        }),
      );
      if (account === undefined) throw new AppError('not_found', 'The account no longer exists');
      const shown = describeAccount(account);
      if (flags.json === true) return await context.stdout.json(shown);
      await context.stdout.line(`${shown.id}  ${shown.name}  ${shown.state}`);
    });
}
