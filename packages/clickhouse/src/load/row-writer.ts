import { createReadStream } from 'node:fs';
import { glob, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlString } from '@sdq/duckdb/sql';
import type { ClusterNode } from '../client/cluster-node.ts';
import { clickhouseName } from '../client/sql.ts';
import { qualified, storedName } from '../snapshots/names.ts';
import { boxesOf, duckdbShard, type StoredTable, writtenColumns } from './stored-table.ts';
import { askNode, type Topology } from './topology.ts';

/** What an insertion must not do: guess a value, or take a file with other columns. */
const insertSettings = {
  input_format_null_as_default: 0,
  input_format_parquet_allow_missing_columns: 0,
  max_partitions_per_insert_block: 0,
  async_insert: 0,
} as const;

/** Writes rows of DuckDB to the nodes of their shards: each replica gets them from here, so no replication is needed. */
export class RowWriter {
  /** Rows, and bytes of Parquet, that were sent so far; those of replicas count once for each. */
  rows = 0;
  bytes = 0;
  readonly #connection: DuckDBConnection;
  readonly #topology: Topology;
  readonly #folder: string;
  readonly #signal: AbortSignal | undefined;
  #number = 0;

  constructor(
    connection: DuckDBConnection,
    topology: Topology,
    { folder, signal }: { folder: string; signal: AbortSignal | undefined },
  ) {
    this.#connection = connection;
    this.#topology = topology;
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Appends the rows of a relation to a table of a database. */
  async write(stored: StoredTable, database: string, relation: string): Promise<void> {
    const { table, sharding } = stored;
    const { shards, cluster } = this.#topology;
    const columns = writtenColumns(table)
      .map(({ name }) => clickhouseName(name))
      .join(', ');
    const into = `INSERT INTO ${qualified(database, storedName(table, cluster !== undefined))} (${columns}) FORMAT Parquet`;
    const shardOf = duckdbShard(sharding[0] as string, shards.length);
    await this.#send(
      `SELECT *${boxesOf(stored)}, ${shardOf} AS sdq_shard FROM ${relation}`,
      (shard) => shards[shard] ?? [],
      into,
    );
  }

  /** Appends the rows of a relation to a table of every node. */
  async writeToAll(relation: string, into: string): Promise<void> {
    const all = this.#topology.shards.flat();
    await this.#send(`SELECT *, 0 AS sdq_shard FROM ${relation}`, () => all, `${into} FORMAT Parquet`);
  }

  async #send(
    select: string,
    nodesOf: (shard: number) => readonly ClusterNode[],
    into: string,
  ): Promise<void> {
    const folder = join(this.#folder, `rows-${this.#number++}`);
    await mkdir(folder, { recursive: true });
    try {
      this.#signal?.throwIfAborted();
      const reader = await this.#connection.runAndReadAll(
        `COPY (${select}) TO ${sqlString(folder)} (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (sdq_shard), OVERWRITE_OR_IGNORE)`,
      );
      if (Number(reader.getRows()[0]?.[0] ?? 0) === 0) return;
      this.rows += Number(reader.getRows()[0]?.[0] ?? 0);
      for await (const name of glob('sdq_shard=*/*.parquet', { cwd: folder })) {
        const shard = Number(/^sdq_shard=(\d+)/.exec(name)?.[1]);
        for (const node of nodesOf(shard)) await this.#insert(node, into, join(folder, name));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #insert(node: ClusterNode, into: string, path: string): Promise<void> {
    this.#signal?.throwIfAborted();
    const file = createReadStream(path);
    file.on('data', (part) => {
      this.bytes += part.length;
    });
    file.pause();
    try {
      await askNode(
        node,
        async (each) => await each.insert(into, file, { settings: insertSettings, signal: this.#signal }),
      );
    } finally {
      file.destroy();
    }
  }
}
