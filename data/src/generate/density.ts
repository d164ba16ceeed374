/** How much there is around each video and post. */
export type GenerateProfile = 'videos' | 'comments';

/** What a profile means. */
export interface Density {
  /** Ids are unique up to 2^32 rows of a table, and made of products in 63 bits; a table of so many takes half a terabyte. */
  rowsMax: number;
  /** Comments for each video and for each photo, on the average. */
  commentsPerVideo: number;
  commentsPerPhoto: number;
  /** Whether comments stand under a sample of the videos only, or under each that has any. */
  isCommentedSample: boolean;
  /** Comments of videos, and observations of them: at most, over all. */
  commentsMax: number;
  observationsMax: number;
  /** One video in so many is observed at least, each up to so often. */
  observedOneIn: number;
  observationsOfVideoMax: number;
  /** Above so many videos none has a transcript. */
  transcribedVideosMax: number;
}

export const densities: Readonly<Record<GenerateProfile, Density>> = {
  // What is measured is videos: the tables around them stay small where videos are many.
  videos: {
    rowsMax: 3_000_000_000,
    commentsPerVideo: 0.5,
    commentsPerPhoto: 1,
    isCommentedSample: true,
    commentsMax: 2_000_000,
    observationsMax: 2_000_000,
    observedOneIn: 5,
    observationsOfVideoMax: 5,
    transcribedVideosMax: 500_000,
  },
  // What is measured is the tables around: ten rows for each video and more, whatever their number.
  comments: {
    rowsMax: 200_000_000,
    commentsPerVideo: 14,
    commentsPerPhoto: 12,
    isCommentedSample: false,
    commentsMax: Number.POSITIVE_INFINITY,
    observationsMax: Number.POSITIVE_INFINITY,
    observedOneIn: 1,
    observationsOfVideoMax: 20,
    transcribedVideosMax: Number.POSITIVE_INFINITY,
  },
};
