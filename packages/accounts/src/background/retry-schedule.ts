/** Pauses between attempts at something that may work later: 5 s, then doubled, at most an hour. */
const firstPauseMs = 5_000;
const longestPauseMs = 3_600_000;

/** How long to wait after that many attempts, with up to a fifth taken off at random so that crowds disperse. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pause = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return Math.round(pause * (1 - random() / 5));
}
