import { AppError, type Platform, platforms } from '@sdq/contract';
import { type Command, Option } from 'commander';
import { chooseAccount } from '../accounts/choose-account.ts';
import { describeKey, kindText } from '../accounts/describe.ts';
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
  kind: 'data' | 'account';
  home?: string;
  json?: boolean;
}

/** `sdq key create`: creates a data API key, or another account API key. */
export function registerKeyCreate(parent: Command, context: Context): void {
  parent
    .command('create')
    .summary('create an API key')
    .description('Create an API key. The key is shown only once; sdq stores its hash.')
    .requiredOption('--name <name>', 'display name of the key')
    .addOption(
      new Option('--kind <kind>', 'data: reads data; account: manages the account')
        .choices(['data', 'account'])
        .default('data'),
    )
    .option('--account <id>', 'account ID (default: the only account)')
    .option('--platforms <list>', `platforms that the key has access to (default: ${platforms.join(',')})`)
    .option('--expires <time>', 'expiry time, ISO 8601 (default: never)', parseInstant)
    .option('--spend-limit <dollars>', 'maximum cost per calendar month in US dollars', parseLimit)
    .option(...homeOption)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExample:\n  sdq key create --name dashboard --platforms shortvideo,photo')
    .action(async (flags: KeyCreateFlags) => {
      const permissions = flags.platforms === undefined ? undefined : await parsePlatforms(flags.platforms);
      const { name, kind, expires: expiresAt, spendLimit: spendLimitUnits } = flags;
      if (kind === 'account' && (permissions !== undefined || spendLimitUnits !== undefined)) {
        throw new AppError('usage_error', '--platforms and --spend-limit apply to data keys only');
      }
      const { key, record } = await withAccounts(flags.home, context, async (accounts) => {
        const accountId = await chooseAccount(accounts, flags.account);
        return kind === 'account'
          ? await accounts.createAccountKey(accountId, { name, expiresAt })
          : await accounts.createKey(accountId, { name, permissions, expiresAt, spendLimitUnits });
      });
      if (flags.json === true) return await context.stdout.json({ ...describeKey(record), key });
      await context.stdout.line(`key ID        ${record.keyId}  ${record.name}`);
      await context.stdout.line(`${kindText(record).padEnd(12)}  ${key}`);
      await context.stdout.line('Save the key: it is not shown again.');
    });
}

/** Errors: `usage_error` for an unknown platform. */
async function parsePlatforms(text: string): Promise<Platform[]> {
  const { requirePlatform } = await import('@sdq/catalog');
  return text.split(',').map((word) => {
    const platform = word.trim();
    requirePlatform(platform, platforms);
    return platform as Platform;
  });
}
