import { AppError } from '@sdq/contract';
import type { Command } from 'commander';
import { parseDuration } from '../arguments/duration.ts';
import { type ClusterFlags, clusterAddress, withClusterOptions } from '../cluster/cluster-address.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

interface DropFlags extends ClusterFlags {
  snapshot?: string;
  all?: boolean;
  keep?: number;
  json?: boolean;
}

/** `sdq cluster drop`: drops snapshots of a cluster. */
export function registerClusterDrop(parent: Command, context: Context): void {
  withClusterOptions(parent.command('drop'))
    .summary('drop snapshots of a ClickHouse cluster')
    .description(
      'Drop snapshots that are no longer current and that no query reads. With --all, drop everything that sdq has put into the cluster, the current snapshot too.',
    )
    .option('--snapshot <id>', 'drop this one')
    .option(
      '--keep <duration>',
      'leave those that were current until so recently (default: 0s)',
      parseDuration,
    )
    .option('--all', 'drop everything, the current snapshot too')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq cluster drop --clickhouse http://localhost:8123\n  sdq cluster drop --all --clickhouse http://localhost:8123',
    )
    .action(async (flags: DropFlags) => {
      if ([flags.snapshot, flags.all, flags.keep].filter((each) => each !== undefined).length > 1)
        throw new AppError('usage_error', 'Give only one of --snapshot, --keep and --all');
      const { dropCluster } = await import('@sdq/clickhouse');
      const address = await clusterAddress(flags, context.environment);
      const { dropped, busy } = await dropCluster({
        ...address,
        all: flags.all,
        snapshotId: flags.snapshot,
        keepMs: flags.keep,
      });
      if (flags.json === true) return await context.stdout.json({ dropped, busy });
      await context.stdout.line(`${plural(dropped.length, 'snapshot')} dropped`);
      if (busy.length > 0)
        await context.stdout.line(
          `  ${plural(busy.length, 'snapshot')} stay, as queries read them: ${busy.join(', ')}`,
        );
    });
}
