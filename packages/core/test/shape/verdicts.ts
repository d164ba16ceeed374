import type { Constant } from '../../src/shape/constants/constant.ts';
import type { Operator } from '../../src/shape/constants/operators.ts';
import type { Comparison, Filter, TagTest, TextTest } from '../../src/shape/filter/filter.ts';

/** One row as the test knows it, by columns; times in microseconds UTC. */
export interface Row {
  readonly values: Readonly<Record<string, string | bigint | boolean | readonly (string | null)[] | null>>;
  /** As DuckDB gives them: beginnings of units that the time lies in, its year, and the text in lower case. */
  readonly truncated: Readonly<Record<string, bigint>>;
  readonly year: bigint | null;
  readonly lower: string | null;
}

export type Verdict = true | false | null;

/** What a condition may be for a row: with one element, what it is. */
export type Verdicts = ReadonlySet<Verdict>;

const every: Verdicts = new Set([true, false, null]);
const notTrue: Verdicts = new Set([false, null]);
const only = (verdict: Verdict): Verdicts => new Set([verdict]);

/** What a tree says of a row, by Kleene's three values. */
export function verdictsOf(filter: Filter, row: Row): Verdicts {
  switch (filter.kind) {
    case 'and':
      return filter.children
        .map((child) => verdictsOf(child, row))
        .reduce((a, b) => combined(a, b, both), only(true));
    case 'or': {
      const none = only(false);
      return filter.children
        .map((child) => verdictsOf(child, row))
        .reduce((a, b) => combined(a, b, either), none);
    }
    case 'not':
      return new Set(
        [...verdictsOf(filter.child, row)].map((verdict) => (verdict === null ? null : !verdict)),
      );
    case 'is null':
      return only(row.values[filter.column] === null);
    case 'is true':
      return only(row.values[filter.column] as Verdict);
    case 'comparison':
      return ofComparison(filter, row);
    case 'tags':
      return ofTags(filter, row);
    case 'text':
      return ofText(filter, row);
    case 'opaque':
      return every;
  }
}

function combined(a: Verdicts, b: Verdicts, of: (a: Verdict, b: Verdict) => Verdict): Verdicts {
  return new Set([...a].flatMap((left) => [...b].map((right) => of(left, right))));
}

function both(a: Verdict, b: Verdict): Verdict {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

function either(a: Verdict, b: Verdict): Verdict {
  if (a === true || b === true) return true;
  return a === null || b === null ? null : false;
}

function ofComparison({ column, of, operator, value: constant }: Comparison, row: Row): Verdicts {
  if (of.kind === 'local') return every; // the row has times in UTC; what the filter makes of them is checked as ranges
  const stored = row.values[column];
  const value =
    stored === null
      ? null
      : of.kind === 'itself'
        ? stored
        : of.kind === 'year'
          ? row.year
          : row.truncated[of.unit];
  const isOfDistinct = operator === 'IS DISTINCT FROM' || operator === 'IS NOT DISTINCT FROM';
  const bounds = boundsOf(stored, of.kind === 'itself' ? undefined : of.kind, column, constant);
  if (value === null || value === undefined) {
    // DuckDB knows without looking at the column that no beginning of a unit equals the constant.
    if (!isOfDistinct && of.kind === 'truncated') return operator === '<>' ? new Set([null, true]) : notTrue;
    if (!isOfDistinct) return only(null);
    return bounds === undefined ? new Set([true, false]) : only(operator === 'IS DISTINCT FROM');
  }
  // What is not read may be NULL.
  if (bounds === undefined) return isOfDistinct ? new Set([true, false]) : every;
  return ordered(operator, compare(value as Ordered, bounds.min), compare(value as Ordered, bounds.max));
}

type Ordered = string | bigint;

/** The verdicts that are possible where the constant lies somewhere between what a value compares with so. */
function ordered(operator: Operator, toMin: number, toMax: number): Verdicts {
  const isLess = toMax < 0;
  const isEqual = toMin >= 0 && toMax <= 0;
  const isMore = toMin > 0;
  const found = new Set<boolean>();
  const add = (less: boolean, equal: boolean, more: boolean) => {
    if (isLess) found.add(less);
    if (isEqual) found.add(equal);
    if (isMore) found.add(more);
  };
  switch (operator) {
    case '=':
    case 'IS NOT DISTINCT FROM':
      add(false, true, false);
      break;
    case '<>':
    case 'IS DISTINCT FROM':
      add(true, false, true);
      break;
    case '<':
      add(true, false, false);
      break;
    case '<=':
      add(true, true, false);
      break;
    case '>':
      add(false, false, true);
      break;
    case '>=':
      add(false, true, true);
      break;
  }
  return found;
}

const dayMicros = 86_400_000_000n;

function boundsOf(
  stored: Row['values'][string] | undefined,
  derived: 'year' | 'truncated' | undefined,
  column: string,
  constant: Constant,
): { min: Ordered; max: Ordered } | undefined {
  const exactly = (value: Ordered | undefined) =>
    value === undefined ? undefined : { min: value, max: value };
  if (derived === 'year') return exactly(constant.whole);
  const { instant } = constant;
  // A text that is compared with a date is a date itself.
  if (derived === 'truncated') return instant && { min: instant.min - dayMicros, max: instant.max };
  if (/_time$/.test(column)) return instant;
  if (typeof stored === 'string') return exactly(constant.text);
  return typeof stored === 'bigint' ? exactly(constant.integer) : undefined;
}

function compare(a: Ordered, b: Ordered): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

function ofTags({ column, anyOf, isExact }: TagTest, row: Row): Verdicts {
  const carried = row.values[column] as readonly (string | null)[] | null;
  if (carried === null || !anyOf.some((tag) => carried.includes(tag)))
    return anyOf.length > 0 || isExact ? notTrue : every;
  return isExact ? only(true) : every;
}

function ofText({ column, runs, isExact }: TextTest, row: Row): Verdicts {
  if (column !== 'description') throw new Error(`${column} is no text of the test`);
  const { lower } = row;
  if (lower === null) return notTrue;
  const wordsHeld = lower.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isHeld = runs.every(({ run, beginsWord, endsWord }) =>
    wordsHeld.some(
      (word) => (beginsWord ? word.startsWith(run) : word.includes(run)) && (!endsWord || word.endsWith(run)),
    ),
  );
  if (!isHeld) return notTrue;
  return isExact && runs.length === 1 ? only(true) : every;
}
