import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, requirePlatform, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import {
  newestTime,
  openSnapshot,
  pinSnapshot,
  rowCounts,
  type Snapshot,
  tableContent,
  withdrawnSnapshots,
} from '@sdq/index';
import type { ClusterNode } from '../client/cluster-node.ts';
import { clickhouseName, clickhouseString } from '../client/sql.ts';
import { keepMsDefault } from '../limits.ts';
import { homeDatabase, qualified, snapshotDatabase, storedName } from '../snapshots/names.ts';
import { type Pointer, readPointer, readRecord } from '../snapshots/read-snapshot.ts';
import { recordFormat, type SnapshotRecord, type TableRecord } from '../snapshots/record.ts';
import { type Change, changeOf } from './changes.ts';
import { checkCounts } from './check-counts.ts';
import { lockCluster } from './cluster-lock.ts';
import { dropSnapshots } from './drop-snapshots.ts';
import { withCluster } from './init-cluster.ts';
import type { LoadOptions, LoadReport } from './load-options.ts';
import { loadTable, onAllNodes } from './load-table.ts';
import { readFacts } from './read-facts.ts';
import { RowWriter } from './row-writer.ts';
import { type LoadedTable, rowsOf } from './rows-of.ts';
import { createStatements, type StoredTable, storedTable } from './stored-table.ts';
import { askNode, type Topology } from './topology.ts';

/**
 * Makes the published snapshot of an index the current one of a cluster: tables that did not change, and months that
 * did not, are attached; changed rows are deleted and inserted; row counts are compared on every node; then the
 * pointer moves. Interrupted, it continues with the next run. Errors: `index_missing`, `index_locked`,
 * `cluster_unreachable`, `cluster_refused`, `usage_error`, `disk_full`.
 */
export async function loadSnapshot(options: LoadOptions): Promise<LoadReport> {
  for (const platform of options.platforms ?? []) requirePlatform(platform, options.catalog.platforms);
  return await withCluster(options, async (topology) => {
    const snapshot = await openSnapshot(options.index);
    await using _pin = await pinSnapshot(options.index, snapshot.id);
    const [first] = topology.shards.flat() as [ClusterNode];
    await requirePrepared(first);
    await using _lock = await lockCluster(first);
    return await new SnapshotLoad(options, topology, snapshot).run();
  });
}

async function requirePrepared(node: ClusterNode): Promise<void> {
  const sql = `SELECT name FROM system.tables WHERE database = ${clickhouseString(homeDatabase)} AND name = 'pointer'`;
  const rows = await askNode(node, async (each) => await each.rows(sql));
  if (rows.length > 0) return;
  throw new AppError('cluster_refused', 'The cluster is not prepared', {
    hint: 'Run: sdq cluster init --clickhouse URL…',
  });
}

interface TableContext {
  readonly connection: DuckDBConnection;
  readonly writer: RowWriter;
  /** The snapshot that the cluster has. */
  readonly before: SnapshotRecord | undefined;
  readonly purges: boolean;
}

class SnapshotLoad {
  readonly #options: LoadOptions;
  readonly #topology: Topology;
  readonly #snapshot: Snapshot;
  readonly #database: string;

  constructor(options: LoadOptions, topology: Topology, snapshot: Snapshot) {
    this.#options = options;
    this.#topology = topology;
    this.#snapshot = snapshot;
    this.#database = snapshotDatabase(snapshot.id);
  }

