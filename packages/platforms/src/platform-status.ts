import { builtInPlatforms } from '@sdq/catalog';
import type { PlatformDefinition } from '@sdq/catalog/define';
import type { Engine } from '@sdq/core';

/** The labels of a platform and the size of its index. */
export interface PlatformStatus {
  platform: string;
  name: string;
  status: PlatformDefinition['status'];
  sql: PlatformDefinition['sql'];
  /** Rows of the record tables; tables derived from them are not counted. */
  records_indexed: number;
  /** Number of rows by table. */
  tables: Record<string, number>;
  snapshot_id: string;
}

/** The labels of all platforms with the sizes of the engine's snapshot. Errors: those of `engine.schema`. */
export async function platformStatus(
  engine: Pick<Engine, 'schema'>,
  platforms: readonly PlatformDefinition[] = builtInPlatforms,
): Promise<PlatformStatus[]> {
  return await Promise.all(
    platforms.map(async ({ platform, name, status, sql, recordTables }) => {
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
