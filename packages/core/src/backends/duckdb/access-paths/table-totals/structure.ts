import type { CatalogTable } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import { instancesOf, type StructureMaker, scanOf } from '../../candidates/structure.ts';
import { distinctColumns, figuresOf } from '../../candidates/totals/figures.ts';
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
  const { structure: scan } = scanOf(table);
  for (const name of distinctColumns(table)) if (!counted.has(name)) counted.set(name, scan);
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
  const figures = figuresOf(table);
  const listed = figures.map((figure) => `${figure.sql} AS ${sqlWord(figure.name)}`).join(', ');
  const { structure: scan } = scanOf(table);
  const highest = (names: readonly string[]) => names.map((each) => `max(${each})`);
  return {
    name,
    description:
      'One row: counts and sums of all rows, and figures of each column: known, least, greatest, empty and distinct values, lengths.',
    columns: [
      ...columns,
      ...figures.map((figure) => ({ name: figure.name, type: figure.type })),
      ...counted.map(([column]) => ({ name: distinctTotal(column), type: 'BIGINT' })),
    ],
    sql: `SELECT *, ${distinct.join(', ')} FROM (SELECT ${groups === undefined ? measureList(table) : measures.join(', ')} FROM ${groups ?? scan}), (SELECT ${listed} FROM ${scan})`,
    reads: [
      ...new Set([
        ...(groups === undefined ? [] : [groups]),
        scan,
        ...counted.map(([, structure]) => structure),
      ]),
    ],
    order: [],
    checks: [
      {
        name: 'counts and sums',
        base: `SELECT 1, ${measureList(table)} FROM ${scan}`,
        structure: `SELECT ${['count(*)', ...highest(columns.map((column) => column.name))].join(', ')} FROM ${name}`,
      },
      {
        name: 'figures of columns',
        base: `SELECT 1, ${listed} FROM ${scan}`,
        structure: `SELECT ${['count(*)', ...highest(figures.map((figure) => sqlWord(figure.name)))].join(', ')} FROM ${name}`,
      },
      {
        name: 'distinct values',
        base: `SELECT ${['1', ...grouped].join(', ')}`,
        structure: `SELECT ${['count(*)', ...highest(counted.map(([column]) => distinctTotal(column)))].join(', ')} FROM ${name}`,
      },
    ],
  };
};
