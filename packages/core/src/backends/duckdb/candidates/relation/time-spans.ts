import type { Range } from '../../../../shape/filter/ranges.ts';

/** Maximum number of spans that are tested separately; beyond it, only everything between the first and the last is. */
const spansMax = 16;

/** Finite times, in microseconds since 1970. */
const [timeMin, timeMax] = [-(2n ** 63n) + 2n, 2n ** 63n - 2n];

/** The condition that a TIMESTAMPTZ or DATE column lies in one of the spans, as SQL. */
export function within(time: string, spans: readonly Range<bigint>[]): string {
  if (spans.length === 0) return 'false';
  const each = spans.map((span) => bounds(time, span));
  const [only, another] = each;
  if (only !== undefined && another === undefined) return only;
  const all = bounds(time, around(spans));
  return each.length > spansMax ? all : `${all} AND (${each.join(' OR ')})`;
}

/** From the first of the spans to the last. */
function around(spans: readonly Range<bigint>[]): Range<bigint> {
  const least = spans.map(({ min }) => min);
  const most = spans.map(({ max }) => max);
  const min = least.every((value) => value !== undefined) && least.reduce((a, b) => (a < b ? a : b));
  const max = most.every((value) => value !== undefined) && most.reduce((a, b) => (a > b ? a : b));
  return { ...(min === false ? {} : { min }), ...(max === false ? {} : { max }) };
}

function bounds(time: string, { min, max }: Range<bigint>): string {
  const tests = [
    ...(min === undefined ? [] : [`${time} >= ${instant(min)}`]),
    ...(max === undefined ? [] : [`${time} <= ${instant(max)}`]),
  ];
  return tests.length === 0 ? 'true' : tests.join(' AND ');
}

/** Times beyond those that DuckDB supports are clamped. */
function instant(microseconds: bigint): string {
  const known = microseconds < timeMin ? timeMin : microseconds > timeMax ? timeMax : microseconds;
  return `make_timestamptz(${known})`;
}
