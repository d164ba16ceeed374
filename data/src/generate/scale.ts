import { type Density, densities, type GenerateProfile } from './density.ts';

/** The row counts of tables, and the sizes of the pools from which rows are composed. */
export interface Scale {
  rows: number;
  density: Density;
  /** Accounts that may upload videos; some have none. */
  authors: number;
  /** Words per language. */
  words: number;
  /** Caption texts in all languages. */
  captions: number;
  /** Sets of hashtags and mentions in all languages. */
  tagSets: number;
  /** Hashtags per language. */
  tags: number;
  sounds: number;
  /** The maximum comments of videos. */
  comments: number;
  /** One video in this number is observed. */
  observedOneIn: number;
  hasTranscripts: boolean;
  /** The topics of posts of the other platforms, and the sets of their hashtags. */
  topics: number;
  postTagSets: number;
  network: { profiles: number; companies: number; posts: number };
  photo: { profiles: number; posts: number; comments: number };
  /** A thread begins with a post that is not a reply. */
  micro: { profiles: number; threads: number; answers: number };
}

const within = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(most, Math.floor(value)));
const atLeast = (least: number, value: number) => Math.max(least, Math.floor(value));

/**
 * Tables scale with the rows, those of the other platforms with `otherRows`; these have a minimum size, so that every list has a
 * second page. Pools scale as well, so that small indexes are generated in seconds, but only up to a limit, so that large
 * ones are generated in bounded memory.
 */
export function scaleFor(rows: number, profile: GenerateProfile, otherRows = rows): Scale {
  const density = densities[profile];
  const profiles = atLeast(3_000, otherRows / 2);
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
      posts: atLeast(2_500, otherRows),
    },
    photo: {
      profiles: atLeast(1_500, otherRows / 20),
      posts: atLeast(3_000, otherRows),
      comments: atLeast(7_500, otherRows * density.commentsPerPhoto),
    },
    micro: {
      profiles: atLeast(1_200, otherRows / 10),
      threads: atLeast(3_000, otherRows * 0.4),
      answers: atLeast(4_500, otherRows * 0.6),
    },
  };
}
