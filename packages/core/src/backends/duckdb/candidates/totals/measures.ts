import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { type Structure, type StructureColumn, typedColumns } from '../structure.ts';

const wholeNumber = /^U?(TINY|SMALL|BIG)?INT(EGER)?$/;

/** Columns that totals sum up: integers that are measures or have no role. A sum of floating-point numbers depends on their order. */
export function measuredColumns(table: CatalogTable): string[] {
  return table.columns
    .filter(({ role, type }) => (role === 'measure' || role === undefined) && wholeNumber.test(type))
    .map(({ name }) => name);
}

const timeType = /^(DATE|TIMESTAMP( WITH TIME ZONE)?)$/;

/** Columns of which totals have the first and the last value: the times of rows and of their observation. */
export function timedColumns(table: CatalogTable): string[] {
  return storedColumns(table)
    .filter(({ name, role, type }) => (role === 'time' || name === table.observedBy) && timeType.test(type))
    .map(({ name }) => name);
}

/** The type of each column of a table. */
function typesOf(table: CatalogTable): (column: string) => string | undefined {
  return (column) => table.columns.find(({ name }) => name === column)?.type;
}

/** What totals of a table have of its columns. */
export function measuresOf(table: CatalogTable) {
  return { measures: measuredColumns(table), times: timedColumns(table), typeOf: typesOf(table) };
}

/** A column of totals, and how its values in several groups are combined. */
export interface TotalColumn extends StructureColumn {
  readonly kind: 'count' | 'sum' | 'min' | 'max';
}

/**
 * The columns of all totals besides the grouping columns: `rows`, then count, sum, minimum and maximum of each
 * measure, and count, minimum and maximum of each time.
 */
export function totalColumns(table: CatalogTable): TotalColumn[] {
  return [
    { name: 'rows', type: 'BIGINT', kind: 'count' },
    ...typedColumns(table, measuredColumns(table)).flatMap(({ name, type }): TotalColumn[] => [
      { name: `${name}_rows`, type: 'BIGINT', kind: 'count' },
      { name: `${name}_sum`, type: 'HUGEINT', narrow: 'BIGINT', kind: 'sum' },
      { name: `${name}_min`, type, kind: 'min' },
      { name: `${name}_max`, type, kind: 'max' },
    ]),
    ...typedColumns(table, timedColumns(table)).flatMap(({ name, type }): TotalColumn[] => [
      { name: `${name}_rows`, type: 'BIGINT', kind: 'count' },
      { name: `${name}_min`, type, kind: 'min' },
      { name: `${name}_max`, type, kind: 'max' },
    ]),
  ];
}

/** The same as columns of a structure. */
export function measureColumns(table: CatalogTable): StructureColumn[] {
  return totalColumns(table).map(({ kind: _, ...column }) => column);
}

/** The select list of {@link measureColumns} over rows of the table. */
export function measureList(table: CatalogTable): string {
  return [
    'count(*) AS rows',
    ...measuredColumns(table).flatMap((name) => [
      `count(${sqlWord(name)}) AS ${name}_rows`,
      `sum(${sqlWord(name)}) AS ${name}_sum`,
      `min(${sqlWord(name)}) AS ${name}_min`,
      `max(${sqlWord(name)}) AS ${name}_max`,
    ]),
    ...timedColumns(table).flatMap((name) => [
      `count(${sqlWord(name)}) AS ${name}_rows`,
      `min(${sqlWord(name)}) AS ${name}_min`,
      `max(${sqlWord(name)}) AS ${name}_max`,
    ]),
  ].join(', ');
}

/** The select list that combines totals of several groups. */
export function combinedList(table: CatalogTable): string {
  return totalColumns(table)
    .map(({ name, kind }) => {
      if (kind === 'count') return `sum(${name})::BIGINT AS ${name}`;
      return `${kind}(${name}) AS ${name}`;
    })
    .join(', ');
}

/**
 * How totals by a grain are sorted and checked against the rows (SQL for FROM) they were computed from: in one pass without
 * groups, by sums and the hash of each row's group, which its group has once for each of its rows. No
 * group is without rows, and the order tells that none is duplicated. `computed`: SQL over the rows of columns of the grain that the rows do not have.
 */
export function checkedGroups(
  table: CatalogTable,
  structure: string,
  grain: readonly string[],
  rows: string,
  computed: Readonly<Record<string, string>> = {},
): Pick<Structure, 'order' | 'isOrderUnique' | 'checks'> {
  const combined = totalColumns(table).map(({ name, kind }) =>
    kind === 'count' ? `coalesce(sum(${name}), 0)` : `${kind}(${name})`,
  );
  const ofRow = `hash(${grain.map((name) => computed[name] ?? sqlWord(name)).join(', ')})::HUGEINT`;
  const ofGroup = `hash(${sqlWords(grain)})::HUGEINT`;
  return {
    order: grain,
    isOrderUnique: true,
    checks: [
      {
        name: 'totals, and checksum of groups',
        base: `SELECT ${measureList(table)}, 0, coalesce(sum(${ofRow}), 0) FROM ${rows}`,
        structure: `SELECT ${combined.join(', ')}, count(*) FILTER (rows < 1), coalesce(sum(${ofGroup} * rows), 0) FROM ${structure}`,
      },
    ],
  };
}
