import type { UpgradePlan } from '@sdq/core';
import type { Command } from 'commander';
import { parseByteSize } from '../arguments/byte-size.ts';
import { wholeNumber } from '../arguments/whole-number.ts';
import { buildProgress } from '../build/build-progress.ts';
import { waitOption } from '../build/wait-option.ts';
import { catalogOption, tablesOf } from '../catalog/catalog-option.ts';
import { guessedLines } from '../catalog/describe-catalog.ts';
import type { Context } from '../context.ts';
import { indexOption, resolveIndex } from '../index-directory.ts';
import { Progress } from '../terminal/progress.ts';

interface UpgradeFlags {
  index?: string;
  catalog?: string;
  memory?: number;
  threads?: number;
  dryRun?: boolean;
  wait?: number;
  json?: boolean;
  quiet?: boolean;
}

/** `sdq index upgrade`: brings an index that an earlier version wrote to what this one writes. */
export function registerIndexUpgrade(parent: Command, context: Context): void {
  parent
    .command('upgrade')
    .summary('bring an index of an earlier version up to date')
    .description(
      'Build what the segments of an index lack that an earlier version of sdq wrote, and write its manifest in the present format. Row data stay as they are. An interrupted run resumes where it stopped. Readers are not affected; earlier versions of sdq refuse the index afterwards, so keep a backup if you may go back.',
    )
    .option(...indexOption)
    .addOption(catalogOption())
    .option('--dry-run', 'print what would be done; write nothing')
    .option('--memory <size>', 'memory limit, such as 4GB (default: 2GiB)', parseByteSize)
    .option(
      '--threads <count>',
      'number of threads and processes (default: number of CPU cores)',
      wholeNumber(1, 256),
    )
    .addOption(waitOption())
    .option('--json', 'print the report as JSON')
    .option('-q, --quiet', 'suppress progress output')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index upgrade --index ./index --dry-run\n  sdq index upgrade --index ./index',
    )
    .action(async (flags: UpgradeFlags) => {
      const { upgradeIndex } = await import('@sdq/core');
      const tables = await tablesOf(flags.catalog);
      for (const line of guessedLines(tables)) await context.stderr.line(`warning: ${line}`);
      const progress = new Progress(context.stderr, { quiet: flags.quiet });
      const report = await upgradeIndex({
        index: resolveIndex(flags, context.environment),
        tables,
        dryRun: flags.dryRun,
        threads: flags.threads,
        memoryBytesMax: flags.memory,
        waitMs: flags.wait,
        signal: context.signal,
        onPlan: async (plan) => {
          if (flags.json !== true) await context.stdout.line(planText(plan));
        },
        onProgress: (state) => progress.update(buildProgress(state)),
      }).finally(() => progress.end());
      if (flags.json === true) return await context.stdout.json(report);
      if (flags.dryRun !== true) await context.stdout.line(`snapshot ${report.snapshotId}`);
    });
}

function planText({ format: { from, to }, tables }: UpgradePlan): string {
  const format =
    from === to
      ? `The manifest has the present format, ${to}`
      : `The manifest goes from format ${from} to ${to}`;
  const segments =
    tables.length === 0
      ? 'no segment was built by an earlier version'
      : `segments are brought up to date: ${tables.join(', ')}`;
  return `${format}; ${segments}`;
}
