import type { RawTable } from '../../data/write-raw-parquet.ts';
import type { Dialect } from '../../workload/query.ts';
import type { PeerSpecification } from '../peer-specification.ts';

/** The input for the preparation of a peer. */
export interface PrepareContext {
  readonly raw: readonly RawTable[];
  /** The directory in which copies of the rows may be cached between runs. */
  readonly directory: string;
  /** The directory in which packages are installed. */
  readonly packages: string;
  readonly memoryBytesMax: number;
  readonly signal?: AbortSignal | undefined;
  onProgress(text: string): void;
}

/** A peer whose rows have been loaded, ready to be opened. */
export interface PreparedPeer {
  /** The peer's version and data source, for display. */
  readonly description: string;
  readonly dialect: Dialect;
  readonly specification: PeerSpecification;
  /** Bytes of its copy of the rows. */
  readonly bytes: number;
  /** Seconds for making the copy; undefined if it was cached. */
  readonly buildSeconds?: number;
}
