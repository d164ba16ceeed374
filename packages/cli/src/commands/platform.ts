import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { Argument, type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { resolveHome } from '../home.ts';

interface PlatformFlags {
  index?: string;
  home?: string;
  sql?: 'ready' | 'soon';
}

/** `sdq platform <platform>`: its labels, and marking its SQL ready. */
export function registerPlatform(parent: Command, context: Context): void {
  parent
    .command('platform')
    .summary('show or set the labels of a platform')
    .description(
      'Shows the labels of a platform, or marks its SQL ready. A service takes it up when it starts.',
    )
    .addArgument(new Argument('<platform>', 'which one').choices([...platforms]))
    .addOption(new Option('--sql <label>', 'whether its SQL is answered').choices(['ready', 'soon']))
    .option('--index <dir>', 'the index (default: the sample index of --home)')
    .option('--home <dir>', 'where accounts and keys are kept (SDQ_HOME, default .sdq)')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq platform network\n  sdq platform network --sql ready --index ./index',
    )
    .action(async (platform: Platform, flags: PlatformFlags) => {
      const { markSql, readPlatformFacts } = await import('@sdq/platforms');
      const index = flags.index ?? resolveHome(flags.home, context.environment).index;
      await access(join(index, 'CURRENT')).catch(() => {
        throw new AppError('index_missing', `${index} is no index`);
      });
      if (flags.sql !== undefined) await markSql(index, platform, flags.sql);
      const facts = (await readPlatformFacts(index)).find((each) => each.platform === platform);
      await context.stdout.line(`${platform}: ${facts?.status}; SQL ${facts?.sql}`);
    });
}
