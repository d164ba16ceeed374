import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type ddb from '@duckdb/node-bindings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEncoder } from '../src/create-encoder.ts';
import { readBatch } from '../src/duckdb/read-batch.ts';
import { encodeQuery, nextChunk, parseLines, RawDatabase } from './encode-query.ts';

let database: RawDatabase;
let directory: string;
let files = 0;
beforeAll(async () => {
  database = await RawDatabase.open();
  directory = await mkdtemp(join(tmpdir(), 'sdq-parquet-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

async function fileOf(sql: string): Promise<{ path: string; parts: Uint8Array[] }> {
  const { bytes, parts } = await encodeQuery(database, sql, 'parquet');
  return { path: await written(bytes), parts };
}

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(directory, `${files++}.parquet`);
  await writeFile(path, bytes);
  return path;
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return parseLines((await encodeQuery(database, sql, 'ndjson')).bytes);
}

describe('a result as Parquet', () => {
  it('has its columns when it has no rows', async () => {
    const { path } = await fileOf('SELECT 1 AS a, [2] AS b, {x: 3} AS c WHERE false');
    expect(
      await rowsOf(`SELECT column_name AS name, column_type AS type FROM (DESCRIBE FROM '${path}')`),
    ).toEqual([
      { name: 'a', type: 'INTEGER' },
      { name: 'b', type: 'INTEGER[]' },
      { name: 'c', type: 'STRUCT(x INTEGER)' },
    ]);
    expect(await rowsOf(`FROM '${path}'`)).toEqual([]);
  });

  it('keeps types as they are, or as text where Parquet has none of them', async () => {
    const types = {
      HUGEINT: 'DECIMAL(38,0)',
      UHUGEINT: 'VARCHAR',
      'DECIMAL(4,1)': 'DECIMAL(4,1)',
      'DECIMAL(38,10)': 'DECIMAL(38,10)',
      UUID: 'UUID',
      TIME: 'TIME',
      TIME_NS: 'TIME_NS',
      TIMETZ: 'VARCHAR',
      DATE: 'DATE',
      TIMESTAMP: 'TIMESTAMP',
      TIMESTAMP_S: 'TIMESTAMP',
      TIMESTAMP_MS: 'TIMESTAMP',
      TIMESTAMP_NS: 'TIMESTAMP_NS',
      TIMESTAMPTZ: 'TIMESTAMP WITH TIME ZONE',
      INTERVAL: 'VARCHAR',
      'UNION(a INTEGER)': 'VARCHAR',
      "ENUM('a')": 'VARCHAR',
      BLOB: 'BLOB',
      BIT: 'VARCHAR',
      'VARCHAR[2]': 'VARCHAR[]',
      'MAP(VARCHAR, DOUBLE)': 'MAP(VARCHAR, DOUBLE)',
      UTINYINT: 'UTINYINT',
      SMALLINT: 'SMALLINT',
    };
    const columns = Object.keys(types).map((type, index) => `NULL::${type} AS c${index}`);
    const { path } = await fileOf(`SELECT ${columns.join(', ')}`);
    const described = await rowsOf(`SELECT column_type AS type FROM (DESCRIBE FROM '${path}')`);
    expect(described.map(({ type }) => type)).toEqual(Object.values(types));
  });

  it('carries unions as JSON, NULL among them, and infinities', async () => {
    const { path } = await fileOf(`SELECT unnest([union_value(a := 1), union_value(a := NULL::INTEGER)]) AS u,
      'infinity'::TIMESTAMP_S AS s, '-infinity'::TIMESTAMPTZ AS z, 'infinity'::DATE AS d, 'NaN'::FLOAT AS f`);
    const check = `SELECT u, isinf(s) AND s > '2000-01-01' AS s, isinf(z) AND z < '2000-01-01' AS z, isinf(d) AS d, isnan(f) AS f`;
    expect(await rowsOf(`${check} FROM '${path}'`)).toEqual([
      { u: '1', s: true, z: true, d: true, f: true },
      { u: null, s: true, z: true, d: true, f: true },
    ]);
  });

  it('names columns apart, and repairs text that is not UTF-8', async () => {
    const result = await database.stream(`SELECT unhex('61FF62') AS a`);
    const type = { alias: null, name: 'VARCHAR' } as const;
    const encoder = createEncoder('parquet', [{ name: 'a', type }]);
    const chunk = (await nextChunk(result)) as ddb.DataChunk;
    const path = await written(
      Buffer.concat([encoder.start(), encoder.encode(readBatch([type], chunk)), encoder.finish()].flat()),
    );
    expect(await rowsOf(`FROM '${path}'`)).toEqual([{ a: 'a\ufffdb' }]);
    const twice = await fileOf('SELECT 1 AS a, 2 AS a');
    expect(await rowsOf(`FROM '${twice.path}'`)).toEqual([{ a: 1, a_1: 2 }]);
  });

  it('comes in row groups of at most 122,880 rows, each with its pages', async () => {
    const sql = `SELECT i, CASE WHEN i % 3 = 0 THEN [i, NULL] END AS l, 'row ' || i AS s, i % 2 = 0 AS b FROM range(300_000) AS r(i)`;
    const { path, parts } = await fileOf(sql);
    expect(parts.length).toBeGreaterThan(3);
    const groups = `SELECT DISTINCT row_group_id AS id, row_group_num_rows AS n FROM parquet_metadata('${path}') ORDER BY id`;
    expect((await rowsOf(groups)).map(({ n }) => n)).toEqual([122_880, 122_880, 54_240]);
    const differing = `SELECT count(*) AS n FROM ((${sql} EXCEPT ALL FROM '${path}') UNION ALL (FROM '${path}' EXCEPT ALL ${sql}))`;
    expect(await rowsOf(differing)).toEqual([{ n: 0 }]);
  });

  it('takes heavy rows, and lists that share their elements, in stretches', async () => {
    const sql = `SELECT i, repeat(chr(97 + (i % 26)::INTEGER), 60_000) AS s, (SELECT list(n) FROM range(2_000) AS t(n)) AS l
      FROM range(600) AS r(i)`;
    const { path } = await fileOf(sql);
    const sums = 'count(*) AS n, sum(length(s))::BIGINT AS characters, sum(list_sum(l))::BIGINT AS sum';
    expect(await rowsOf(`SELECT ${sums} FROM '${path}'`)).toEqual([
      { n: 600, characters: 36_000_000, sum: 600 * 1_999_000 },
    ]);
  });

  it('is no file until it is finished', async () => {
    const { parts } = await fileOf('FROM range(10)');
    const cut = await written(Buffer.concat(parts.slice(0, -1)));
    await expect(rowsOf(`FROM '${cut}'`)).rejects.toThrow();
  });
});
