import type { Constant } from '../constants/constant.ts';
import { parseInstant, truncate, unitLengthMax } from '../constants/instants.ts';
import type { Operator } from '../constants/operators.ts';
import type { Comparison, Derivation, Filter } from './filter.ts';
import { type Compare, intersect, type Range, type Restriction, unite } from './ranges.ts';

/** Values of one type: how they compare, and what a comparison implies. */
export interface Domain<Value> {
  readonly compare: Compare<Value>;
  /** Bounds of a constant. */
  value(constant: Constant): Bounds<Value> | undefined;
  /** The values of the column that a comparison of a function of it allows. */
  derived(of: Derivation, operator: Operator, constant: Constant): Restriction<Value>;
}

interface Bounds<Value> {
  readonly min: Value;
  readonly max: Value;
}

/** The values that a filter allows for a column. Only conditions that are never true for NULL restrict anything. */
export function restrictionOf<Value>(
  filter: Filter,
  column: string,
  domain: Domain<Value>,
): Restriction<Value> {
  const recurse = (child: Filter) => restrictionOf(child, column, domain);
  switch (filter.kind) {
    case 'and':
      return filter.children
        .map(recurse)
        .reduce((a, b) => intersect(a, b, domain.compare), 'everything' as Restriction<Value>);
    case 'or':
      return unite(filter.children.map(recurse));
    case 'comparison':
      return filter.column === column ? compared(filter, domain) : 'everything';
    default:
      return 'everything';
  }
}

function compared<Value>(
  { of, operator, value }: Pick<Comparison, 'of' | 'operator' | 'value'>,
  domain: Domain<Value>,
): Restriction<Value> {
  return of.kind === 'itself' ? rangeFor(operator, domain.value(value)) : domain.derived(of, operator, value);
}

/** The values that `column <operator> constant` allows. Strict bounds become inclusive ones: wider is safe. */
function rangeFor<Value>(operator: Operator, constant: Bounds<Value> | undefined): Restriction<Value> {
  if (constant === undefined) return 'everything';
  switch (operator) {
    case '=':
      return [{ min: constant.min, max: constant.max }];
    case '<':
    case '<=':
      return [{ max: constant.max } satisfies Range<Value>];
    case '>':
    case '>=':
      return [{ min: constant.min } satisfies Range<Value>];
    default:
      return 'everything';
  }
}

/** Text columns compare by their UTF-8 bytes, as DuckDB does. */
export const textDomain: Domain<Buffer> = {
  compare: Buffer.compare,
  value: ({ text }) => {
    if (text === undefined) return undefined;
    const bytes = Buffer.from(text);
    return { min: bytes, max: bytes };
  },
  derived: () => 'everything',
};

function compareWhole(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Integer columns. */
export const integerDomain: Domain<bigint> = {
  compare: compareWhole,
  value: ({ integer }) => (integer === undefined ? undefined : { min: integer, max: integer }),
  derived: () => 'everything',
};

/** TIMESTAMPTZ columns, in microseconds UTC. */
export const timeDomain: Domain<bigint> = {
  compare: compareWhole,
  value: ({ instant }) => instant,
  derived: (of, operator, constant) => {
    if (of.kind === 'local') return widened(compared({ of: of.of, operator, value: constant }, timeDomain));
    if (of.kind === 'year') return yearRange(operator, constant.whole);
    const at = of.kind === 'truncated' ? constant.instant : undefined;
    if (of.kind !== 'truncated' || at === undefined) return 'everything';
    const length = lengthMax(of.unit);
    // A moment is not before the beginning of its unit. A text that a DATE is compared with is truncated to its day.
    const min = truncate(at, 'day')?.min ?? at.min - length;
    return rangeFor(operator, { min, max: at.max + length });
  },
};

/**
 * DATE columns, as the beginnings of their days: a text they are compared with is truncated to its day, a moment is
 * not.
 */
const dayDomain: Domain<bigint> = {
  ...timeDomain,
  value: ({ instant }) => instant && { min: truncate(instant, 'day')?.min ?? instant.min, max: instant.max },
};

/** The domain of times of this type. */
export function timeDomainOf(type: string): Domain<bigint> {
  return type === 'DATE' ? dayDomain : timeDomain;
}

/** Times in UTC whose times in some time zone are in these ranges: no zone is a day away from UTC. */
function widened(restriction: Restriction<bigint>): Restriction<bigint> {
  if (restriction === 'everything') return restriction;
  return restriction.map(({ min, max }) => ({
    ...(min !== undefined && { min: min - lengthMax('day') }),
    ...(max !== undefined && { max: max + lengthMax('day') }),
  }));
}

function yearRange(operator: Operator, year: bigint | undefined): Restriction<bigint> {
  if (year === undefined || year < 1n || year > 9_999n) return 'everything';
  const begin = parseInstant(`${String(year).padStart(4, '0')}-01-01`);
  return begin === undefined
    ? 'everything'
    : rangeFor(operator, { min: begin.min, max: begin.min + lengthMax('year') });
}

function lengthMax(unit: string): bigint {
  return unitLengthMax(unit) ?? 0n;
}
