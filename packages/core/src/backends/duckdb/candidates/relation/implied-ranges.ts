import { sqlName } from '@sdq/duckdb/sql';
import type { Filter } from '../../../../shape/filter/filter.ts';
import { restrictionOf, timeDomain } from '../../../../shape/filter/restriction.ts';
import type { TableQuestion } from '../../../../shape/table-question.ts';
import { within } from './time-spans.ts';

/**
 * What WHERE implies for those of the columns that are times, as SQL conditions: `year(t) = 2024` passes only rows of that
 * year, which DuckDB does not derive. With the condition inside the relation, row groups of other times are skipped. For a
 * column that is only compared itself there is none: DuckDB pushes such comparisons down.
 */
export function impliedRanges(
  { table, filter, whereApplies }: TableQuestion,
  columns: readonly string[],
): string[] {
  if (!whereApplies) return [];
  return table.columns
    .filter(({ name, type }) => type === 'TIMESTAMP WITH TIME ZONE' && columns.includes(name))
    .filter(({ name }) => hasDerived(filter, name))
    .flatMap(({ name }) => {
      const restriction = restrictionOf(filter, name, timeDomain);
      return restriction === 'everything' ? [] : `(${within(sqlName(name), restriction)})`;
    });
}

/** Whether a condition is on a function of the column. */
function hasDerived(filter: Filter, column: string): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.children.some((child) => hasDerived(child, column));
    case 'comparison':
      return filter.column === column && filter.of.kind !== 'itself';
    default:
      return false;
  }
}
