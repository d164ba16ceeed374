import type { RunLimits } from '@sdq/core/backend';
import type { NodePool } from '../client/node-pool.ts';
import { clickhouseString } from '../client/sql.ts';
import type { Emitted } from '../emit/index.ts';
import { snapshotDatabase } from '../snapshots/names.ts';
import type { SnapshotRecord } from '../snapshots/record.ts';

/** What a query would read of a table, over all shards. */
export interface Estimate {
  readonly parts: number;
  readonly partsTotal: number;
  readonly rows: number;
}

interface EstimateRow {
  readonly table: string;
  readonly parts: string;
  readonly rows: string;
}

/**
 * What the query reads of each table, by `EXPLAIN ESTIMATE`, without running it. Of several shards one is asked: its
 * rows are those of every other one, as keys are spread by their hash.
 */
export async function estimate(
  { sql, settings }: Emitted,
  { snapshotId, shards, isDistributed }: SnapshotRecord,
  pool: NodePool,
  { limits, signal }: { limits: RunLimits; signal: AbortSignal | undefined },
): Promise<Map<string, Estimate>> {
  const database = snapshotDatabase(snapshotId);
  const own = isDistributed ? overLocal(sql, database) : sql;
  const options = {
    settings: { ...settings, readonly: 2, max_execution_time: Math.ceil(limits.timeoutMs / 1_000) },
    signal,
  };
  return await pool.first(async (node) => {
    const read = await node.rows<EstimateRow>(`SELECT * FROM (EXPLAIN ESTIMATE ${own})`, options);
    const stored = await node.rows<{ table: string; parts: string }>(
      `SELECT table, toString(count()) AS parts FROM system.parts WHERE active AND database = ${clickhouseString(database)} GROUP BY table`,
      { signal },
    );
    const total = new Map(stored.map(({ table, parts }) => [nameOf(table), Number(parts)]));
    const found = new Map<string, Estimate>();
    for (const { table, parts, rows } of read) {
      const name = nameOf(table);
      const before = found.get(name);
      found.set(name, {
        parts: (before?.parts ?? 0) + Number(parts) * shards,
        partsTotal: (total.get(name) ?? 0) * shards,
        rows: (before?.rows ?? 0) + Number(rows) * shards,
      });
    }
    return found;
  });
}

/** The same query over the rows of one node. */
function overLocal(sql: string, database: string): string {
  return sql.replace(new RegExp(`(\`?${database}\`?\\.)\`([^\`]+)\``, 'g'), '$1`$2.local`');
}

function nameOf(table: string): string {
  return table.replace(/\.local$/, '');
}
