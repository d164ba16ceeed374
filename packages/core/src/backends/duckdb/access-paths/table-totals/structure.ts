import type { CatalogTable } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import { instancesOf, type StructureMaker, scanOf } from '../../candidates/structure.ts';
import { measureColumns, measureList, totalColumns } from '../../candidates/totals/measures.ts';
import { distinctTotal } from '../../candidates/totals/totals-fit.ts';
import { grainOf, isOfTags } from '../group-totals/structure.ts';

/** Columns whose distinct values are counted, each with the structure that contains them all. */
export function countedColumns(table: CatalogTable): ReadonlyMap<string, string> {
  const counted = new Map<string, string>();
  for (const owners of instancesOf(table, 'group-totals')) {
    if (isOfTags(table, owners)) continue;
    for (const column of grainOf(table, owners)) counted.set(column, owners.structure);
  }
  const months = instancesOf(table, 'time-totals').at(-1);
  for (const name of months?.carries ?? []) {
    const isCategory = table.columns.some((column) => column.name === name && column.role === 'category');
    if (months !== undefined && isCategory) counted.set(name, months.structure);
  }
  return counted;
}

export const totalsStructure: StructureMaker = (table, { structure: name, of: groups }) => {
  const counted = [...countedColumns(table)];
  const columns = measureColumns(table);
  const measures = totalColumns(table).map(({ name: column, kind }) =>
    kind === 'count' ? `coalesce(sum(${column}), 0) AS ${column}` : `${kind}(${column}) AS ${column}`,
  );
  const distinct = counted.map(
    ([column, structure]) =>
      `(SELECT count(DISTINCT ${sqlWord(column)}) FROM ${structure}) AS ${distinctTotal(column)}`,
  );
  const grouped = counted.map(([column, structure]) => {
    const word = sqlWord(column);
    return `(SELECT count(*) FROM (SELECT ${word} FROM ${structure} WHERE ${word} IS NOT NULL GROUP BY ${word}))`;
  });
  const highest = (names: readonly string[]) => names.map((each) => `max(${each})`);
  return {
    name,
    description: 'One row: counts and sums of all rows, and the number of distinct values of some columns.',
    columns: [...columns, ...counted.map(([column]) => ({ name: distinctTotal(column), type: 'BIGINT' }))],
    sql: `SELECT ${[...measures, ...distinct].join(', ')} FROM ${groups}`,
    reads: groups === undefined ? [] : [...new Set([groups, ...counted.map(([, structure]) => structure)])],
    order: [],
    checks: [
      {
        name: 'counts and sums',
        base: `SELECT 1, ${measureList(table)} FROM ${scanOf(table).structure}`,
        structure: `SELECT ${['count(*)', ...highest(columns.map((column) => column.name))].join(', ')} FROM ${name}`,
      },
      {
        name: 'distinct values',
        base: `SELECT ${['1', ...grouped].join(', ')}`,
        structure: `SELECT ${['count(*)', ...highest(counted.map(([column]) => distinctTotal(column)))].join(', ')} FROM ${name}`,
      },
    ],
  };
};
