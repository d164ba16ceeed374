/** A value that many rows have, one that some have, and one that few have. */
export interface Spread {
  readonly hot: string;
  readonly middle: string;
  readonly tail: string;
}

/** Values that customers' queries name; all are taken from the data, so that each query has something to find. */
export interface WorkloadParameters {
  readonly videoId: string;
  /** Twenty videos from anywhere. */
  readonly videoIds: readonly string[];
  /** The twenty videos with the most plays: what many ask for. */
  readonly videoIdsHot: readonly string[];
  /** A video that was observed more than once. */
  readonly observedVideoId: string;
  readonly author: Spread;
  /** Twenty authors, found through videos from anywhere. */
  readonly authors: readonly string[];
  /** The author whose videos have the most comments. */
  readonly commentedAuthor: string;
  readonly authorId: Spread;
  readonly hashtag: Spread;
  readonly musicId: Spread;
  readonly word: Spread;
  readonly region: Spread;
  readonly language: Spread;
  /** Instants as `YYYY-MM-DD HH:MM:SS+00`: so many days before the newest video. */
  readonly daysAgo7: string;
  readonly daysAgo30: string;
  readonly daysAgo90: string;
  /** At most 30 days before the newest video, and so late that fewer than a million videos, all one may export, follow. */
  readonly exportFrom: string;
  /** Values that many short queries at once take in turn. */
  readonly mix: {
    readonly videoIds: readonly string[];
    readonly authors: readonly string[];
    readonly hashtags: readonly string[];
    readonly instants: readonly string[];
  };
}
