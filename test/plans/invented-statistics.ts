import { readFileSync } from 'node:fs';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import type { ColumnStatistics, GroupStatistics, SegmentEntry } from '@sdq/index';
import type { Structure } from '../../packages/core/src/backends/duckdb/candidates/structure.ts';

/** What a segment over an invented index of ten million videos notes. */
const noted = JSON.parse(readFileSync(new URL('./invented-statistics.json', import.meta.url), 'utf8')) as {
  rows: number;
  columns: Record<string, ColumnStatistics>;
  structures: Record<string, { rowBytes: number; groups?: GroupStatistics }>;
};

/** Of other tables: owners with a few rows each. */
const otherGroups: GroupStatistics = { count: 500_000, rows_median: 4, rows_p99: 150, rows_most: 3_000 };

/** The same for a segment of so many rows: NULLs and groups in proportion, groups as large. */
export function inventedStatistics(
  table: CatalogTable,
  structures: readonly Structure[],
  built: SegmentEntry['structures'],
  rows: number,
): NonNullable<SegmentEntry['statistics']> {
  const share = rows / noted.rows;
  const columns = storedColumns(table).map(({ name }): [string, ColumnStatistics] => {
    const column = table.name === 'videos' ? noted.columns[name] : undefined;
    return [name, { ...column, nulls: Math.floor((column?.nulls ?? 0) * share) }];
  });
  const ofStructures = structures
    .filter(({ name }) => name in built)
    .map(({ name, groupedBy }) => {
      const { rowBytes, groups = otherGroups } = noted.structures[name] ?? { rowBytes: 30 };
      const scaled = { ...groups, count: Math.ceil(groups.count * share) };
      const bytes = Math.ceil((built[name]?.rows ?? 0) * rowBytes);
      return [name, { bytes, ...(groupedBy === undefined ? {} : { groups: scaled }) }] as const;
    });
  return { columns: Object.fromEntries(columns), structures: Object.fromEntries(ofStructures) };
}
