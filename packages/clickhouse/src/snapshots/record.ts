import type { ClusterColumn } from '../emit/index.ts';

/** Version of the record that is written; newer ones are refused. */
export const recordFormat = 1;

/** What a cluster holds of one snapshot. Each of its nodes has it in the snapshot's database. */
export interface SnapshotRecord {
  readonly format: number;
  readonly snapshotId: string;
  /** Whether the rows are spread over several nodes. */
  readonly isDistributed: boolean;
  readonly shards: number;
  /** By `platform.table`. */
  readonly tables: Readonly<Record<string, TableRecord>>;
}

export interface TableRecord {
  readonly rows: number;
  /** Bytes of its files in the index that was loaded. */
  readonly bytes: number;
  readonly files: number;
  /** UTC months `YYYY-MM`; null where it is not split by months. */
  readonly monthFirst: string | null;
  readonly monthLast: string | null;
  /** ISO 8601 in UTC: no row is newer. */
  readonly timeLast: string | null;
  /** Equal in snapshots between which its rows did not change. */
  readonly content: string;
  readonly columns: readonly ClusterColumn[];
  readonly key: readonly string[];
  /** Equal where the table was created in the same way: only then its parts can be attached. */
  readonly definition: string;
  readonly sharding: readonly string[];
  /** Paths in the index of what was loaded: files, and masks that hide rows of them. */
  readonly loaded: readonly string[];
  readonly masks: readonly string[];
}
