import type { RandomSql } from '../random.ts';

/** Rare cases occur at fixed intervals of row numbers, so that even a small index contains each of them. */
const moreLikesThanPlaysEvery = 997;
const likesWithoutPlaysEvery = 1999;

/**
 * Adds `plays`, `likes`, `comments`, `shares` and `collects` (BIGINT) to the rows of `source`, which has `row_id`,
 * `followers_ln` and `age_seconds`. The counts are log-normal and correlated: larger accounts and older videos have
 * more plays, and videos with more plays have more of the others.
 */
export function withCounts(source: string, random: RandomSql): string {
  const viral = `CASE WHEN ${random.oneIn('row_id', 'viral', 60)} THEN 3 ELSE 0 END`;
  const liking = random.noise('noise_bits', 0);
  const talking = random.noise('noise_bits', 16);
  const sharing = random.noise('noise_bits', 32);
  const partOfPlays = (median: number, spread: string) =>
    `floor(plays_drawn::DOUBLE * least(0.9::DOUBLE, ${median}::DOUBLE * exp(${spread})))::BIGINT`;
  return `
    SELECT * EXCLUDE (plays_drawn, noise_bits),
           CASE WHEN row_id % ${likesWithoutPlaysEvery} = 77 THEN 0 ELSE plays_drawn END AS plays,
           CASE WHEN row_id % ${likesWithoutPlaysEvery} = 77 THEN plays_drawn // 3 + 1
                WHEN row_id % ${moreLikesThanPlaysEvery} = 13 THEN plays_drawn * 2 + 17
                ELSE ${partOfPlays(0.055, `0.7 * ${liking}`)} END AS likes,
           ${partOfPlays(0.0012, `0.9 * ${talking}`)} AS comments,
           ${partOfPlays(0.003, sharing)} AS shares,
           ${partOfPlays(0.005, `0.6 * ${liking} + 0.6 * ${sharing}`)} AS collects
    FROM (
      SELECT *, ${random.bits('row_id', 'noise of counts')} AS noise_bits,
             floor(exp(least(20.5, 0.2 + 0.6 * followers_ln + 0.15 * ln(1 + age_seconds / 2592000.0)
                   + 1.9 * ${random.normal('row_id', 'plays')} + ${viral})))::BIGINT AS plays_drawn
      FROM ${source}
    )`;
}
