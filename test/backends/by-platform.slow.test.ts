import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { builtInCatalog } from '@sdq/catalog';
import { type Engine, openEngine } from '@sdq/core';
import type { BackendContext, ExecutionBackend } from '@sdq/core/backend';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../support/small-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { SqliteBackend } from './sqlite-backend.ts';

/** An index of short videos in DuckDB, and companies in SQLite, each at a snapshot of its own. */
async function openBoth() {
  const directory = await temporaryDirectory();
  const [index, sqlite] = [join(directory.path, 'index'), join(directory.path, 'sqlite')];
  await mkdir(sqlite);
  await writeSmallIndex(index, 50);
  await publishInSqlite(sqlite, 's1', ['a', 'b', 'c']);
  const opened: ExecutionBackend[] = [];
  const inSqlite = async (_: BackendContext) => {
    const backend = await SqliteBackend.open({ index: sqlite });
    opened.push(backend);
    return backend;
  };
  const engine = await openEngine({
    index,
    processes: 1,
    threads: 1,
    advisoryParser: false,
    refreshMs: 0,
    backends: { network: inSqlite, micro: inSqlite },
  });
  return {
    engine,
    index,
    sqlite,
    opened,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

async function publishInSqlite(directory: string, id: string, names: readonly string[]): Promise<void> {
  const columns = builtInCatalog.find('network', 'companies')?.columns ?? [];
  using database = new DatabaseSync(join(directory, `${id}.sqlite`));
  database.exec(`CREATE TABLE companies (${columns.map(({ name }) => `"${name}"`).join(', ')})`);
  for (const name of names) database.prepare('INSERT INTO companies (name) VALUES (?)').run(name);
  await writeFile(join(directory, 'next.json'), JSON.stringify({ id, rows: { companies: names.length } }));
  await rename(join(directory, 'next.json'), join(directory, 'CURRENT.json'));
}

const rowsOf = async (engine: Engine, sql: string, options = {}) =>
  await (await engine.query(sql, options)).toArray();
const companies = 'SELECT name FROM companies ORDER BY name';
const onNetwork = { platform: 'network' };

test('each platform is answered by its backend, all others by the default one', async () => {
  await using both = await openBoth();
  const { engine, opened } = both;
  expect(opened, 'one backend for two platforms').toHaveLength(1);
  expect(await rowsOf(engine, companies, onNetwork)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  expect(await rowsOf(engine, 'SELECT count(*)::INTEGER AS n FROM videos')).toEqual([{ n: 50 }]);
  expect((await engine.explain(companies, onNetwork)).routes).toMatchObject([{ via: 'sqlite' }]);
  expect((await engine.explain('SELECT author FROM videos')).routes).not.toMatchObject([{ via: 'sqlite' }]);
  const counted = (await engine.schema('network')).tables.map(({ name, rowCount }) => [name, rowCount]);
  expect(Object.fromEntries(counted)).toMatchObject({ companies: 3 });
  expect(engine.status()).toMatchObject({ backend: 'duckdb, sqlite', processes: { living: 2, wanted: 2 } });
});

test('what reads no rows of an index, and local tables, are of the default backend', async () => {
  await using both = await openBoth();
  const { engine } = both;
  expect(await rowsOf(engine, 'SELECT 1 + 1 AS n', onNetwork)).toEqual([{ n: 2 }]);
  const tables = await rowsOf(engine, 'SHOW TABLES', onNetwork);
  expect(tables).toContainEqual(expect.objectContaining({ name: 'companies' }));
  const mine = { tables: { mine: new TextEncoder().encode('') } };
  await expect(rowsOf(engine, 'SELECT * FROM mine', { ...onNetwork, ...mine })).rejects.toMatchObject({
    code: 'not_supported_by_backend',
    message: 'The backend "sqlite" reads no local tables',
  });
  const path = join(both.sqlite, 'mine.csv');
  await writeFile(path, 'label,place\nx,1\n');
  expect(await rowsOf(engine, 'SELECT label FROM mine', { tables: { mine: path } })).toEqual([
    { label: 'x' },
  ]);
});

test('a snapshot is one of all backends: it is held, and taken up, together', async () => {
  await using both = await openBoth();
  const { engine, index, sqlite } = both;
  const first = engine.snapshotId;
  expect(first).toMatch(/^[^~]+~s1$/);
  using held = engine.holdSnapshot();
  expect(held.snapshotId).toBe(first);
  await publishInSqlite(sqlite, 's2', ['z']);
  await writeSmallIndex(index, 60);
  await engine.refresh();
  const second = engine.snapshotId;
  expect(second).toMatch(/^[^~]+~s2$/);
  expect(second.split('~')[0]).not.toBe(first.split('~')[0]);
  const count = 'SELECT count(*)::INTEGER AS n FROM videos';
  const earlier = { snapshotId: first };
  expect(await rowsOf(engine, companies, onNetwork)).toEqual([{ name: 'z' }]);
  expect(await rowsOf(engine, count)).toEqual([{ n: 60 }]);
  expect(await rowsOf(engine, companies, { ...onNetwork, ...earlier })).toHaveLength(3);
  expect(await rowsOf(engine, count, earlier)).toEqual([{ n: 50 }]);
  held[Symbol.dispose]();
  await expect(engine.query(count, earlier)).rejects.toMatchObject({ code: 'result_expired' });
  await expect(engine.query(count, { snapshotId: 'other' })).rejects.toMatchObject({
    code: 'result_expired',
  });
});

test('a backend that cannot take up a snapshot keeps no other from it', async () => {
  await using both = await openBoth();
  const { engine, index, sqlite } = both;
  await writeFile(join(sqlite, 'CURRENT.json'), 'damaged');
  await writeSmallIndex(index, 60);
  await expect(engine.refresh()).rejects.toThrow();
  expect(await rowsOf(engine, 'SELECT count(*)::INTEGER AS n FROM videos')).toEqual([{ n: 60 }]);
  expect(await rowsOf(engine, companies, onNetwork)).toHaveLength(3);
});

test('an answer that was kept stays true while another platform changes', async () => {
  await using both = await openBoth();
  const { engine, sqlite } = both;
  const sql = 'SELECT count(*) AS n FROM videos WHERE play_count > 3';
  await rowsOf(engine, sql);
  await publishInSqlite(sqlite, 's2', []);
  await engine.refresh();
  const again = await engine.query(sql);
  expect(again.facts.cache).toBe('hit');
  await again.toArray();
});

test('a platform that is not there, and a backend that does not open, are told, and nothing stays open', async () => {
  await using directory = await temporaryDirectory();
  const index = join(directory.path, 'index');
  await writeSmallIndex(index, 5);
  const options = { index, processes: 1, threads: 1, advisoryParser: false, refreshMs: 0 };
  const fails = async () => {
    throw new Error('no cluster');
  };
  await expect(openEngine({ ...options, backends: { networks: fails } })).rejects.toMatchObject({
    code: 'usage_error',
    message: 'Unknown platform "networks"',
  });
  let disposed = 0;
  const closes = async () =>
    ({
      async [Symbol.asyncDispose]() {
        disposed++;
      },
    }) as unknown as ExecutionBackend;
  const backends = { network: closes, micro: fails };
  await expect(openEngine({ ...options, backends })).rejects.toThrow('no cluster');
  expect(disposed).toBe(1);
});
