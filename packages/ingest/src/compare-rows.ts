import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog } from '@sdq/catalog';
import { rowCounts, type Snapshot } from '@sdq/index';
import type { AddReport } from './add-report.ts';

/** Row counts by table before and after an import, of tables that had rows before or have rows after. */
export async function compareRows(
  connection: DuckDBConnection,
  catalog: Catalog,
  before: Snapshot | null,
  after: Snapshot | undefined,
): Promise<AddReport['tables']> {
  const countsOf = async (snapshot: Snapshot | null | undefined) =>
    snapshot ? await rowCounts(connection, snapshot, catalog) : new Map<string, number>();
  const earlier = await countsOf(before);
  const later = after?.id === before?.id ? earlier : await countsOf(after);
  const tables: Record<string, { before: number; after: number }> = {};
  for (const id of new Set([...earlier.keys(), ...later.keys()])) {
    const rows = { before: earlier.get(id) ?? 0, after: later.get(id) ?? 0 };
    if (rows.before > 0 || rows.after > 0) tables[id] = rows;
  }
  return tables;
}
