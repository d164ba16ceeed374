import type { UpgradePlan } from '@sdq/core';
import type { Command } from 'commander';
import { type RewriteFlags, rewrite, withRewriteOptions } from '../build/rewrite.ts';
import type { Context } from '../context.ts';

/** `sdq index upgrade`: brings an index that an earlier version wrote to what this one writes. */
export function registerIndexUpgrade(parent: Command, context: Context): void {
  withRewriteOptions(
    parent
      .command('upgrade')
      .summary('bring an index of an earlier version up to date')
      .description(
        'Build what the segments of an index lack that an earlier version of sdq wrote, and write its manifest in the present format. Row data stay as they are. An interrupted run resumes where it stopped. Readers are not affected; earlier versions of sdq refuse the index afterwards, so keep a backup if you may go back.',
      ),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  sdq index upgrade --index ./index --dry-run\n  sdq index upgrade --index ./index',
    )
    .action(async (flags: RewriteFlags) => {
      const { upgradeIndex } = await import('@sdq/core/builds');
      const report = await rewrite(flags, context, (options) =>
        upgradeIndex({
          ...options,
          onPlan: async (plan) => {
            if (flags.json !== true) await context.stdout.line(planText(plan));
          },
        }),
      );
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
