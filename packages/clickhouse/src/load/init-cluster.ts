import type { GivenAddress } from '../client/cluster-address.ts';
import { readClusterAddress } from '../client/cluster-address.ts';
import { NodePool } from '../client/node-pool.ts';
import { clickhouseName } from '../client/sql.ts';
import { homeDatabase, qualified } from '../snapshots/names.ts';
import { createLoaders } from './cluster-lock.ts';
import { onAllNodes } from './load-table.ts';
import { readTopology, type Topology } from './topology.ts';

export interface InitReport {
  readonly nodes: number;
  readonly shards: number;
  readonly replicas: number;
  /** Statements that create a user which only reads; run them as an administrator, with a password. */
  readonly readerSql: readonly string[];
}

const pointer = qualified(homeDatabase, 'pointer');

/**
 * Prepares every node of a cluster; run again, it changes nothing. Errors: `usage_error`, `cluster_unreachable`,
 * `cluster_refused`.
 */
export async function initCluster(given: GivenAddress): Promise<InitReport> {
  return await withCluster(given, async (topology) => {
    await onAllNodes(topology, async (node) => {
      await node.run(`CREATE DATABASE IF NOT EXISTS ${clickhouseName(homeDatabase)}`);
      await node.run(
        `CREATE TABLE IF NOT EXISTS ${pointer} (snapshot String, version UInt64, at DateTime64(6, 'UTC') DEFAULT now64(6))
         ENGINE = MergeTree ORDER BY version`,
      );
      await node.run(createLoaders);
    });
    const nodes = topology.shards.flat().length;
    const replicas = Math.max(...topology.shards.map((each) => each.length));
    return { nodes, shards: topology.shards.length, replicas, readerSql };
  });
}

/** For a service that asks and never changes anything. */
const readerSql: readonly string[] = [
  'CREATE SETTINGS PROFILE IF NOT EXISTS sdq_reader SETTINGS readonly = 2, allow_ddl = 0',
  "CREATE USER IF NOT EXISTS sdq_reader IDENTIFIED WITH sha256_password BY '…' SETTINGS PROFILE 'sdq_reader'",
  'GRANT SELECT ON sdq.pointer TO sdq_reader',
  'GRANT SELECT ON `sdq_`*.* TO sdq_reader',
  'GRANT SELECT ON system.parts TO sdq_reader',
];

/** Work over the nodes of an address, whose connections are closed afterwards. */
export async function withCluster<Value>(
  given: GivenAddress,
  work: (topology: Topology, pool: NodePool) => Promise<Value>,
): Promise<Value> {
  const address = readClusterAddress(given);
  const pool = new NodePool(address);
  try {
    return await work(await readTopology(address, pool), pool);
  } finally {
    await pool.close();
  }
}
