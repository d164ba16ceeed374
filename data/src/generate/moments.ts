import type { RandomSql } from './random.ts';

export const daySeconds = 86_400;
export const yearSeconds = 31_556_952;

/** SQL of a TIMESTAMPTZ at a second, which is SQL of a BIGINT: Unix time. */
export function timestampAt(second: string): string {
  return `make_timestamptz((${second})::BIGINT * 1000000)`;
}

/** A second within the years before `until`, later ones likelier. */
export function recentSecond(random: RandomSql, key: string, until: number, years: number): string {
  const before = `floor(pow(${random.uniform(key, 'second')}, 1.5) * ${years * yearSeconds})::BIGINT`;
  return `(${until - daySeconds} - ${before})`;
}

/** When a row of something that happened at `second` was seen: at most a month later, and before `until`. */
export function seenAfter(random: RandomSql, key: string, second: string, until: number): string {
  const wait = `${random.between(key, 'days until seen', 1, 30)} * ${daySeconds}`;
  return timestampAt(`greatest((${second}) + 60, least(${until}, (${second}) + ${wait}))`);
}

/** `YYYY-MM`. */
export function yearMonth(second: string): string {
  return `strftime(make_timestamp((${second})::BIGINT * 1000000), '%Y-%m')`;
}
