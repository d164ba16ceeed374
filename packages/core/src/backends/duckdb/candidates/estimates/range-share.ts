import type { ColumnStatistics } from '@sdq/index';
import type { Range } from '../../../../shape/filter/ranges.ts';

/** A value, and the share of a column's known values at or below it. */
interface Point {
  readonly value: bigint;
  readonly share: number;
}

/**
 * The share of a column's known values in a range: values are assumed to be evenly distributed between bounds and
 * quantiles. Undefined where no quantiles are recorded, or one cannot be read.
 */
export function shareInRange(
  { min, max, quantiles }: ColumnStatistics,
  read: (text: string) => bigint | undefined,
  range: Range<bigint>,
): number | undefined {
  if (min === undefined || max === undefined || quantiles === undefined) return undefined;
  const noted: [number, string][] = [
    [0, min],
    ...Object.entries(quantiles).map(([share, text]): [number, string] => [Number(share), text]),
    [1, max],
  ];
  const points: Point[] = [];
  for (const [share, text] of noted) {
    const value = read(text);
    if (value === undefined) return undefined;
    points.push({ value, share });
  }
  const upTo = range.max === undefined ? 1 : shareNotAbove(points, range.max);
  const below = range.min === undefined ? 0 : shareBelow(points, range.min);
  return Math.max(0, upTo - below);
}

/** Where many rows have one value, several points do: all of them are not above it. */
function shareNotAbove(points: readonly Point[], value: bigint): number {
  const at = points.findLastIndex((point) => point.value <= value);
  return at < 0 ? 0 : between(points[at], points[at + 1], value);
}

function shareBelow(points: readonly Point[], value: bigint): number {
  const at = points.findIndex((point) => point.value >= value);
  if (at < 0) return 1;
  return at === 0 ? 0 : between(points[at - 1], points[at], value);
}

function between(before: Point | undefined, after: Point | undefined, value: bigint): number {
  if (before === undefined) return 0;
  if (after === undefined) return before.share;
  const way = Number(value - before.value) / Number(after.value - before.value);
  return before.share + (after.share - before.share) * way;
}
