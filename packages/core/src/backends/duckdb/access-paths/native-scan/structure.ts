import { type CatalogTable, narrowColumns, type PathInstance, storedColumns } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import {
  checksum,
  instancesOf,
  type Structure,
  type StructureMaker,
  typedColumns,
} from '../../candidates/structure.ts';

export const scanStructure: StructureMaker = (table, instance) =>
  scanOver(
    table,
    instance,
    storedColumns(table).map(({ name }) => name),
    'Every row with all stored columns',
  );

/** The same with the columns that take few bytes. */
export const compactScan: StructureMaker = (table, instance) =>
  scanOver(table, instance, compactColumns(table), 'Every row with numbers, times, flags and categories');

function scanOver(
  table: CatalogTable,
  { structure: name }: PathInstance,
  columns: readonly string[],
  described: string,
): Structure {
  return {
    name,
    description: `${described}, in order of ordinals: the rowid is the ordinal.`,
    columns: typedColumns(table, columns),
    sql: `SELECT ${sqlWords(columns)} FROM source`,
    reads: [],
    order: [],
    checks: [
      {
        name: 'rows, ordinals and checksum',
        base: checksum([...columns.map(sqlWord), 'ordinal'], 'source'),
        structure: checksum([...columns.map(sqlWord), 'rowid::INTEGER'], name),
      },
    ],
  };
}

/** Columns of fixed width, and those by which totals by time are grouped; at least one. */
function compactColumns(table: CatalogTable): string[] {
  const grouped = new Set(instancesOf(table, 'time-totals').flatMap(({ carries = [] }) => carries));
  const narrow = new Set(
    narrowColumns(table).flatMap(({ name, type, role }) =>
      role === 'category' || !/VARCHAR|\[\]$/.test(type) ? [name] : [],
    ),
  );
  const all = storedColumns(table).map(({ name }) => name);
  const kept = all.filter((name) => grouped.has(name) || narrow.has(name));
  return kept.length > 0 ? kept : all.slice(0, 1);
}
