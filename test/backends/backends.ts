import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { type Engine, type EngineOptions, openEngine } from '@sdq/core';
import type { BackendFactory } from '@sdq/core/backend';
import { hasClickHouse, openCluster, type TestCluster } from '../clickhouse/nodes/cluster.ts';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { SqliteBackend, type SqliteSnapshot } from './sqlite-backend.ts';

export type BackendName = 'duckdb' | 'sqlite' | 'by-platform' | 'clickhouse' | 'clickhouse-cluster';

const isLanding = process.env.SDQ_SLOW_TESTS !== undefined;

/** One node is tested with each run; a cluster of three, and SQLite for one platform beside DuckDB, before each landing. */
export const backendNames: readonly BackendName[] = [
  ...(['duckdb', 'sqlite'] as const),
  ...(isLanding ? (['by-platform'] as const) : []),
  ...(hasClickHouse ? (['clickhouse'] as const) : []),
  ...(hasClickHouse && isLanding ? (['clickhouse-cluster'] as const) : []),
];

/** Rows of `videos` as each backend has them, snapshot by snapshot. */
export interface Backends extends AsyncDisposable {
  readonly directory: string;
  open(name: BackendName, options?: Partial<EngineOptions>): Promise<Engine>;
  /** Publishes a snapshot of so many rows for all of them. */
  publish(rows: number): Promise<void>;
}

export async function makeBackends(): Promise<Backends> {
  const directory = await temporaryDirectory();
  const clusters = await startClusters();
  const index = join(directory.path, 'index');
  const sqlite = join(directory.path, 'sqlite');
  await mkdir(sqlite);
  const inSqlite: BackendFactory = async () => await SqliteBackend.open({ index: sqlite });
  const usual = { advisoryParser: false, refreshMs: 0 };
  const backendOf = async (name: BackendName): Promise<EngineOptions> => {
    if (name === 'duckdb') return { index, threads: 1, processes: 1 };
    if (name === 'sqlite') return { index: sqlite, backend: SqliteBackend.open };
    if (name === 'by-platform')
      return { index, processes: 1, threads: 1, backends: { shortvideo: inSqlite } };
    const { urls, cluster } = clusters.get(name) as TestCluster;
    return { index, backend: clickhouseBackend({ urls, cluster }) };
  };
  return {
    directory: directory.path,
    open: async (name, options = {}) =>
      await openEngine({ ...usual, ...(await backendOf(name)), ...options }),
    async publish(rows) {
      await writeSmallIndex(index, rows, {
        play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE 9007199254740000 + (hash(i + 2) % 2000)::BIGINT END',
        hashtags: "CASE WHEN i % 6 = 1 THEN [] ELSE ['tag' || (i % 4), 'a \"longer\" tag ü', NULL] END",
        mentions: "CASE WHEN i % 6 = 0 THEN NULL WHEN i % 6 = 1 THEN [] ELSE ['user' || (i % 4), NULL] END",
        is_ad: 'CASE WHEN i % 3 > 0 THEN i % 3 = 1 END',
        duration_ms: '(i % 50)::INTEGER - 5',
      });
      await using engine = await openEngine({ index, isolation: 'in-process', ...usual });
      await copyToSqlite(engine, sqlite);
      for (const { urls, cluster } of clusters.values())
        await loadSnapshot({ urls, cluster, index, catalog: builtInCatalog });
    },
    [Symbol.asyncDispose]: async () => {
      for (const cluster of clusters.values()) await cluster[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

/** The cluster of each name that stands for one. */
async function startClusters(): Promise<Map<BackendName, TestCluster>> {
  const clusters = new Map<BackendName, TestCluster>();
  for (const name of backendNames) {
    if (!name.startsWith('clickhouse')) continue;
    const cluster = await openCluster({ shards: name === 'clickhouse' ? 1 : 3 });
    clusters.set(name, cluster);
    await initCluster(cluster);
  }
  return clusters;
}

/** The snapshot that an engine sees, under the same id. */
async function copyToSqlite(engine: Engine, directory: string): Promise<void> {
  const columns = builtInCatalog.find('shortvideo', 'videos')?.columns ?? [];
  using database = new DatabaseSync(join(directory, `${engine.snapshotId}.sqlite`));
  database.exec(`CREATE TABLE videos (${columns.map(({ name }) => `"${name}"`).join(', ')})`);
  const insert = database.prepare(`INSERT INTO videos VALUES (${columns.map(() => '?').join(', ')})`);
  database.exec('BEGIN');
  let rows = 0;
  for await (const row of (await engine.query('SELECT * FROM videos')).rows()) {
    insert.run(...columns.map(({ name, type }) => toSqliteValue(type, row[name])));
    rows++;
  }
  database.exec('COMMIT');
  const current: SqliteSnapshot = { id: engine.snapshotId, rows: { videos: rows } };
  await writeFile(join(directory, 'next.json'), JSON.stringify(current));
  await rename(join(directory, 'next.json'), join(directory, 'CURRENT.json'));
}

function toSqliteValue(type: string, value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (type === 'VARCHAR') return String(value);
  if (type.startsWith('TIMESTAMP')) return BigInt(Date.parse(String(value))) * 1000n;
  return type.endsWith('[]') ? JSON.stringify(value) : BigInt(value as number | string | boolean);
}
