import { AppError } from '@sdq/contract';
import { resultExpired } from '@sdq/core/backend';
import { isLost, NodeFault } from '../client/node-fault.ts';
import type { NodePool } from '../client/node-pool.ts';
import { type Pointer, readPointer, readRecord } from '../snapshots/read-snapshot.ts';
import type { SnapshotRecord } from '../snapshots/record.ts';

interface Held {
  record: SnapshotRecord;
  users: number;
}

/** The snapshot that new queries read, and older ones while they are held. */
export class HeldRecords {
  readonly #pool: NodePool;
  readonly #held = new Map<string, Held>();
  #pointer: Pointer | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(pool: NodePool) {
    this.#pool = pool;
  }

  /** The id of the current snapshot; empty where none was loaded. */
  get currentId(): string {
    return this.#pointer?.snapshotId ?? '';
  }

  /** Errors: `index_missing` where nothing was loaded, `result_expired` for a snapshot that is not held. */
  acquire(id = this.currentId): { record: SnapshotRecord; release: () => void } {
    if (id === '') throw nothingLoaded();
    const held = this.#held.get(id);
    if (held === undefined) throw resultExpired(new Error(`snapshot ${id} is not held`));
    held.users++;
    let isReleased = false;
    return {
      record: held.record,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        held.users--;
        this.#letGo();
      },
    };
  }

  /** Takes up the snapshot that the cluster's pointer names. Errors: `service_unavailable`; the old one then stays. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#look().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async #look(): Promise<void> {
    try {
      await this.#pool.first(async (node) => {
        const pointer = await readPointer(node);
        // A node that a load has not reached yet names the snapshot before.
        if (pointer === undefined || pointer.version <= (this.#pointer?.version ?? -1)) return;
        const { snapshotId } = pointer;
        const record = await readRecord(node, snapshotId);
        if (record === undefined) return;
        // the same snapshot may have been loaded again with tables of further platforms
        const held = this.#held.get(snapshotId);
        if (held === undefined) this.#held.set(snapshotId, { record, users: 0 });
        else held.record = record;
        this.#pointer = pointer;
        this.#letGo();
      });
    } catch (error) {
      if (isLost(error)) throw unreachable(error);
      throw error instanceof NodeFault ? refused(error) : error;
    }
  }

  #letGo(): void {
    for (const [id, { users }] of this.#held) if (users === 0 && id !== this.currentId) this.#held.delete(id);
  }
}

export function nothingLoaded(): AppError {
  return new AppError('index_missing', 'The cluster has no snapshot', {
    hint: 'Load one: sdq cluster init --clickhouse URL…, then sdq cluster load --clickhouse URL… --index DIRECTORY',
  });
}

function unreachable(cause: unknown): AppError {
  return new AppError('service_unavailable', 'No node of the cluster answers', {
    hint: 'Try again later',
    retryAfterSeconds: 5,
    cause,
  });
}

function refused(cause: NodeFault): AppError {
  return new AppError(
    'cluster_refused',
    `The cluster refuses to tell its snapshot: ${cause.message} (${cause.type})`,
    {
      hint: 'Check SDQ_CLICKHOUSE_USER, its password, and its rights: sdq cluster init prints them',
      cause,
    },
  );
}
