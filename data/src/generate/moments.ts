import type { Chance } from './chance.ts';

export const daySeconds = 86_400;
const yearSeconds = 31_556_952;

/** Unix seconds as ISO 8601, UTC. */
export function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** A second within the years before `until`, later ones likelier. */
export function recentSecond(chance: Chance, until: number, years: number): number {
  return until - daySeconds - Math.floor(chance.uniform() ** 1.5 * years * yearSeconds);
}

/** When a row of something that happened at `second` was seen: at most a month later, and before `until`. */
export function seenAfter(chance: Chance, second: number, until: number): string {
  return iso(Math.max(second + 60, Math.min(until, second + chance.between(1, 30) * daySeconds)));
}

/** `YYYY-MM`. */
export function yearMonth(seconds: number): string {
  return iso(seconds).slice(0, 7);
}
