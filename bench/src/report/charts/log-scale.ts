/** Places positive values along a line, each tenfold step as long as the next. */
export interface LogScale {
  place(value: number): number;
  /** Round values inside, for grid lines: powers of ten, with 2 and 5 between when there is room. */
  readonly ticks: readonly number[];
}

/** A scale from `from` to `to` that holds all values, and `always` besides. */
export function logScale(
  values: readonly number[],
  from: number,
  to: number,
  always: readonly number[] = [],
): LogScale {
  const positive = [...values, ...always].filter((value) => Number.isFinite(value) && value > 0);
  const low = Math.log10(Math.min(...positive, 1e9));
  const high = Math.log10(Math.max(...positive, 1e-9));
  const [least, most] = positive.length === 0 ? [0, 1] : [low, Math.max(high, low + 0.3)];
  const margin = (most - least) * 0.04;
  const [first, last] = [least - margin, most + margin];
  const factors = last - first > 2.5 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(first); power <= last; power++) {
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (Math.log10(value) >= first && Math.log10(value) <= last) ticks.push(value);
    }
  }
  return {
    place: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
    ticks,
  };
}

/** A tick as text: 0.5, 20, 3k. */
export function tickText(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
