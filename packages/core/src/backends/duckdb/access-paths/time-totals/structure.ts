import type { CatalogTable, PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import {
  checksum,
  columnOf,
  inOwnType,
  instancesOf,
  type Structure,
  type StructureMaker,
  scanOf,
  storedColumn,
  typedColumns,
} from '../../candidates/structure.ts';
import {
  checkedGroups,
  combinedList,
  measureColumns,
  measureList,
} from '../../candidates/totals/measures.ts';

/** Totals by day or month from the rows, or by month from those of days. */
export const timeStructure: StructureMaker = (table, instance) =>
  instance.of === undefined ? fromRows(table, instance) : byMonth(table, instance, instance.of);

/** Those that are small: without other columns, or by month with the most of them. */
export function compactTotals(table: CatalogTable, instance: PathInstance): Structure | undefined {
  const { carries = [] } = instance;
  const [widest] = instancesOf(table, 'time-totals')
    .filter((each) => periodOf(each) === 'month')
    .toSorted((a, b) => (b.carries?.length ?? 0) - (a.carries?.length ?? 0));
  const isKept = carries.length === 0 || instance.structure === widest?.structure;
  return isKept ? timeStructure(table, instance) : undefined;
}

/** The period of the totals of an instance. */
export function periodOf({ period, of }: PathInstance): 'hour' | 'day' | 'month' {
  return period ?? (of === undefined ? 'day' : 'month');
}

/** The columns of the grain, the time first; and the others as text for display. */
function grainOf(instance: PathInstance): { names: string[]; described: string } {
  const names = [columnOf(instance), ...(instance.carries ?? [])];
  return {
    names,
    described: names
      .slice(1)
      .map((name) => `, ${name}`)
      .join(''),
  };
}

function columnsOf(table: CatalogTable, names: readonly string[]): Structure['columns'] {
  return [...typedColumns(table, names), ...measureColumns(table)];
}

/** The beginning of a row's period, in the type of its time; `trunc` is the name of the function. */
export function beginOf(
  period: 'hour' | 'day' | 'month',
  table: CatalogTable,
  column: string,
  trunc = 'date_trunc',
): string {
  const begin = `${trunc}('${period}', ${sqlWord(column)})`;
  return storedColumn(table, column).type === 'DATE' ? `${begin}::DATE` : begin;
}

function fromRows(table: CatalogTable, instance: PathInstance): Structure {
  const { structure: name } = instance;
  const column = columnOf(instance);
  const time = sqlWord(column);
  const { names, described } = grainOf(instance);
  const period = periodOf(instance);
  const begin = { hour: 'its beginning', day: 'UTC midnight', month: 'its first UTC midnight' }[period];
  const { structure: scan } = scanOf(table);
  const begins = beginOf(period, table, column);
  const [, ...others] = names;
  return {
    name,
    description: `Counts and sums by ${period} (${begin}, as ${time})${described}.`,
    columns: columnsOf(table, names),
    sql: `SELECT ${[`${begins} AS ${time}`, ...others.map(sqlWord)].join(', ')}, ${measureList(table)} FROM ${scan} GROUP BY ALL`,
    reads: [scan],
    ...checkedGroups(table, name, names, scan, { [column]: begins }),
  };
}

function byMonth(table: CatalogTable, instance: PathInstance, days: string): Structure {
  const { structure: name } = instance;
  const column = columnOf(instance);
  const time = sqlWord(column);
  const { names, described } = grainOf(instance);
  const [, ...others] = names;
  const sql = `SELECT ${[`${beginOf('month', table, column)} AS ${time}`, ...others.map(sqlWord)].join(', ')}, ${combinedList(table)}
  FROM ${days} GROUP BY ALL`;
  const columns = columnsOf(table, names);
  const all = columns.map(inOwnType);
  return {
    name,
    description: `Counts and sums by month (its first UTC midnight, as ${time})${described}.`,
    columns,
    sql,
    reads: [days],
    order: names,
    checks: [
      { name: 'groups and checksum', base: checksum(all, `(${sql})`), structure: checksum(all, name) },
      {
        name: 'rows',
        base: `SELECT count(*) FROM ${scanOf(table).structure}`,
        structure: `SELECT coalesce(sum(rows), 0) FROM ${name}`,
      },
    ],
  };
}
