import { AppError, type Platform, platforms } from '@sdq/contract';
import type { Command } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey } from '../accounts/describe.ts';
import { homeOption, withAccounts } from '../accounts/with-accounts.ts';
import { parseLimit } from '../arguments/dollars.ts';
import { parseInstant } from '../arguments/instant.ts';
import type { Context } from '../context.ts';

interface KeyCreateFlags {
  name: string;
  account?: string;
  platforms?: string;
  expires?: Date;
  spendLimit?: number | null;
  home?: string;
  json?: boolean;
}

/** `sdq key create`: one more API key for an account. */
export function registerKeyCreate(parent: Command, context: Context): void {
  parent
    .command('create')
    .summary('make an API key')
    .description('Makes an API key. It is shown this once; only its hash is kept.')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--account <id>', 'whose key it is; may be left out when there is only one account')
    .option('--platforms <list>', `platforms it may use (default ${platforms.join(',')})`)
    .option('--expires <time>', 'when it ends, ISO 8601', parseInstant)
    .option('--spend-limit <dollars>', 'what it may cost in a calendar month', parseLimit)
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key create --name dashboard --platforms shortvideo,photo')
    .action(async (flags: KeyCreateFlags) => {
      const permissions = flags.platforms === undefined ? undefined : parsePlatforms(flags.platforms);
      const { key, record } = await withAccounts(flags.home, context, async (accounts) =>
        accounts.createKey(await chooseAccount(accounts, flags.account), {
          name: flags.name,
          ...(permissions === undefined ? {} : { permissions }),
          expiresAt: flags.expires,
          spendLimitUnits: flags.spendLimit,
        }),
      );
      if (flags.json === true) return await context.stdout.json({ ...describeKey(record), key });
      await context.stdout.line(`key id   ${record.keyId}  ${record.name}`);
      await context.stdout.line(`API key  ${key}`);
      await context.stdout.line('Keep the key: it is not shown again.');
    });
}

function parsePlatforms(text: string): Platform[] {
  return text.split(',').map((word) => {
    const platform = platforms.find((name) => name === word.trim());
    if (platform === undefined) {
      throw new AppError('usage_error', `there is no platform '${word}'`, {
        hint: `the platforms are ${platforms.join(', ')}`,
      });
    }
    return platform;
  });
}
