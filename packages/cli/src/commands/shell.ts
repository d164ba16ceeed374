import { AppError, sqlLimits } from '@sdq/contract';
import { type Command, Option } from 'commander';
import { parseAmount } from '../arguments/dollars.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { openRemote } from '../remote/open-remote.ts';
import { remoteOption } from '../remote/remote-option.ts';
import { remoteLimitDefault } from '../remote/remote-result.ts';
import { indexSource } from '../shell/index-source.ts';
import { remoteSource } from '../shell/remote-source.ts';
import { runScript, runTerminal } from '../shell/run-shell.ts';
import { type Mode, modes } from '../shell/settings.ts';
import { Shell } from '../shell/shell.ts';
import type { ShellSource } from '../shell/shell-source.ts';

interface ShellFlags {
  index?: string;
  remote?: string | true;
  catalog?: string;
  platform?: string;
  mode: Mode;
  limit: number;
  maxCost?: number;
}

/** `sdq shell`: statements as they are typed, over an index or a service. */
export function registerShell(parent: Command, context: Context): void {
  parent
    .command('shell')
    .summary('type statements and see their rows')
    .description(
      'Type statements and see their rows, over an index or, with --remote, a service. Statements from a pipe or file run one after the other; the first error ends them with exit code 1.',
    )
    .option(...indexOption)
    .option(...remoteOption)
    .option('--platform <name>', 'platform of the tables (default: shortvideo, or that of --catalog)')
    .addOption(catalogOption())
    .addOption(new Option('--mode <mode>', 'how results are written').choices([...modes]).default('table'))
    .option(
      '--limit <rows>',
      'maximum number of rows of a result',
      wholeNumber(1, sqlLimits.streamRowsMax),
      remoteLimitDefault,
    )
    .option('--max-cost <dollars>', 'with --remote: refuse a query that can cost more', parseAmount)
    .addHelpText(
      'after',
      `
In the shell, .help lists its commands. Statements are kept in ~/.local/state/sdq/history (SDQ_HISTORY names another file; empty: none).

Examples:
  sdq shell --index ./index
  sdq shell --remote https://api.example.org --max-cost 0.10
  sdq shell --index ./index --mode csv < report.sql > report.csv`,
    )
    .action(async (flags: ShellFlags) => {
      await using source = await openSource(flags, context);
      const isTyped = process.stdin.isTTY === true && context.stderr.isTerminal;
      const settings = {
        mode: flags.mode,
        limit: flags.limit,
        output: undefined,
        usesPager: isTyped,
        showsFacts: isTyped,
      };
      const shell = new Shell(source, settings, context);
      if (!isTyped) return await runScript(shell);
      const greeting = `sdq shell on ${source.name}, platform ${source.platform}. .help lists commands, Ctrl-D leaves.`;
      await runTerminal(shell, greeting, context);
    });
}

async function openSource(flags: ShellFlags, context: Context): Promise<ShellSource> {
  if (flags.remote !== undefined) {
    for (const name of ['index', 'catalog'] as const)
      if (flags[name] !== undefined)
        throw new AppError('usage_error', `--remote and --${name} cannot be given together`);
    return remoteSource(await openRemote(flags, context.environment), flags.platform ?? 'shortvideo');
  }
  const { openEngine } = await import('@sdq/core');
  const tables = await tablesOf(flags.catalog);
  const index = resolveIndex(flags, context.environment);
  const engine = await openEngine({ index, tables, isolation: 'in-process', advisoryParser: false });
  return indexSource(engine, index, flags.platform ?? tables?.[0]?.platform ?? 'shortvideo');
}
