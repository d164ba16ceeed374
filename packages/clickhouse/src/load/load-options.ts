import type { Catalog } from '@sdq/catalog';
import type { GivenAddress } from '../client/cluster-address.ts';

export interface LoadOptions extends GivenAddress {
  /** Directory of the index. */
  readonly index: string;
  readonly catalog: Catalog;
  /** The platforms whose tables are loaded; default: all. */
  readonly platforms?: readonly string[] | undefined;
  /** How long snapshots that are no longer current stay; default: an hour. */
  readonly keepMs?: number | undefined;
  /** Directory for files on their way; default: that of the system. */
  readonly temporaryDirectory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

export interface LoadProgress {
  readonly table: string;
  readonly tables: number;
  readonly tablesDone: number;
  readonly rows: number;
}

export interface LoadReport {
  readonly snapshotId: string;
  /** Whether the cluster had it already. */
  readonly isUnchanged: boolean;
  readonly tables: number;
  /** Rows of all tables. */
  readonly rows: number;
  /** Rows and bytes that were sent; parts that did not change are attached and not sent. */
  readonly sentRows: number;
  readonly sentBytes: number;
  /** Tables by how they were loaded. */
  readonly unchanged: number;
  readonly patched: number;
  readonly whole: number;
  /** Ids of older snapshots that were dropped. */
  readonly dropped: readonly string[];
}
