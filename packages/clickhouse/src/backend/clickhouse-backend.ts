import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import {
  type BackendFactory,
  type BackendPlan,
  type BackendSnapshot,
  type BackendStatus,
  type ExecutionBackend,
  type PlanOptions,
  placedError,
  type Resolved,
  type StoredTable,
} from '@sdq/core/backend';
import { type GivenAddress, readClusterAddress } from '../client/cluster-address.ts';
import type { ClusterNode } from '../client/cluster-node.ts';
import { NodePool } from '../client/node-pool.ts';
import { requireVersion } from '../client/supported-version.ts';
import { type ClusterTable, emit, PlanBinder } from '../emit/index.ts';
import { memoryBytesMax } from '../limits.ts';
import { readName, snapshotDatabase } from '../snapshots/names.ts';
import type { SnapshotRecord } from '../snapshots/record.ts';
import { ClickHousePlan } from './clickhouse-plan.ts';
import { HeldRecords, nothingLoaded } from './held-records.ts';
import { bindingError } from './user-errors.ts';

export interface ClickHouseOptions extends GivenAddress {
  /** Memory that one query may use on one node; default 4 GiB. */
  readonly memoryBytes?: number | undefined;
}

/**
 * Queries answered by a ClickHouse cluster, from the snapshot that `sdq cluster load` put there. Errors when it is
 * opened: `usage_error` for an address, `index_missing` where nothing was loaded, `cluster_refused` by a node
 * that is too old, `service_unavailable`.
 */
export function clickhouseBackend(options: ClickHouseOptions): BackendFactory {
  const address = readClusterAddress(options);
  return async ({ catalog, mayBeMissing }) => {
    const pool = new NodePool(address);
    const records = new HeldRecords(pool);
    try {
      await Promise.all(pool.nodes.map(requireVersionIfLiving));
      await records.refresh();
      if (!mayBeMissing && records.currentId === '') throw nothingLoaded();
      const binder = await PlanBinder.open(catalog);
      return new ClickHouseBackend({ catalog, pool, records, binder }, options.memoryBytes ?? memoryBytesMax);
    } catch (error) {
      await pool.close();
      throw error;
    }
  };
}

/** A node that does not answer may come back later. */
async function requireVersionIfLiving(node: ClusterNode): Promise<void> {
  await requireVersion(node).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
  });
}

interface Parts {
  readonly catalog: Catalog;
  readonly pool: NodePool;
  readonly records: HeldRecords;
  readonly binder: PlanBinder;
}

class ClickHouseBackend implements ExecutionBackend {
  readonly name = 'clickhouse';
  readonly textHash = 'md5';
  readonly #parts: Parts;
  readonly #memoryBytes: number;

  constructor(parts: Parts, memoryBytes: number) {
    this.#parts = parts;
    this.#memoryBytes = memoryBytes;
  }

  get snapshotId(): string {
    return this.#parts.records.currentId;
  }

  acquire(snapshotId?: string): BackendSnapshot {
    const { record, release } = this.#parts.records.acquire(snapshotId);
    return new LoadedSnapshot(record, release, this.#parts, this.#memoryBytes);
  }

  async refresh(): Promise<void> {
    await this.#parts.records.refresh();
  }

  status(): BackendStatus {
    const { pool } = this.#parts;
    return {
      processes: { living: pool.living, wanted: pool.nodes.length, replaced: 0 },
      nodes: pool.status(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.binder[Symbol.asyncDispose]();
    await this.#parts.pool.close();
  }
}

class LoadedSnapshot implements BackendSnapshot {
  readonly release: () => void;
  readonly #record: SnapshotRecord;
  readonly #parts: Parts;
  readonly #memoryBytes: number;

  constructor(record: SnapshotRecord, release: () => void, parts: Parts, memoryBytes: number) {
    this.release = release;
    this.#record = record;
    this.#parts = parts;
    this.#memoryBytes = memoryBytes;
  }

  get id(): string {
    return this.#record.snapshotId;
  }

  get undescribed(): readonly string[] {
    return Object.keys(this.#record.tables).filter((id) => this.#parts.catalog.byId(id) === undefined);
  }

  rowCount(table: CatalogTable): number {
    return this.#record.tables[tableId(table)]?.rows ?? 0;
  }

  stored(table: CatalogTable): StoredTable {
    const {
      files = 0,
      bytes = 0,
      monthFirst = null,
      monthLast = null,
      timeLast = null,
    } = this.#record.tables[tableId(table)] ?? {};
    return { files, bytes, monthFirst, monthLast, timeLast };
  }

  contentOf(tables: readonly CatalogTable[]): string {
    return JSON.stringify(
      tables.map((table) => [tableId(table), this.#record.tables[tableId(table)]?.content]),
    );
  }

  async plan(query: Resolved, { rowsMax }: PlanOptions): Promise<BackendPlan> {
    this.#requireLoaded(query);
    const { pool, binder } = this.#parts;
    const { tables, isDistributed, snapshotId } = this.#record;
    const database = snapshotDatabase(snapshotId);
    const known = new Map<string, ClusterTable>();
    for (const [id, { columns, key, sharding }] of Object.entries(tables)) {
      const [platform = '', name = ''] = id.split('.');
      known.set(id, { database, table: readName({ platform, name }), columns, key, sharding });
    }
    const bound = await binder.bind(query).catch((error: unknown) => {
      throw bindingError(error, query);
    });
    const emitted = emit(bound, {
      tables: known,
      distributed: isDistributed,
      text: query.statement.text,
      rowsMax: rowsMax + 1,
    });
    return new ClickHousePlan(query, emitted, this.#record, pool, { memoryBytes: this.#memoryBytes });
  }

  /** A table without rows in the cluster, or with columns that were described after it was loaded, is refused. */
  #requireLoaded({ references, statement }: Resolved): void {
    for (const { table, node } of references) {
      const refuse = (message: string, hint: string) =>
        placedError('not_supported_by_backend', statement, { message, hint, location: node.query_location });
      const loaded = this.#record.tables[tableId(table)];
      if (table.rows !== undefined)
        throw refuse(
          `${table.name} is computed from the catalogue, which a cluster does not hold`,
          'Ask a service with the default backend',
        );
      if (loaded === undefined)
        throw refuse(
          `${table.name} was not loaded into the cluster`,
          'The operator loads it: sdq cluster load',
        );
      const names = new Set(loaded.columns.map(({ name }) => name));
      const missing = table.columns.find(({ name }) => !names.has(name));
      if (missing !== undefined)
        throw refuse(
          `${table.name}.${missing.name} was described after the cluster was loaded`,
          'The operator loads it: sdq cluster load',
        );
    }
  }
}
