import type { Command } from 'commander';
import { type ClusterFlags, clusterAddress, withClusterOptions } from '../cluster/cluster-address.ts';
import type { Context } from '../context.ts';
import { plural } from '../terminal/quantities.ts';

interface InitFlags extends ClusterFlags {
  json?: boolean;
}

/** `sdq cluster init`: prepares the nodes of a cluster. */
export function registerClusterInit(parent: Command, context: Context): void {
  withClusterOptions(parent.command('init'))
    .summary('prepare the nodes of a ClickHouse cluster')
    .description(
      'Create the database sdq on every node, which tells the current snapshot, and print the statements that create a user for services. Run again, it changes nothing. The nodes must know each other as a cluster in <remote_servers>, and their shard as the macro <shard>; a single node needs neither.',
    )
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  sdq cluster init --clickhouse http://localhost:8123\n  sdq cluster init --clickhouse https://ch1:8443 https://ch2:8443 https://ch3:8443 --cluster videos',
    )
    .action(async (flags: InitFlags) => {
      const { initCluster } = await import('@sdq/clickhouse');
      const report = await initCluster(await clusterAddress(flags, context.environment));
      const { nodes, shards, replicas, readerSql } = report;
      if (flags.json === true) {
        await context.stdout.json({ nodes, shards, replicas, reader_sql: readerSql });
        return;
      }
      await context.stdout.line(
        `${plural(nodes, 'node')} prepared: ${plural(shards, 'shard')}, each on ${plural(replicas, 'node')}`,
      );
      await context.stdout.line(
        'A user for services, to be created once on every node, with a password of yours:',
      );
      for (const sql of readerSql) await context.stdout.line(`  ${sql};`);
    });
}
