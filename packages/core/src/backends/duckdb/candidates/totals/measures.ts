import type { CatalogTable } from '@sdq/catalog';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { type StructureCheck, type StructureColumn, typedColumns } from '../structure.ts';

const wholeNumber = /^U?(TINY|SMALL|BIG)?INT(EGER)?$/;

/** Columns that totals sum up: integer measures. A sum of floating-point numbers depends on their order. */
export function measuredColumns(table: CatalogTable): string[] {
  return table.columns
    .filter(({ role, type }) => role === 'measure' && wholeNumber.test(type))
    .map(({ name }) => name);
}

/** A column of totals, and how its values in several groups are combined. */
export interface TotalColumn extends StructureColumn {
  readonly kind: 'count' | 'sum' | 'min' | 'max';
}

/**
 * The columns of all totals besides the grouping columns: `rows`, then count, sum, minimum and maximum of each
 * measure.
 */
export function totalColumns(table: CatalogTable): TotalColumn[] {
  return [
    { name: 'rows', type: 'BIGINT', kind: 'count' },
    ...typedColumns(table, measuredColumns(table)).flatMap(({ name, type }): TotalColumn[] => [
      { name: `${name}_rows`, type: 'BIGINT', kind: 'count' },
      { name: `${name}_sum`, type: 'HUGEINT', kind: 'sum' },
      { name: `${name}_min`, type, kind: 'min' },
      { name: `${name}_max`, type, kind: 'max' },
    ]),
  ];
}

/** The same as columns of a structure. */
export function measureColumns(table: CatalogTable): StructureColumn[] {
  return totalColumns(table).map(({ name, type }) => ({ name, type }));
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
  ].join(', ');
}

const aggregates = ['count', 'sum', 'min', 'max'];

/**
 * Checks totals over all groups against the rows they were computed from, and each group's rows against a plain
 * count.
 */
export function measureChecks(
  table: CatalogTable,
  structure: string,
  grain: readonly string[],
  rows: string,
): StructureCheck[] {
  const list = sqlWords(grain);
  const overall = (terms: (name: string) => string[]) =>
    measuredColumns(table)
      .flatMap(terms)
      .map((term) => `, ${term}`)
      .join('');
  return [
    {
      name: 'totals',
      base: `SELECT count(*)${overall((name) => aggregates.map((call) => `${call}(${sqlWord(name)})`))} FROM ${rows}`,
      structure: `SELECT coalesce(sum(rows), 0)${overall((name) => [`coalesce(sum(${name}_rows), 0)`, `sum(${name}_sum)`, `min(${name}_min)`, `max(${name}_max)`])} FROM ${structure}`,
    },
    {
      name: 'rows of each group',
      base: `SELECT count(*), coalesce(sum(hash(${list}, n)), 0) FROM (SELECT ${list}, count(*) AS n FROM ${rows} GROUP BY ALL)`,
      structure: `SELECT count(*), coalesce(sum(hash(${list}, rows)), 0) FROM ${structure}`,
    },
  ];
}
