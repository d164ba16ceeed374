/** Limits of what is read for one argument. */
export interface SourceLimits {
  /** Archives and compressions inside each other. */
  readonly depthMax: number;
  /** Files of a folder, a pattern, a prefix of a bucket, or an archive with all archives in it. */
  readonly entriesMax: number;
  /** Bytes of content that is read from a pipe, a server or an archive. */
  readonly bytesMax: number;
  /** Decompressed bytes by bytes of the file, once 64 MiB were decompressed. */
  readonly ratioMax: number;
  /** Time without a byte from a server after which a request is repeated, in milliseconds. */
  readonly idleMsMax: number;
  /** Pause before the first repetition of a request, in milliseconds; it doubles each time. */
  readonly retryMs: number;
  /** Repetitions of a request that bring no byte. */
  readonly retriesMax: number;
  /** Time for one table or view of a database, in milliseconds. */
  readonly tableMsMax: number;
}

export const sourceLimits: SourceLimits = {
  depthMax: 5,
  entriesMax: 100_000,
  bytesMax: 64 * 1024 ** 3,
  ratioMax: 250,
  idleMsMax: 30_000,
  retryMs: 500,
  retriesMax: 5,
  tableMsMax: 600_000,
};
