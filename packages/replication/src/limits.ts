/** Limits of transfers between an index and an object store; docs/limits.md lists them. */

/** Files that are transferred at the same time. */
export const transfersMax = 6;

/** Files that a mirror fetches at the same time while it answers already, besides those that are asked for. */
export const fillsMax = 2;

/** Attempts of one request, or of one file, before it fails. */
export const attemptsMax = 6;

/** Pause before the second attempt; each further one is twice as long. */
export const firstPauseMs = 200;

/** The longest pause between two attempts. */
export const pauseMsMax = 5_000;

/** A download whose connection gives nothing for this long is interrupted and resumed. */
export const silenceMsMax = 20_000;

/** A request that was not answered for this long is repeated. */
export const requestMsMax = 60_000;

/** Files above this size are uploaded in parts of this size: an interrupted upload resumes with the next part. */
export const partBytes = 64 * 1024 ** 2;

/** Bytes of a manifest. */
export const manifestBytesMax = 512 * 1024 ** 2;

/** How long a store keeps what the current snapshot no longer names: readers may still be at it. */
export const keepMsDefault = 24 * 3_600_000;

/** A mirror ignores a pointer to a snapshot that it has left behind for this long: stores may answer with old content. */
export const staleMsMax = 60_000;

/** Snapshots that the metadata of an open table lists: older ones are dropped from it before their files are. */
export const tableSnapshotsMax = 100;

/** Bytes of the metadata of an open table. */
export const tableMetadataBytesMax = 64 * 1024 ** 2;

/** Memory of DuckDB while files of open tables are made: positions of masked rows, and rows of derived tables. */
export const tableMemoryBytesMax = 1024 ** 3;
