import type { CatalogColumn } from '@sdq/catalog';
import { sqlString } from '@sdq/duckdb/sql';
import type { Filter } from './filter.ts';
import type { Range } from './ranges.ts';
import { type Domain, integerDomain, restrictionOf, textDomain } from './restriction.ts';

/** Maximum number of values that a look-up by key accepts; more are left to a scan. */
export const keyValuesMax = 200;

/** A value of a key or an owner: the value, and its SQL literal. */
export interface KeyValue {
  readonly text: string;
  readonly literal: string;
}

/**
 * The only values that a filter allows for a text or integer column; undefined when it allows ranges, or too many
 * values.
 */
export function keyValues(
  filter: Filter,
  { name, type }: Pick<CatalogColumn, 'name' | 'type'>,
): KeyValue[] | undefined {
  if (type === 'VARCHAR') {
    const texts = valuesOf(filter, name, textDomain);
    return texts?.map((text) => ({ text, literal: sqlString(text) }));
  }
  if (!/^U?(SMALL|BIG)?INT(EGER)?$/.test(type)) return undefined;
  return valuesOf(filter, name, integerDomain)?.map((text) => ({ text, literal: text }));
}

function valuesOf<Value extends Buffer | bigint>(
  filter: Filter,
  column: string,
  domain: Domain<Value>,
): string[] | undefined {
  const restriction = restrictionOf(filter, column, domain);
  if (restriction === 'everything') return undefined;
  const values = new Set<string>();
  for (const { min, max } of restriction as readonly Range<Value>[]) {
    if (min === undefined || max === undefined || domain.compare(min, max) !== 0) return undefined;
    values.add(min.toString());
  }
  return values.size <= keyValuesMax ? [...values] : undefined;
}
