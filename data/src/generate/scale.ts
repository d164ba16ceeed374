import { type Density, densities, type GenerateProfile } from './density.ts';

/** How many rows there are, and how large the pools are from which rows are put together. */
export interface Scale {
  rows: number;
  density: Density;
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
  /** Comments of videos: at most. */
  comments: number;
  /** One video in so many is observed. */
  observedOneIn: number;
  hasTranscripts: boolean;
  /** What posts of the other platforms are about, and the sets of their hashtags. */
  topics: number;
  postTagSets: number;
  network: { profiles: number; companies: number; posts: number };
  photo: { profiles: number; posts: number; comments: number };
  /** Threads are posts that answer none. */
  micro: { profiles: number; threads: number; answers: number };
}

const within = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(value)));
const atLeast = (least: number, value: number) => Math.max(least, Math.floor(value));

/**
 * Tables grow with the rows; those of the other platforms are never smaller than a sample needs to be, so that every
 * list has a second page. Pools grow, too, so that small indexes are made in seconds, up to a bound, so that large
 * ones are made in bounded memory.
 */
export function scaleFor(rows: number, profile: GenerateProfile): Scale {
  const density = densities[profile];
  const profiles = atLeast(3_000, rows / 2);
  return {
    rows,
    density,
    authors: within(300, rows * 0.08, 1 << 23),
    words: within(500, rows / 50, 20_000),
    captions: within(2_000, rows * 0.4, 1_000_000),
    tagSets: within(2_000, rows * 0.5, 1_000_000),
    tags: within(1_000, rows / 20, 200_000),
    sounds: within(500, rows * 0.3, 2_000_000),
    comments: within(Math.min(rows, 1_000), rows * density.commentsPerVideo, density.commentsMax),
    observedOneIn: atLeast(density.observedOneIn, Math.ceil((rows * 3.1) / density.observationsMax)),
    hasTranscripts: rows <= density.transcribedVideosMax,
    topics: within(20, rows / 400, 50_000),
    postTagSets: within(2_000, rows / 5, 500_000),
    network: {
      profiles,
      companies: within(150, profiles / 20, 1_000_000),
      posts: atLeast(2_500, rows),
    },
    photo: {
      profiles: atLeast(1_500, rows / 20),
      posts: atLeast(3_000, rows),
      comments: atLeast(7_500, rows * density.commentsPerPhoto),
    },
    micro: {
      profiles: atLeast(1_200, rows / 10),
      threads: atLeast(3_000, rows * 0.4),
      answers: atLeast(4_500, rows * 0.6),
    },
  };
}
