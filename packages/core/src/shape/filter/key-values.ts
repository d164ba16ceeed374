import { type CatalogColumn, isWholeNumber } from '@sdq/catalog';
import { sqlString } from '@sdq/duckdb/sql';
import type { Filter } from './filter.ts';
import type { Range } from './ranges.ts';
import { type Domain, integerDomain, restrictionOf, textDomain, timeDomainOf } from './restriction.ts';

/** Maximum number of values that a look-up by SQL accepts; more are left to a scan. */
export const keyValuesMax = 200;

/** The same for key files. */
export const keysMax = 2_000;

const microsecondsOfDay = 86_400_000_000n;

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
  if (!isWholeNumber(type)) return undefined;
  return valuesOf(filter, name, integerDomain)?.map((text) => ({ text, literal: text }));
}

/**
 * The only keys of these columns that a filter allows, as texts: numbers, days and microseconds since 1970 as digits.
 * Undefined when it allows other values of one of them.
 */
export function keysAllowed(
  filter: Filter,
  columns: readonly Pick<CatalogColumn, 'name' | 'type'>[],
): string[][] | 'too many' | undefined {
  let keys: string[][] = [[]];
  for (const column of columns) {
    const values = textsOf(filter, column);
    if (values === undefined) return undefined;
    if (keys.length * values.length > keysMax) return 'too many';
    keys = keys.flatMap((key) => values.map((value) => [...key, value]));
  }
  return keys;
}

/**
 * Whether a filter asks for the keys that {@link keysAllowed} tells and for nothing else: conditions that columns of texts or
 * whole numbers equal constants of their type.
 */
export function isExactlyKeys(
  filter: Filter,
  columns: readonly Pick<CatalogColumn, 'name' | 'type'>[],
): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.children.every((child) => isExactlyKeys(child, columns));
    case 'or':
      // of one column: of several, the keys allowed are more than those asked for
      return columns.some((column) => filter.children.every((child) => isExactlyKeys(child, [column])));
    case 'comparison': {
      const type = columns.find(({ name }) => name === filter.column)?.type;
      if (type === undefined || filter.of.kind !== 'itself' || filter.operator !== '=') return false;
      const { text, integer } = filter.value;
      return type === 'VARCHAR' ? text !== undefined : isWholeNumber(type) && integer !== undefined;
    }
    default:
      return false;
  }
}

function textsOf(filter: Filter, { name, type }: Pick<CatalogColumn, 'name' | 'type'>): string[] | undefined {
  if (type === 'VARCHAR') return valuesOf(filter, name, textDomain, keysMax);
  if (isWholeNumber(type)) return valuesOf(filter, name, integerDomain, keysMax);
  if (type !== 'DATE' && !type.startsWith('TIMESTAMP')) return undefined;
  const instants = valuesOf(filter, name, timeDomainOf(type), keysMax);
  return type === 'DATE' ? instants?.flatMap(dayOf) : instants;
}

/** A moment within a day is no DATE. */
function dayOf(instant: string): string[] {
  const microseconds = BigInt(instant);
  return microseconds % microsecondsOfDay === 0n ? [String(microseconds / microsecondsOfDay)] : [];
}

function valuesOf<Value extends Buffer | bigint>(
  filter: Filter,
  column: string,
  domain: Domain<Value>,
  valuesMax = keyValuesMax,
): string[] | undefined {
  const restriction = restrictionOf(filter, column, domain);
  if (restriction === 'everything') return undefined;
  const values = new Set<string>();
  for (const { min, max } of restriction as readonly Range<Value>[]) {
    if (min === undefined || max === undefined || domain.compare(min, max) !== 0) return undefined;
    values.add(min.toString());
  }
  return values.size <= valuesMax ? [...values] : undefined;
}
