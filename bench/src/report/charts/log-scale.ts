/** A logarithmic scale: maps positive values to positions, with the same distance for each power of ten. */
export interface LogScale {
  place(value: number): number;
  /**
   * Round values within the scale, for grid lines: powers of ten, and also 2 and 5 times them if there is enough space.
   */
  readonly ticks: readonly number[];
}

/** A scale with positions from `from` to `to` that includes all values and the values in `always`. */
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

/** The label of a tick: 0.5, 20, 3k. */
export function tickText(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
