import type { RawTable } from '../../data/write-raw-parquet.ts';
import type { Dialect } from '../../workload/query.ts';
import type { PeerSpecification } from '../peer-specification.ts';

/** What a peer is made from. */
export interface PrepareContext {
  readonly raw: readonly RawTable[];
  /** Where copies of the rows may be kept from run to run. */
  readonly directory: string;
  /** Where packages are installed. */
  readonly packages: string;
  readonly memoryBytesMax: number;
  readonly signal?: AbortSignal | undefined;
  onProgress(text: string): void;
}

/** A peer with its rows in place, ready to be opened. */
export interface PreparedPeer {
  /** What it is and reads, for a person. */
  readonly description: string;
  readonly dialect: Dialect;
  readonly specification: PeerSpecification;
  /** Bytes of its copy of the rows. */
  readonly bytes: number;
  /** Seconds that making the copy took; undefined when it was there. */
  readonly buildSeconds?: number;
}
