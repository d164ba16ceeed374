import type { Filter } from './filter.ts';
import { restrictionOf, textDomain } from './restriction.ts';

/** Values a key column may be asked for at once; more are left to a scan. */
export const keyValuesMax = 200;

/** The only values that a filter leaves of a VARCHAR column; undefined when it leaves ranges, or too many values. */
export function keyValues(filter: Filter, column: string): string[] | undefined {
  const restriction = restrictionOf(filter, column, textDomain);
  if (restriction === 'everything') return undefined;
  const values = new Set<string>();
  for (const { min, max } of restriction) {
    if (min === undefined || max === undefined || !min.equals(max)) return undefined;
    values.add(min.toString());
  }
  return values.size <= keyValuesMax ? [...values] : undefined;
}
