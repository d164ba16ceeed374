import type { Platform } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { type PlatformFacts, platformFacts } from './platform-facts.ts';

/** A platform's labels and what its index holds now. */
export interface PlatformStatus {
  platform: Platform;
  name: string;
  status: PlatformFacts['status'];
  sql: PlatformFacts['sql'];
  /** Rows of the tables that hold records of their own; side tables computed from them are not counted. */
  records_indexed: number;
  /** Rows by table. */
  tables: Record<string, number>;
  snapshot_id: string;
}

/** The labels of all platforms with the figures of the engine's snapshot. Errors: those of `engine.schema`. */
export async function platformStatus(
  engine: Pick<Engine, 'schema'>,
  facts: readonly PlatformFacts[] = platformFacts,
): Promise<PlatformStatus[]> {
  return await Promise.all(
    facts.map(async ({ platform, name, status, sql, recordTables }) => {
      const schema = await engine.schema(platform);
      const tables = Object.fromEntries(schema.tables.map((table) => [table.name, table.rowCount]));
      const records = recordTables.reduce((sum, table) => sum + (tables[table] ?? 0), 0);
      return {
        platform,
        name,
        status,
        sql,
        records_indexed: records,
        tables,
        snapshot_id: schema.snapshotId,
      };
    }),
  );
}
