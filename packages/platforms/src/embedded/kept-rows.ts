import type { Row } from '@sdq/catalog/define';
import { LRUCache } from 'lru-cache';

/** Rows that are computed ahead for each list. */
export const rowsAheadMax = 500;

/** Maximum number of lists; the least recently used are dropped first. A list of 500 narrow rows takes about 50 KB. */
const listsMax = 200;

/** Rows, and the snapshot that they are from. */
export interface SnapshotRows {
  readonly snapshotId: string;
  readonly rows: Row[];
}

/** The first rows of lists whose order is expensive to compute, kept while the snapshot is the same. */
export class KeptRows {
  readonly #lists = new LRUCache<string, SnapshotRows>({ max: listsMax });
  #snapshotId = '';

  /** The rows of a list in this snapshot, or in a newer one; `read` computes them. Errors: those of `read`. */
  async of(list: unknown, snapshotId: string, read: () => Promise<SnapshotRows>): Promise<SnapshotRows> {
    // nothing of an earlier snapshot stays in memory, such as rows that were removed since
    if (snapshotId !== this.#snapshotId) this.#lists.clear();
    this.#snapshotId = snapshotId;
    const key = JSON.stringify(list);
    const kept = this.#lists.get(key);
    if (kept?.snapshotId === snapshotId) return kept;
    const computed = await read();
    this.#lists.set(key, computed);
    return computed;
  }
}
