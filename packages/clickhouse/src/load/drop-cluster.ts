import { AppError } from '@sdq/contract';
import type { GivenAddress } from '../client/cluster-address.ts';
import { clickhouseName, clickhouseString } from '../client/sql.ts';
import { homeDatabase, snapshotDatabase, snapshotOf } from '../snapshots/names.ts';
import { lockCluster } from './cluster-lock.ts';
import { dropSnapshots, snapshotsOf } from './drop-snapshots.ts';
import { withCluster } from './init-cluster.ts';
import { onAllNodes } from './load-table.ts';
import { askNode } from './topology.ts';

export interface DropClusterOptions extends GivenAddress {
  /** Everything that sdq has put there, the current snapshot too. */
  readonly all?: boolean | undefined;
  /** One snapshot, whatever its age; the current one is refused. */
  readonly snapshotId?: string | undefined;
  /** Without these two: older snapshots that left more than so many milliseconds ago; default 0. */
  readonly keepMs?: number | undefined;
}

export interface DropReport {
  /** Ids of snapshots. */
  readonly dropped: readonly string[];
  /** Ids of older snapshots that stay, because a query reads them. */
  readonly busy: readonly string[];
}

/** Drops snapshots of a cluster. Errors: `usage_error`, `index_locked`, `cluster_unreachable`, `cluster_refused`. */
export async function dropCluster(options: DropClusterOptions): Promise<DropReport> {
  return await withCluster(options, async (topology, { nodes }) => {
    const [first] = nodes;
    const known = await snapshotsOf(topology);
    if (first === undefined || (known.all.length === 0 && options.all !== true))
      return { dropped: [], busy: [] };
    if (options.all === true) {
      await onAllNodes(topology, async (node) => {
        const rows = await node.rows<{ name: string }>(
          `SELECT name FROM system.databases WHERE name = ${clickhouseString(homeDatabase)} OR name LIKE 'sdq\\_%'`,
        );
        for (const { name } of rows)
          if (name === homeDatabase || snapshotOf(name) !== undefined)
            await node.run(`DROP DATABASE IF EXISTS ${clickhouseName(name)} SYNC`);
      });
      return { dropped: known.all, busy: [] };
    }
    await using _lock = await lockCluster(first);
    const { snapshotId, keepMs = 0 } = options;
    if (snapshotId === undefined) return await dropSnapshots(topology, { keepMs });
    if (known.current.includes(snapshotId))
      throw new AppError('usage_error', `${snapshotId} is the current snapshot`, {
        hint: 'Load another one first, or drop everything: --all',
      });
    if (!known.all.includes(snapshotId))
      throw new AppError('usage_error', `The cluster has no snapshot ${snapshotId}`, {
        hint: 'sdq cluster status lists them',
      });
    await onAllNodes(topology, async (node) => {
      await node.run(`DROP DATABASE IF EXISTS ${clickhouseName(snapshotDatabase(snapshotId))} SYNC`);
    });
    return { dropped: [snapshotId], busy: [] };
  });
}

export interface ClusterStatus {
  readonly cluster: string | null;
  readonly shards: number;
  readonly currentId: string | null;
  readonly nodes: readonly NodeStatus[];
  readonly snapshots: readonly SnapshotStatus[];
}

export interface NodeStatus {
  readonly node: string;
  /** From 1. */
  readonly shard: number;
  readonly version: string;
  /** The snapshot that it names as the current one; null for none. */
  readonly currentId: string | null;
  /** Bytes of all snapshots on its disks; files that snapshots share count once for each. */
  readonly bytes: number;
  readonly freeBytes: number;
  readonly queries: number;
}

export interface SnapshotStatus {
  readonly snapshotId: string;
  readonly isCurrent: boolean;
  /** Whether it was loaded to its end. */
  readonly isComplete: boolean;
  /** Rows of all tables on all shards, each once. */
  readonly rows: number;
}

/** What a cluster holds. Errors: `usage_error`, `cluster_unreachable`, `cluster_refused`. */
export async function clusterStatus(given: GivenAddress): Promise<ClusterStatus> {
  return await withCluster(given, async (topology) => {
    const nodes: NodeStatus[] = [];
    const rowsOf = new Map<string, number>();
    const complete = new Set<string>();
    for (const [at, replicas] of topology.shards.entries())
      for (const [replica, node] of replicas.entries())
        await askNode(node, async (each) => {
          const [row] = await each.rows<Record<'version' | 'bytes' | 'free' | 'queries', string>>(nodeSql);
          const tables = await each.rows<{ database: string; rows: string }>(rowsSql);
          const ended = await each.rows<{ database: string }>(completeSql);
          for (const { database } of ended) complete.add(snapshotOf(database) ?? '');
          if (replica === 0)
            for (const { database, rows } of tables) {
              const id = snapshotOf(database);
              if (id !== undefined) rowsOf.set(id, (rowsOf.get(id) ?? 0) + Number(rows));
            }
          nodes.push({
            node: each.name,
            shard: at + 1,
            version: row?.version ?? '',
            currentId: (await snapshotsOf({ ...topology, shards: [[node]] })).current[0] ?? null,
            bytes: Number(row?.bytes ?? 0),
            freeBytes: Number(row?.free ?? 0),
            queries: Number(row?.queries ?? 0),
          });
        });
    const known = await snapshotsOf(topology);
    const currentId = known.current[0] ?? null;
    return {
      cluster: topology.cluster ?? null,
      shards: topology.shards.length,
      currentId,
      nodes,
      snapshots: known.all.map((id) => ({
        snapshotId: id,
        isCurrent: known.current.includes(id),
        isComplete: complete.has(id),
        rows: rowsOf.get(id) ?? 0,
      })),
    };
  });
}

const nodeSql = `SELECT version() AS version,
  (SELECT toString(sum(bytes_on_disk)) FROM system.parts WHERE active AND database LIKE 'sdq\\_%') AS bytes,
  (SELECT toString(sum(free_space)) FROM system.disks) AS free,
  (SELECT toString(count()) FROM system.processes WHERE query_id != queryID()) AS queries`;

const rowsSql = `SELECT database, toString(sum(rows)) AS rows FROM system.parts
  WHERE active AND database LIKE 'sdq\\_%' AND table NOT IN ('snapshot', 'progress') GROUP BY database`;

const completeSql = `SELECT DISTINCT database FROM system.parts WHERE active AND database LIKE 'sdq\\_%' AND table = 'snapshot'`;
