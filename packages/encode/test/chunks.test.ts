import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ddb from '@duckdb/node-bindings';
import type { ResultFormat } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEncoder } from '../src/create-encoder.ts';
import { readBatch } from '../src/duckdb/read-batch.ts';
import { columnsOf, encodeQuery, nextChunk, parseLines, RawDatabase } from './encode-query.ts';
import { isWhole, readArrow } from './read-arrow.ts';

let database: RawDatabase;
let directory: string;
beforeAll(async () => {
  database = await RawDatabase.open();
  directory = await mkdtemp(join(tmpdir(), 'sdq-stream-'));
  // Strings of all kinds, NULLs, lists with and without elements, over many chunks.
  await database.run(`CREATE TABLE mixed AS SELECT
    i AS id,
    CASE WHEN i % 3 > 0 THEN repeat(CASE WHEN i % 5 = 0 THEN 'é' ELSE 'x' END, (i % 40)::INTEGER) END AS name,
    i % 7 = 0 AS flag,
    CASE WHEN i % 10 > 0 THEN list_transform(range(i % 4), lambda n: 'tag number ' || (i + n)) END AS tags,
    CASE WHEN i % 4 > 0 THEN {'score': i / 3, 'at': TIMESTAMPTZ '2024-01-01 00:00:00+00' + to_seconds(i)} END AS extra,
    ((i * 7919) % 1000 - 500)::DECIMAL(9, 2) AS price
    FROM range(20000) AS r(i)`);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const tableType = `{id: 'BIGINT', name: 'VARCHAR', flag: 'BOOLEAN', tags: 'VARCHAR[]',
  extra: 'STRUCT(score DOUBLE, "at" TIMESTAMPTZ)', price: 'DECIMAL(9,2)'}`;

/** Rows that are in one of the two relations only, by DuckDB's own count. */
async function differingRows(relation: string): Promise<number> {
  const result = await database.stream(
    `SELECT count(*)::INTEGER FROM ((FROM mixed EXCEPT ALL FROM ${relation}) UNION ALL (FROM ${relation} EXCEPT ALL FROM mixed))`,
  );
  const chunk = await nextChunk(result);
  const data = ddb.vector_get_data(ddb.data_chunk_get_vector(chunk as ddb.DataChunk, 0), 4);
  return Buffer.from(data).readInt32LE();
}

describe('a result of many chunks', () => {
  it('is read back from NDJSON by DuckDB, row for row', async () => {
    const { parts, bytes } = await encodeQuery(database, 'FROM mixed', 'ndjson');
    expect(parts.length).toBeGreaterThan(5);
    const file = join(directory, 'mixed.ndjson');
    await writeFile(file, bytes);
    expect(
      await differingRows(`read_json('${file}', columns = ${tableType}, format = 'newline_delimited')`),
    ).toBe(0);
  });

  it('is read back from JSON by DuckDB, row for row', async () => {
    const { bytes } = await encodeQuery(database, 'FROM mixed', 'json');
    const file = join(directory, 'mixed.json');
    await writeFile(file, bytes);
    expect(await differingRows(`read_json('${file}', columns = ${tableType}, format = 'array')`)).toBe(0);
  });

  it('is read back from CSV by DuckDB, row for row', async () => {
    const { bytes } = await encodeQuery(database, 'FROM mixed', 'csv');
    const file = join(directory, 'mixed.csv');
    await writeFile(file, bytes);
    const types = `{id: 'BIGINT', name: 'VARCHAR', flag: 'BOOLEAN', tags: 'JSON', extra: 'JSON', price: 'DECIMAL(9,2)'}`;
    const relation = `(SELECT id, name, flag, tags::VARCHAR[] AS tags, extra::STRUCT(score DOUBLE, "at" TIMESTAMPTZ) AS extra, price
      FROM read_csv('${file}', columns = ${types}, header = true, allow_quoted_nulls = false, new_line = '\\r\\n'))`;
    expect(await differingRows(relation)).toBe(0);
  });

  it('is the same in Arrow whatever the batches', async () => {
    const whole = readArrow((await encodeQuery(database, 'FROM mixed ORDER BY id', 'arrow')).bytes);
    expect(whole.rows).toHaveLength(20_000);
    expect(whole.rows[1234]).toEqual([
      1234n,
      'x'.repeat(34),
      false,
      ['tag number 1234', 'tag number 1235'],
      [1234 / 3, 1_704_068_434_000_000n],
      BigInt(((1234 * 7919) % 1000) - 500) * 100n,
    ]);
    for (const batch of [{ rowsMax: 999 }, { bytesMax: 10_000 }, { rowsMax: 3, bytesMax: 1 << 20 }]) {
      const { bytes } = await encodeQuery(database, 'FROM mixed ORDER BY id', 'arrow', { batch });
      const cut = readArrow(bytes);
      expect(cut.rows).toEqual(whole.rows);
      expect(Math.max(...cut.batchRows)).toBeLessThan(1000);
    }
  });

  it('comes in Arrow batches of at most 65,536 rows and about 2 MiB', async () => {
    const narrow = await encodeQuery(database, 'SELECT true AS b FROM range(200000)', 'arrow');
    expect(Math.max(...readArrow(narrow.bytes).batchRows)).toBe(65_536);
    const wide = await encodeQuery(database, `SELECT repeat('x', 300000) AS s FROM range(50)`, 'arrow');
    expect(Math.max(...readArrow(wide.bytes).batchRows)).toBe(6);
  });

  it.each(['json', 'ndjson', 'csv', 'arrow'] as const)('may be cut within a chunk: %s', async (format) => {
    const rowsOf = (): number => 5;
    const { bytes, rowCount } = await encodeQuery(database, 'FROM mixed LIMIT 2000', format, { rowsOf });
    expect(rowCount).toBe(5);
    expect(countRows(bytes, format)).toBe(5);
  });
});

function countRows(bytes: Buffer, format: ResultFormat): number {
  if (format === 'arrow') return readArrow(bytes).rows.length;
  if (format === 'json') return (JSON.parse(bytes.toString()) as unknown[]).length;
  if (format === 'ndjson') return parseLines(bytes).length;
  return bytes.toString().split('\r\n').length - 2;
}

describe('an encoder', () => {
  it('has copied all it needs when it returns: chunks may be freed and memory used again', async () => {
    const result = await database.stream(
      `SELECT 'a string that is not inlined ' || i AS s FROM range(10000) AS r(i)`,
    );
    const columns = columnsOf(result);
    const encoder = createEncoder('arrow', columns, { batch: { bytesMax: 1 << 30 } });
    const chunk = (await nextChunk(result)) as ddb.DataChunk;
    const batch = readBatch(
      columns.map(({ type }) => type),
      chunk,
    );
    const parts = [...encoder.start(), ...encoder.encode(batch)];
    ddb.data_chunk_reset(chunk);
    await database.run(`SELECT repeat('overwritten', 100) FROM range(1000)`);
    parts.push(...encoder.finish());
    const { rows } = readArrow(Buffer.concat(parts));
    expect(rows).toEqual(
      Array.from({ length: rows.length }, (_, index) => [`a string that is not inlined ${index}`]),
    );
    expect(rows.length).toBe(2048);
  });

  it('encodes the first rows of a chunk as if there were no others', async () => {
    const sql = (rows: number) => `SELECT i, 'a string that is not inlined ' || i AS s, [i, NULL, i + 1] AS l,
      {'a': i::VARCHAR, 'b': [repeat('b', i::INTEGER % 20)]} AS t, MAP {i: 'x' || i} AS m,
      CASE WHEN i % 3 > 0 THEN [[i]] END AS n, [i, i]::BIGINT[2] AS f FROM range(${rows}) AS r(i)`;
    const bytesOf = async (rows: number, rowsMax: number) => {
      const result = await database.stream(sql(rows));
      const columns = columnsOf(result);
      const encoder = createEncoder('ndjson', columns, {});
      const types = columns.map(({ type }) => type);
      const batch = readBatch(types, (await nextChunk(result)) as ddb.DataChunk, rowsMax);
      return Buffer.concat([...encoder.start(), ...encoder.encode(batch), ...encoder.finish()]).toString();
    };
    for (const rows of [1, 7, 101, 2_047]) expect(await bytesOf(2_048, rows)).toBe(await bytesOf(rows, rows));
    expect(await bytesOf(5, 9)).toBe(await bytesOf(5, 5));
  });

  it('leaves an Arrow stream without its end until it is told to finish', async () => {
    const { parts, bytes } = await encodeQuery(database, 'FROM mixed', 'arrow');
    expect(isWhole(bytes)).toBe(true);
    expect(isWhole(Buffer.concat(parts.slice(0, -1)))).toBe(false);
  });

  it('gives text that is not UTF-8 with U+FFFD in place of what cannot be read', async () => {
    const broken = [
      ['61FF62', 'a\ufffdb'],
      ['C3', '\ufffd'],
      ['EDA080', '\ufffd\ufffd\ufffd'],
      [`${'78'.repeat(20)}E282`, `${'x'.repeat(20)}\ufffd`],
      [`${'79'.repeat(20)}`, 'y'.repeat(20)],
      [`82AC${'7A'.repeat(20)}`, `\ufffd\ufffd${'z'.repeat(20)}`],
      ['C3A9', 'é'],
      ['F09F8E89', '🎉'],
      ['FFFFFFFFFFFFFFFFFFFFFFFF', '\ufffd'.repeat(12)],
    ] as const;
    // DuckDB makes no such text itself; blobs have the same layout, so their chunks stand in for it.
    const sql = `SELECT unnest([${broken.map(([hex]) => `unhex('${hex}')`).join(', ')}]) AS s`;
    const expected = broken.map(([, text]) => text);
    for (const format of ['ndjson', 'arrow', 'csv'] as const) {
      const result = await database.stream(sql);
      const type = { alias: null, name: 'VARCHAR' } as const;
      const encoder = createEncoder(format, [{ name: 's', type }]);
      const start = encoder.start();
      const chunk = (await nextChunk(result)) as ddb.DataChunk;
      const rest = encoder.encode(readBatch([type], chunk));
      const bytes = Buffer.concat([...start, ...rest, ...encoder.finish()]);
      if (format === 'arrow') expect(readArrow(bytes).rows.flat()).toEqual(expected);
      else if (format === 'ndjson') expect(parseLines(bytes).map(({ s }) => s)).toEqual(expected);
      else expect(bytes.toString()).toBe(`s\r\n${expected.join('\r\n')}\r\n`);
    }
  });

  it.each(['json', 'ndjson', 'csv', 'arrow'] as const)(
    'gives parts whose buffers are theirs: %s',
    async (format) => {
      for (const sql of ['FROM mixed', 'FROM mixed LIMIT 1', 'FROM mixed LIMIT 0']) {
        const expected = (await encodeQuery(database, sql, format)).bytes;
        const { parts } = await encodeQuery(database, sql, format);
        expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(parts.length);
        const moved = parts.map((part) => structuredClone(part, { transfer: [part.buffer as ArrayBuffer] }));
        expect(Buffer.concat(moved).equals(expected)).toBe(true);
      }
    },
  );

  it('refuses a result without columns', () => {
    expect(() => createEncoder('json', [])).toThrow('at least one column');
  });
});
