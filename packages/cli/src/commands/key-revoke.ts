import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import type { Context } from '../context.ts';

/** `sdq key revoke`: revokes an API key permanently. */
export function registerKeyRevoke(parent: Command, context: Context): void {
  parent
    .command('revoke')
    .summary('revoke an API key permanently')
    .description('Revoke an API key permanently. Running services refuse it within 1 s.')
    .argument('<key-id>', 'key ID, as listed by sdq key list')
    .option('--account <id>', 'account ID (default: the only account)')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key revoke key_01ABC')
    .action(async (keyId: string, flags: { account?: string; home?: string; json?: boolean }) => {
      const revoked = await withAccounts(flags.home, context, async (accounts) =>
        accounts.revokeKey(await chooseAccount(accounts, flags.account), keyId, { scope: 'all' }),
      );
      if (revoked === undefined) {
        throw new AppError('api_key_not_found', `The account has no key "${keyId}"`, {
          hint: 'List the keys with: sdq key list',
        });
      }
      if (flags.json === true) return await context.stdout.json(describeKey(revoked));
      await context.stdout.line(`Revoked ${revoked.keyId}  ${revoked.name}  ${revoked.maskedKey}`);
    });
}
