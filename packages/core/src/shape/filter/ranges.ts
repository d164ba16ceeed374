/**
 * The values that a WHERE clause allows for one column, as a list of inclusive ranges; `everything` when the planner
 * understands none of its conditions. Values outside all ranges are known to be filtered out, whatever else the query does.
 */
export interface Range<Value> {
  readonly min?: Value;
  readonly max?: Value;
}

export type Restriction<Value> = 'everything' | readonly Range<Value>[];

export type Compare<Value> = (a: Value, b: Value) => number;

/** Maximum number of ranges of a restriction: bounds the planner's work. */
const rangesMax = 2_000;

export function intersect<Value>(
  a: Restriction<Value>,
  b: Restriction<Value>,
  compare: Compare<Value>,
): Restriction<Value> {
  if (a === 'everything') return b;
  if (b === 'everything') return a;
  if (a.length * b.length > rangesMax) return a.length <= b.length ? a : b;
  const result: Range<Value>[] = [];
  for (const left of a) {
    for (const right of b) {
      const min = bound(left.min, right.min, (x, y) => (compare(x, y) >= 0 ? x : y));
      const max = bound(left.max, right.max, (x, y) => (compare(x, y) <= 0 ? x : y));
      if (min === undefined || max === undefined || compare(min, max) <= 0) {
        result.push({ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) });
      }
    }
  }
  return result;
}

/** The values that any of these restrictions allows. */
export function unite<Value>(restrictions: readonly Restriction<Value>[]): Restriction<Value> {
  const all: Range<Value>[] = [];
  for (const each of restrictions) {
    if (each === 'everything' || all.length + each.length > rangesMax) return 'everything';
    for (const range of each) all.push(range);
  }
  return all;
}

/** Whether a value between `min` and `max` can be in one of the ranges. */
export function overlaps<Value>(
  restriction: Restriction<Value>,
  min: Value,
  max: Value,
  compare: Compare<Value>,
): boolean {
  if (restriction === 'everything') return true;
  return restriction.some(
    (range) =>
      (range.min === undefined || compare(range.min, max) <= 0) &&
      (range.max === undefined || compare(range.max, min) >= 0),
  );
}

function bound<Value>(a: Value | undefined, b: Value | undefined, choose: (a: Value, b: Value) => Value) {
  if (a === undefined) return b;
  return b === undefined ? a : choose(a, b);
}
