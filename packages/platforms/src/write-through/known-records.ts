import { builtInCatalog, type Catalog } from '@sdq/catalog';
import type { Engine } from '@sdq/core';
import { sqlName } from '@sdq/duckdb/sql';

/**
 * Whether an index has a record: removals of unknown records are ignored, so that callers cannot store arbitrary names.
 * `table` is `platform.table`, `key` the record's key in any case.
 */
export function knownRecords(engine: Pick<Engine, 'query'>, catalog: Catalog = builtInCatalog) {
  return async (table: string, key: string): Promise<boolean> => {
    const [platform = '', name = ''] = table.split('.');
    const found = catalog.find(platform, name);
    const [column] = found?.key ?? [];
    if (found === undefined || column === undefined) return false;
    const sql = `SELECT 1 AS one FROM ${found.name} WHERE ${sqlName(column)} IN ($key, lower($key)) LIMIT 1`;
    const result = await engine.query(sql, { platform: found.platform, parameters: { key }, limit: 1 });
    return (await result.toArray()).length > 0;
  };
}
