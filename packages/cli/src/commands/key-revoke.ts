import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';

/** `sdq key revoke`: ends a key for good. */
export function registerKeyRevoke(parent: Command, context: Context): void {
  parent
    .command('revoke')
    .summary('end an API key for good')
    .description('Revokes an API key. Running services refuse it within a second.')
    .argument('<key-id>', 'id of the key, as sdq key list shows it')
    .option('--account <id>', 'whose key it is; may be left out when there is only one account')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key revoke key_01ABC')
    .action(async (keyId: string, flags: { account?: string; home?: string; json?: boolean }) => {
      const revoked = await withAccounts(flags.home, context, async (accounts) =>
        accounts.revokeKey(await chooseAccount(accounts, flags.account), keyId),
      );
      if (revoked === undefined) {
        throw new AppError('api_key_not_found', `the account has no key ${keyId}`, {
          hint: 'sdq key list shows its keys',
        });
      }
      if (flags.json === true) return await context.stdout.json(describeKey(revoked));
      await context.stdout.line(`revoked ${revoked.keyId}  ${revoked.name}  ${revoked.maskedKey}`);
    });
}
