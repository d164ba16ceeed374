import type { RandomSql } from './random.ts';

export const daySeconds = 86_400;
export const yearSeconds = 31_556_952;

/** SQL of a TIMESTAMPTZ, given SQL of Unix seconds (BIGINT). */
export function timestampAt(second: string): string {
  return `make_timestamptz((${second})::BIGINT * 1000000)`;
}

/** A random second within the years before `until`; later ones are more likely. */
export function recentSecond(random: RandomSql, key: string, until: number, years: number): string {
  const before = `floor(pow(${random.uniform(key, 'second')}, 1.5) * ${years * yearSeconds})::BIGINT`;
  return `(${until - daySeconds} - ${before})`;
}

/** The observation time of a row whose event happened at `second`: at most a month later, and before `until`. */
export function seenAfter(random: RandomSql, key: string, second: string, until: number): string {
  const wait = `${random.between(key, 'days until seen', 1, 30)} * ${daySeconds}`;
  return timestampAt(`greatest((${second}) + 60, least(${until}, (${second}) + ${wait}))`);
}

/** SQL of the month as `YYYY-MM`. */
export function yearMonth(second: string): string {
  return `strftime(make_timestamp((${second})::BIGINT * 1000000), '%Y-%m')`;
}
