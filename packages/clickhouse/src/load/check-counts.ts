import { type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import type { ClusterNode } from '../client/cluster-node.ts';
import { qualified, storedName } from '../snapshots/names.ts';
import { askNode, type Topology } from './topology.ts';

/**
 * Each replica must have as many rows as the others of its shard, and all shards as many as the index. Errors:
 * `cluster_refused`.
 */
export async function checkCounts(
  { shards, cluster }: Topology,
  database: string,
  table: CatalogTable,
  expected: number,
): Promise<void> {
  const target = qualified(database, storedName(table, cluster !== undefined));
  let sum = 0;
  for (const replicas of shards) {
    const counts = await Promise.all(replicas.map(async (node) => await countOf(node, target)));
    const [first = 0] = counts;
    const other = counts.findIndex((count) => count !== first);
    if (other >= 0)
      throw wrongCount(
        `${replicas[other]?.name} has ${counts[other]} rows of ${tableId(table)}, ${replicas[0]?.name} ${first}`,
      );
    sum += first;
  }
  if (sum !== expected)
    throw wrongCount(`The cluster has ${sum} rows of ${tableId(table)}, the index has ${expected}`);
}

async function countOf(node: ClusterNode, target: string): Promise<number> {
  const sql = `SELECT toString(count()) AS rows FROM ${target}`;
  const rows = await askNode(node, async (each) => await each.rows<{ rows: string }>(sql));
  return Number(rows[0]?.rows ?? 0);
}

function wrongCount(message: string): AppError {
  return new AppError('cluster_refused', `${message}; the snapshot was not made the current one`, {
    hint: 'Run the command again; if it fails again, drop what was loaded: sdq cluster drop --all, and verify the index: sdq index verify',
  });
}
