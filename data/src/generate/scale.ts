/** How large the pools are from which rows are put together. */
export interface Scale {
  rows: number;
  /** Accounts that may upload; not all of them do. */
  authors: number;
  /** Words per language. */
  words: number;
  /** Caption texts over all languages. */
  captions: number;
  /** Sets of hashtags and mentions over all languages. */
  tagSets: number;
  /** Ranks of hashtags per language. */
  tags: number;
  sounds: number;
  /** Rows of comments and of observations at most. */
  comments: number;
  observations: number;
}

const within = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(value)));

/**
 * Pools grow with the rows, so that small indexes are made in seconds, up to a bound, so that large ones are made
 * in bounded memory.
 */
export function scaleFor(rows: number): Scale {
  return {
    rows,
    authors: within(300, rows * 0.08, 1 << 23),
    words: within(500, rows / 50, 20_000),
    captions: within(2_000, rows * 0.4, 1_000_000),
    tagSets: within(2_000, rows * 0.5, 1_000_000),
    tags: within(1_000, rows / 20, 200_000),
    sounds: within(500, rows * 0.3, 2_000_000),
    comments: Math.min(rows, within(1_000, rows * 0.5, 2_000_000)),
    observations: within(0, rows, 2_000_000),
  };
}
