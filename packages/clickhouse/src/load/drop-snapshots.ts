import type { ClusterNode } from '../client/cluster-node.ts';
import { clickhouseName, clickhouseString } from '../client/sql.ts';
import { snapshotDatabase, snapshotOf } from '../snapshots/names.ts';
import { readPointer } from '../snapshots/read-snapshot.ts';
import { onAllNodes } from './load-table.ts';
import type { Topology } from './topology.ts';

export interface DropOptions {
  /** A snapshot that stopped being the current one later than this many milliseconds ago stays. */
  readonly keepMs: number;
  /** Snapshots that are dropped whatever their age, and whoever reads them: records were purged from the index. */
  readonly withdrawn?: readonly string[];
}

/**
 * Drops snapshots that are no longer current. A snapshot that a query reads stays, and so does one that was never
 * completed, as the next load continues it, until `keepMs` have passed. Returns ids.
 */
export async function dropSnapshots(
  topology: Topology,
  { keepMs, withdrawn = [] }: DropOptions,
): Promise<{ dropped: string[]; busy: string[] }> {
  const { all: known, current } = await snapshotsOf(topology);
  const busy = new Set<string>();
  const leftAt = new Map<string, number>();
  await onAllNodes(topology, async (node) => {
    for (const [id, at] of await leftAfter(node)) leftAt.set(id, Math.max(at, leftAt.get(id) ?? 0));
    for (const id of await readNow(node)) busy.add(id);
  });
  const now = Date.now();
  const isDropped = (id: string) =>
    !current.includes(id) &&
    (withdrawn.includes(id) || (!busy.has(id) && now - (leftAt.get(id) ?? 0) >= keepMs && leftAt.has(id)));
  const dropped = known.filter(isDropped);
  for (const id of dropped)
    await onAllNodes(topology, async (node) => {
      await node.run(`DROP DATABASE IF EXISTS ${clickhouseName(snapshotDatabase(id))} SYNC`);
    });
  return { dropped, busy: known.filter((id) => busy.has(id) && !current.includes(id)) };
}

/** Ids of the snapshots of a cluster, complete or not, and those that a node names as the current one. */
export async function snapshotsOf(topology: Topology): Promise<{ all: string[]; current: string[] }> {
  const all = new Set<string>();
  const current = new Set<string>();
  await onAllNodes(topology, async (node) => {
    const sql = `SELECT name FROM system.databases WHERE name LIKE 'sdq\\_%'`;
    for (const { name } of await node.rows<{ name: string }>(sql)) {
      const id = snapshotOf(name);
      if (id !== undefined) all.add(id);
    }
    const pointer = await readPointer(node);
    if (pointer !== undefined) current.add(pointer.snapshotId);
  });
  return { all: [...all].sort(), current: [...current].sort() };
}

/** When each snapshot stopped being the current one, or an incomplete one was begun, in milliseconds since 1970. */
async function leftAfter(node: ClusterNode): Promise<[string, number][]> {
  const rows = await node.rows<{ id: string; at: string }>(
    `SELECT snapshot AS id, toString(toUnixTimestamp64Milli(leadInFrame(at) OVER (ORDER BY version ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING))) AS at
     FROM \`sdq\`.\`pointer\``,
  );
  const begun = await node.rows<{ database: string; at: string }>(
    `SELECT database, toString(toUnixTimestamp(min(metadata_modification_time)) * 1000) AS at
     FROM system.tables WHERE database LIKE 'sdq\\_%' GROUP BY database`,
  );
  const left = new Map<string, number>();
  for (const { database, at } of begun) left.set(snapshotOf(database) ?? '', Number(at));
  for (const { id, at } of rows) if (Number(at) > 0) left.set(id, Number(at));
  return [...left];
}

/** Snapshots that a query reads right now. */
async function readNow(node: ClusterNode): Promise<string[]> {
  const rows = await node.rows<{ id: string }>(
    `SELECT DISTINCT extract(query, ${clickhouseString('sdq_([0-9a-f]{32})')}) AS id FROM system.processes
     WHERE query_id != queryID() AND id != ''`,
  );
  return rows.map(({ id }) => id);
}
