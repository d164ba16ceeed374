import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey, kindText } from '../accounts/describe.ts';
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

/** `sdq key rotate`: replaces an API key. */
export function registerKeyRotate(parent: Command, context: Context): void {
  parent
    .command('rotate')
    .summary('replace an API key with a new one')
    .description(
      'Create a key with the same settings as an existing key. The existing key remains valid for the overlap. The new key is shown only once.',
    )
    .argument('<key-id>', 'key ID, as listed by sdq key list')
    .option(
      '--overlap <seconds>',
      'time in seconds for which the existing key remains valid',
      wholeNumber(0, overlapSecondsMax),
      0,
    )
    .option('--account <id>', 'account ID (default: the only account)')
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key rotate key_01ABC --overlap 86400')
    .action(async (keyId: string, flags: KeyRotateFlags) => {
      const rotated = await withAccounts(flags.home, context, async (accounts) =>
        accounts.rotateKey(await chooseAccount(accounts, flags.account), keyId, {
          overlapMs: flags.overlap * 1_000,
          scope: 'all',
        }),
      );
      if (rotated === undefined) {
        throw new AppError('api_key_not_found', `The account has no active key "${keyId}"`, {
          hint: 'List the keys with: sdq key list',
        });
      }
      const { record, key } = rotated;
      if (flags.json === true) return await context.stdout.json({ ...describeKey(record), key });
      await context.stdout.line(`key ID        ${record.keyId}  ${record.name}`);
      await context.stdout.line(`${kindText(record).padEnd(12)}  ${key}`);
      await context.stdout.line('Save the key: it is not shown again.');
    });
}
