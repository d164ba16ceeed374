import { AppError } from '@sdq/contract';
import type { ClusterAddress } from '../client/cluster-address.ts';
import type { ClusterNode } from '../client/cluster-node.ts';
import { isLost, NodeFault } from '../client/node-fault.ts';
import type { NodePool } from '../client/node-pool.ts';
import { clickhouseString } from '../client/sql.ts';
import { requireVersion } from '../client/supported-version.ts';

/** The nodes of a cluster by shard: each has the same rows as the others of its shard. */
export interface Topology {
  /** Its name in `system.clusters`; undefined for a single node. */
  readonly cluster: string | undefined;
  readonly shards: readonly (readonly ClusterNode[])[];
}

/** The name that a cluster of several nodes has unless another one is given. */
const usualCluster = 'sdq';

interface ClusterRow {
  readonly shard: string;
  readonly replicas: string;
  readonly own: string;
}

/**
 * Which node belongs to which shard, by `system.clusters` of the node and its macro `shard`. Errors: `usage_error`
 * where a shard or a replica is not among the addresses; `cluster_unreachable`, `cluster_refused`.
 */
export async function readTopology(address: ClusterAddress, { nodes }: NodePool): Promise<Topology> {
  const cluster = address.cluster ?? (nodes.length > 1 ? usualCluster : undefined);
  for (const node of nodes) await askNode(node, requireVersion);
  if (cluster === undefined) return { cluster, shards: [nodes] };
  const shards: ClusterNode[][] = [];
  let replicas: readonly number[] = [];
  for (const node of nodes) {
    const rows = await askNode(node, async (each) => await each.rows<ClusterRow>(shardsSql(cluster)));
    if (rows.length === 0)
      throw new AppError('usage_error', `${node.name} knows no cluster "${cluster}"`, {
        hint: 'Name the cluster of <remote_servers> in the configuration of the nodes: --cluster NAME',
      });
    replicas = rows.map((row) => Number(row.replicas));
    const own = rows.find((row) => row.own === '1')?.shard ?? (await macro(node));
    const shard = Number(own);
    if (!Number.isInteger(shard) || shard < 1 || shard > rows.length)
      throw new AppError('usage_error', `${node.name} does not tell its shard of "${cluster}"`, {
        hint: 'Set the macro <shard> in the configuration of each node: the number of its shard, from 1',
      });
    shards[shard - 1] = [...(shards[shard - 1] ?? []), node];
  }
  for (const [at, expected] of replicas.entries()) {
    const given = shards[at]?.length ?? 0;
    if (given === expected) continue;
    throw new AppError(
      'usage_error',
      `Shard ${at + 1} of "${cluster}" has ${expected} nodes, ${given} of them are named`,
      { hint: 'Name every node, each replica of each shard: --clickhouse URL URL …' },
    );
  }
  return { cluster, shards };
}

function shardsSql(cluster: string): string {
  return `SELECT toString(shard_num) AS shard, toString(count()) AS replicas, toString(max(is_local)) AS own
    FROM system.clusters WHERE cluster = ${clickhouseString(cluster)} GROUP BY shard_num ORDER BY shard_num`;
}

async function macro(node: ClusterNode): Promise<string | undefined> {
  const sql = `SELECT substitution FROM system.macros WHERE macro = 'shard'`;
  const rows = await askNode(node, async (each) => await each.rows<{ substitution: string }>(sql));
  return rows[0]?.substitution;
}

/** Asks a node; what fails becomes an error of a command. */
export async function askNode<Value>(
  node: ClusterNode,
  ask: (node: ClusterNode) => Promise<Value>,
): Promise<Value> {
  try {
    return await ask(node);
  } catch (error) {
    throw commandError(error, node);
  }
}

/** Errors: `cluster_unreachable`, `cluster_refused`, `disk_full`. */
export function commandError(error: unknown, node: ClusterNode): unknown {
  if (isLost(error))
    return new AppError('cluster_unreachable', `The node ${node.name} does not answer`, {
      hint: 'Start the node and run the command again: it continues where it was interrupted',
      cause: error,
    });
  if (!(error instanceof NodeFault)) return error;
  if (error.code === 243)
    return new AppError('disk_full', `A disk of the node ${node.name} is full`, {
      hint: 'Free some space, or drop older snapshots: sdq cluster drop',
      cause: error,
    });
  return new AppError('cluster_refused', `${node.name}: ${error.message} (${error.type || error.code})`, {
    cause: error,
  });
}
