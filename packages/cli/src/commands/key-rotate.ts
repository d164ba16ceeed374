import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import type { Context } from '../context.ts';

interface KeyRotateFlags {
  overlap: number;
  account?: string;
  home?: string;
  json?: boolean;
}

const overlapSecondsMax = 604_800;

/** `sdq key rotate`: a new key in the place of another. */
export function registerKeyRotate(parent: Command, context: Context): void {
  parent
    .command('rotate')
    .summary('make a new key in the place of another')
    .description(
      'Makes a key like another, which goes on working for the overlap. The new one is shown this once.',
    )
    .argument('<key-id>', 'id of the key, as sdq key list shows it')
    .option(
      '--overlap <seconds>',
      'how long the former key still works',
      wholeNumber(0, overlapSecondsMax),
      0,
    )
    .option('--account <id>', 'whose key it is; may be left out when there is only one account')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key rotate key_01ABC --overlap 86400')
    .action(async (keyId: string, flags: KeyRotateFlags) => {
      const made = await withAccounts(flags.home, context, async (accounts) =>
        accounts.rotateKey(await chooseAccount(accounts, flags.account), keyId, {
          overlapMs: flags.overlap * 1_000,
        }),
      );
      if (made === undefined) {
        throw new AppError('api_key_not_found', `the account has no active key ${keyId}`, {
          hint: 'sdq key list shows its keys',
        });
      }
      const { record, key } = made;
      if (flags.json === true) return await context.stdout.json({ ...describeKey(record), key });
      await context.stdout.line(`key id   ${record.keyId}  ${record.name}`);
      await context.stdout.line(`API key  ${key}`);
      await context.stdout.line('Keep the key: it is not shown again.');
    });
}
