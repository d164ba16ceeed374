import type { ClusterStatus } from '@sdq/clickhouse';
import type { Command } from 'commander';
import { type ClusterFlags, clusterAddress, withClusterOptions } from '../cluster/cluster-address.ts';
import type { Context } from '../context.ts';
import { bytesText, countText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

interface StatusFlags extends ClusterFlags {
  json?: boolean;
}

/** `sdq cluster status`: what a cluster holds. */
export function registerClusterStatus(parent: Command, context: Context): void {
  withClusterOptions(parent.command('status'))
    .summary('show the nodes and snapshots of a ClickHouse cluster')
    .description('Show the nodes of a cluster with their shards and disks, and the snapshots that they hold.')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', '\nExamples:\n  sdq cluster status --clickhouse http://localhost:8123')
    .action(async (flags: StatusFlags) => {
      const { clusterStatus } = await import('@sdq/clickhouse');
      const status = await clusterStatus(await clusterAddress(flags, context.environment));
      if (flags.json === true) await context.stdout.json(printed(status));
      else for (const line of lines(status)) await context.stdout.line(line);
    });
}

function printed({ cluster, shards, currentId, nodes, snapshots }: ClusterStatus) {
  return {
    cluster,
    shards,
    snapshot_id: currentId,
    nodes: nodes.map((node) => ({
      node: node.node,
      shard: node.shard,
      version: node.version,
      snapshot_id: node.currentId,
      bytes: node.bytes,
      free_bytes: node.freeBytes,
      queries: node.queries,
    })),
    snapshots: snapshots.map((each) => ({
      snapshot_id: each.snapshotId,
      current: each.isCurrent,
      complete: each.isComplete,
      rows: each.rows,
    })),
  };
}

function lines({ currentId, nodes, snapshots }: ClusterStatus): string[] {
  const nodeRows = nodes.map(({ node, shard, version, bytes, freeBytes, queries }) => [
    node,
    shard,
    version,
    bytesText(bytes),
    bytesText(freeBytes),
    queries,
  ]);
  const snapshotRows = snapshots.map(({ snapshotId, isCurrent, isComplete, rows }) => [
    snapshotId,
    isCurrent ? 'current' : isComplete ? 'older' : 'incomplete',
    countText(rows),
  ]);
  const left = (name: string) => ({ name, align: 'left' }) as const;
  const right = (name: string) => ({ name, align: 'right' }) as const;
  const nodeColumns = [
    left('node'),
    right('shard'),
    left('version'),
    right('used'),
    right('free'),
    right('queries'),
  ];
  return [
    currentId === null ? 'no snapshot was loaded' : `current snapshot ${currentId}`,
    renderTable(nodeColumns, nodeRows),
    ...(snapshotRows.length === 0
      ? []
      : [renderTable([left('snapshot'), left('state'), right('rows')], snapshotRows)]),
  ];
}
