/** How many related rows (comments, observations, transcripts) there are per video and post. */
export type GenerateProfile = 'videos' | 'comments';

/** The parameters of a profile. */
export interface Density {
  /**
   * The maximum rows of a table. IDs are unique up to 2^32 rows, and are calculated from products in 63 bits; a table
   * of this size takes half a terabyte.
   */
  rowsMax: number;
  /** Average comments per video and per photo. */
  commentsPerVideo: number;
  commentsPerPhoto: number;
  /** Whether only a sample of the videos has comments, or each video with a positive comment count. */
  isCommentedSample: boolean;
  /** The maximum total of comments of videos; `observationsMax` is that of observations of videos. */
  commentsMax: number;
  observationsMax: number;
  /** At most one video in this number is observed, each up to `observationsOfVideoMax` times. */
  observedOneIn: number;
  observationsOfVideoMax: number;
  /** Above this number of videos, none has a transcript. */
  transcribedVideosMax: number;
}

export const densities: Readonly<Record<GenerateProfile, Density>> = {
  // This profile is for benchmarks of videos: the related tables stay small even with many videos.
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
  // This profile is for benchmarks of the related tables: ten or more rows per video, for any number of videos.
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
