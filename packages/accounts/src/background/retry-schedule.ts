/** Exponential backoff: 5 s, then doubled, at most an hour. */
const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;

/** The pause after a number of attempts, in milliseconds, with a random jitter of up to -20 %. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return Math.round(pause * (1 - random() / 5));
}
