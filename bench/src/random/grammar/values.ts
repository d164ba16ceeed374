import type { Draw } from '../draw/draw.ts';
import { type ColumnFacts, quantileShares, type SharedValue } from '../facts/data-facts.ts';

/** The quantile of a number or of a time in seconds, between those that are known. */
export function quantileAt({ quantiles }: ColumnFacts, share: number): number {
  const upper = quantileShares.findIndex((known) => known >= share);
  const [hi, lo] = [quantiles[upper] ?? quantiles.at(-1) ?? 0, quantiles[upper - 1] ?? quantiles[upper] ?? 0];
  const [to, from] = [quantileShares[upper] ?? 1, quantileShares[upper - 1] ?? 0];
  const part = to > from ? (share - from) / (to - from) : 1;
  return Math.round(lo + (hi - lo) * part);
}

/** A number as people write it: mostly with few digits. */
export function plain(draw: Draw, value: number): string {
  if (!draw.chance(0.6) || Math.abs(value) < 20) return String(value);
  return String(Number(value.toPrecision(draw.chance(0.5) ? 1 : 2)));
}

/** The value whose share of the rows is closest to the one asked for, or one of those next to it. */
export function valueNear(draw: Draw, values: readonly SharedValue[], share: number): SharedValue {
  const distance = (value: SharedValue) => Math.abs(Math.log(value.share / share));
  const near = [...values].sort((a, b) => distance(a) - distance(b)).slice(0, 3);
  return draw.pick(near);
}

/** Several values, each of about an equal part of the share. */
export function someValues(
  draw: Draw,
  values: readonly SharedValue[],
  share: number,
  min: number,
  max: number,
): string[] {
  const count = draw.whole(min, max);
  const found = Array.from({ length: count }, () => valueNear(draw, values, share / count).value);
  const more = draw.some(values, 0, Math.min(3, count)).map(({ value }) => value);
  return [...new Set([...found, ...(count > 3 ? more : [])])];
}

/** Seconds since 1970 as `YYYY-MM-DD HH:MM:SS`. */
export function instantText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

export function dayText(seconds: number): string {
  return instantText(seconds).slice(0, 10);
}