  get #tables(): CatalogTable[] {
    const { catalog, platforms } = this.#options;
    return catalog.tables.filter(
      ({ rows, platform }) => rows === undefined && (platforms?.includes(platform) ?? true),
    );
  }

  async run(): Promise<LoadReport> {
    const { index, keepMs = keepMsDefault, temporaryDirectory = tmpdir() } = this.#options;
    const before = await this.#before();
    const withdrawn = await withdrawnSnapshots(index);
    const wanted = this.#tables.map(tableId);
    const isCurrent =
      before.record?.snapshotId === this.#snapshot.id &&
      before.isEverywhere &&
      wanted.every((id) => before.record?.tables[id] !== undefined);
    const folder = await mkdtemp(join(temporaryDirectory, 'sdq-load-'));
    try {
      await using database = await Database.open({ threads: 1, temporaryDirectory: folder });
      const connection = await database.connect();
      const { signal } = this.#options;
      const writer = new RowWriter(connection, this.#topology, { folder, signal });
      const counts = { unchanged: 0, patched: 0, whole: 0 };
      let record = before.record;
      if (!isCurrent || record === undefined) {
        const purges = before.record !== undefined && withdrawn.includes(before.record.snapshotId);
        record = await this.#loadAll(connection, writer, before.record, { purges, counts });
        await this.#publish(record, before.pointer);
      }
      const { dropped } = await dropSnapshots(this.#topology, { keepMs, withdrawn });
      const tables = Object.values(record.tables);
      return {
        snapshotId: this.#snapshot.id,
        isUnchanged: isCurrent,
        tables: tables.length,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        sentRows: writer.rows,
        sentBytes: writer.bytes,
        ...counts,
        dropped,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The current snapshot of the cluster, and whether all nodes name it. */
  async #before(): Promise<{
    pointer: Pointer | undefined;
    record: SnapshotRecord | undefined;
    isEverywhere: boolean;
  }> {
    const pointers = await Promise.all(
      this.#topology.shards
        .flat()
        .map(async (node) => await askNode(node, async (each) => await readPointer(each))),
    );
    const newest = pointers.reduce((best, each) =>
      (each?.version ?? -1) > (best?.version ?? -1) ? each : best,
    );
    if (newest === undefined) return { pointer: undefined, record: undefined, isEverywhere: false };
    const isEverywhere = pointers.every((each) => each?.version === newest.version);
    const [first] = this.#topology.shards.flat() as [ClusterNode];
    const record = await askNode(first, async (each) => await readRecord(each, newest.snapshotId));
    const hasSameShards = record?.shards === this.#topology.shards.length;
    return { pointer: newest, record: hasSameShards ? record : undefined, isEverywhere };
  }

  async #loadAll(
    connection: DuckDBConnection,
    writer: RowWriter,
    before: SnapshotRecord | undefined,
    { purges, counts }: { purges: boolean; counts: { unchanged: number; patched: number; whole: number } },
  ): Promise<SnapshotRecord> {
    const { catalog, onProgress } = this.#options;
    await this.#prepare();
    const done = await this.#finished();
    const expected = await rowCounts(connection, this.#snapshot, catalog);
    const given = this.#tables;
    const context = { connection, writer, before, purges };
    const load = async (table: CatalogTable) => {
      this.#options.signal?.throwIfAborted();
      const rows = expected.get(tableId(table)) ?? 0;
      const { change, record } = await this.#loadTable(table, rows, context, done);
      counts[change.kind === 'patch' ? 'patched' : change.kind]++;
      return [tableId(table), record] as const;
    };
    // Tables without rows are only created: all of them at once.
    const hasRows = (table: CatalogTable) => (expected.get(tableId(table)) ?? 0) > 0;
    const loaded = new Map(await Promise.all(given.filter((table) => !hasRows(table)).map(load)));
    for (const table of given.filter(hasRows)) {
      const progress = { tables: given.length, tablesDone: loaded.size, rows: writer.rows };
      onProgress?.({ table: tableId(table), ...progress });
      loaded.set(...(await load(table)));
    }
    const tables = Object.fromEntries([...loaded].sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      format: recordFormat,
      snapshotId: this.#snapshot.id,
      isDistributed: this.#topology.cluster !== undefined,
      shards: this.#topology.shards.length,
      tables,
    };
  }

  async #loadTable(
    table: CatalogTable,
    rows: number,
    { connection, writer, before, purges }: TableContext,
    done: ReadonlySet<string>,
  ): Promise<{ change: Change; record: TableRecord }> {
    const { index: root } = this.#options;
    const id = tableId(table);
    const loaded = this.#loaded(table);
    const previous = before?.tables[id];
    let change = await this.#changeOf(loaded, previous);
    const facts =
      rows === 0
        ? { nullable: new Set<string>(), elementsNullable: new Set<string>() }
        : await readFacts(connection, table, rowsOf(root, loaded, loaded.state.files));
    const stored = storedTable(table, facts);
    const definition = this.#definitionOf(stored);
    if (change.kind !== 'whole' && previous?.definition !== definition) change = { kind: 'whole' };
    if (!done.has(id)) {
      await this.#create(stored);
      const [database, topology] = [this.#database, this.#topology];
      const previousId = before?.snapshotId;
      await loadTable({ root, loaded, stored, database, previousId, topology, writer, purges }, change);
      await checkCounts(topology, database, table, rows);
      await this.#note(id);
    }
    return { change, record: this.#recordOf(stored, loaded, { rows, definition }) };
  }

  #loaded(table: CatalogTable): LoadedTable {
    const source = table.derivedFrom && this.#options.catalog.find(table.platform, table.derivedFrom.table);
    const base = source ?? table;
    return {
      table,
      source,
      state: { files: this.#snapshot.files(base), masks: this.#snapshot.masks(base) },
    };
  }

  async #changeOf(loaded: LoadedTable, previous: TableRecord | undefined): Promise<Change> {
    const { table, source, state } = loaded;
    if (source !== undefined && source.partitionBy !== table.partitionBy) return { kind: 'whole' };
    return await changeOf(this.#options.index, source ?? table, state, previous);
  }

  #recordOf(
    { table, columns, sharding }: StoredTable,
    { source, state }: LoadedTable,
    { rows, definition }: { rows: number; definition: string },
  ): TableRecord {
    const own = this.#snapshot.files(table);
    const months = own.flatMap(({ month }) => (month === null ? [] : [month])).sort();
    const contents = [source ?? table, table].map((each) => tableContent(this.#snapshot, each));
    return {
      rows,
      bytes: this.#snapshot.manifest.tables[tableId(table)]?.bytes ?? 0,
      files: own.length,
      monthFirst: months[0] ?? null,
      monthLast: months.at(-1) ?? null,
      timeLast: newestTime(table, own),
      content: contents.join(' '),
      columns,
      key: table.key,
      sharding,
      definition,
      loaded: state.files.map(({ path }) => path),
      masks: state.masks.map(({ path }) => path),
    };
  }

  #definitionOf(stored: StoredTable): string {
    const text = createStatements(stored, '', this.#topology.cluster).join(';');
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  }

  async #prepare(): Promise<void> {
    const name = clickhouseName(this.#database);
    await onAllNodes(this.#topology, async (node) => {
      await node.run(`CREATE DATABASE IF NOT EXISTS ${name}`);
      await node.run(
        `CREATE TABLE IF NOT EXISTS ${name}.snapshot (record String) ENGINE = MergeTree ORDER BY tuple()`,
      );
      await node.run(
        `CREATE TABLE IF NOT EXISTS ${name}.progress (table String) ENGINE = MergeTree ORDER BY table`,
      );
    });
  }

  /** Tables that a run before this one completed on every node. */
  async #finished(): Promise<Set<string>> {
    const nodes = this.#topology.shards.flat();
    const sql = `SELECT DISTINCT table FROM ${clickhouseName(this.#database)}.progress`;
    const lists = await Promise.all(
      nodes.map(async (node) => await askNode(node, async (each) => await each.rows<{ table: string }>(sql))),
    );
    const [first = [], ...others] = lists.map((rows) => rows.map(({ table }) => table));
    return new Set(first.filter((table) => others.every((each) => each.includes(table))));
  }

  async #note(table: string): Promise<void> {
    await onAllNodes(this.#topology, async (node) => {
      await node.run(
        `INSERT INTO ${clickhouseName(this.#database)}.progress VALUES (${clickhouseString(table)})`,
      );
    });
  }

  async #create(stored: StoredTable): Promise<void> {
    const { cluster } = this.#topology;
    const target = qualified(this.#database, storedName(stored.table, cluster !== undefined));
    await onAllNodes(this.#topology, async (node) => {
      // what an interrupted run has left
      await node.run(`DROP TABLE IF EXISTS ${target} SYNC`);
      for (const sql of createStatements(stored, this.#database, cluster)) await node.run(sql);
    });
  }

  /** Every node knows the whole snapshot before the first one names it as the current one. */
  async #publish(record: SnapshotRecord, before: Pointer | undefined): Promise<void> {
    const text = clickhouseString(JSON.stringify(record));
    await onAllNodes(this.#topology, async (node) => {
      await node.run(`TRUNCATE TABLE ${clickhouseName(this.#database)}.snapshot SYNC`);
      await node.run(`INSERT INTO ${clickhouseName(this.#database)}.snapshot VALUES (${text})`);
    });
    const version = Math.max((before?.version ?? 0) + 1, Date.now());
    const values = `(${clickhouseString(record.snapshotId)}, ${version})`;
    await onAllNodes(this.#topology, async (node) => {
      await node.run(
        `INSERT INTO ${qualified(homeDatabase, 'pointer')} (snapshot, version) VALUES ${values}`,
      );
    });
  }
}
