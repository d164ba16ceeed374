/** A value that is frequent, one of medium frequency, and one that is rare. */
export interface Spread {
  readonly hot: string;
  readonly middle: string;
  readonly tail: string;
}

/** The parameters of queries. All values are taken from the data, so that each query finds rows. */
export interface WorkloadParameters {
  readonly videoId: string;
  /** Twenty random videos. */
  readonly videoIds: readonly string[];
  /** The twenty videos with the most plays, which are requested most often. */
  readonly videoIdsHot: readonly string[];
  /** A video with more than one observation. */
  readonly observedVideoId: string;
  readonly author: Spread;
  /** Twenty authors of random videos. */
  readonly authors: readonly string[];
  /** The author whose videos have the most comments. */
  readonly commentedAuthor: string;
  readonly authorId: Spread;
  readonly hashtag: Spread;
  readonly musicId: Spread;
  readonly word: Spread;
  readonly region: Spread;
  readonly language: Spread;
  /** Timestamps as `YYYY-MM-DD HH:MM:SS+00`, the given number of days before the newest video. */
  readonly daysAgo7: string;
  readonly daysAgo30: string;
  readonly daysAgo90: string;
  /**
   * At most 30 days before the newest video, and late enough that fewer than a million videos (the export limit)
   * follow.
   */
  readonly exportFrom: string;
  /** Values that concurrent short queries use in rotation. */
  readonly mix: {
    readonly videoIds: readonly string[];
    readonly authors: readonly string[];
    readonly hashtags: readonly string[];
    readonly instants: readonly string[];
  };
}
