import { readFile, writeFile } from 'node:fs/promises';
import { rowGroupRows } from '@sdq/index';
import { holdRows, ParquetPages, ParquetRowFile, RowGatherer, type RowSet } from '@sdq/row-store';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RowFiles } from '../../../../src/backends/duckdb/execute/row-files.ts';
import { type RandomColumn, randomColumns } from './random-rows.ts';
import { useRowsDatabase } from './rows-database.ts';

const db = useRowsDatabase();
const { path } = db;
const pages = new ParquetPages();
afterAll(() => pages[Symbol.dispose]());

/** As base files are written. */
const fileOptions = `FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, ROW_GROUP_SIZE ${rowGroupRows}`;

type Columns = readonly { readonly name: string; readonly type: string }[];
const allOf = async (sql: string) => (await db.connection.runAndReadAll(sql)).getRows();

/** Random values, each in some rows of a file, in an order that is the same each time. */
async function writeParquet(columns: readonly RandomColumn[], rows: number, options: string): Promise<void> {
  const list = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  const values = columns[0]?.sql.map((_, row) => `(${columns.map(({ sql }) => sql[row]).join(', ')})`);
  await db.connection.run(`CREATE OR REPLACE TABLE source (${list})`);
  await db.connection.run(`INSERT INTO source VALUES ${values?.join(', ')}`);
  await db.connection.run(
    `COPY (SELECT source.* FROM range(${rows}) AS r(i), source
       WHERE hash(i, source.rowid) % 4 = 0 ORDER BY hash(i + source.rowid, 7) LIMIT ${rows})
     TO '${path('rows.parquet')}' (${options})`,
  );
}

function read(columns: Columns, rows: readonly number[], name = 'rows.parquet'): RowSet {
  using file = ParquetRowFile.open(path(name), pages);
  const gatherer = new RowGatherer(columns, rows.length);
  file.gather(rows, gatherer);
  return gatherer.rowSet();
}

function readOrError(...asked: Parameters<typeof read>): RowSet | Error {
  try {
    return read(...asked);
  } catch (error) {
    return error as Error;
  }
}

async function expectRows(columns: Columns, picks: readonly number[]): Promise<void> {
  using held = holdRows(columns, [read(columns, picks)]);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const expected = await allOf(
    `SELECT ${names} FROM read_parquet('${path('rows.parquet')}', file_row_number = true)
     WHERE list_contains([${picks.join(', ')}]::BIGINT[], file_row_number) ORDER BY file_row_number`,
  );
  expect(await allOf(`FROM ${held.relation}`)).toEqual(expected);
}

describe('a fetch of many rows of base files', () => {
  const columns = [{ name: 'id', type: 'VARCHAR' }];
  const rows = 400_000;

  function step() {
    const files = [{ path: path('groups.parquet'), first: 0, rows, isParquet: true as const }];
    return { placeholder: 'x', sql: null, rowsMin: 0, rowsMax: rows, columns, files };
  }

  it('lets others have their turn, and ends where the query has to', async () => {
    await db.connection.run(
      `COPY (SELECT i::VARCHAR || repeat('x', i % 50) AS id FROM range(${rows}) AS r(i))
       TO '${path('groups.parquet')}' (${fileOptions.replace(/[0-9]+$/, '2048')})`,
    );
    using files = new RowFiles();
    // one row of each group, more than once
    const ordinals = Array.from({ length: 2_000 }, (_, i) => i * 200);
    let pauses = 0;
    const [all] = await files.gather(step(), ordinals, async () => void pauses++);
    expect(all?.rows).toBe(2_000);
    expect(pauses).toBeGreaterThan(0);
    let calls = 0;
    const ended = files.gather(step(), ordinals, () => {
      calls++;
      return Promise.reject(new Error('cancelled'));
    });
    await expect(ended).rejects.toThrow('cancelled');
    expect(calls).toBe(1);
    // what was left in the middle of a group does not disturb the next fetch
    const [some] = await files.gather(step(), [5, 399_999], async () => {});
    using held = holdRows(columns, [some as RowSet]);
    expect(await allOf(`FROM ${held.relation}`)).toEqual([
      [`5${'x'.repeat(5)}`],
      [`399999${'x'.repeat(49)}`],
    ]);
  });
});

describe('rows of a Parquet file', () => {
  it('are told apart by whether their row groups may have values of a column', async () => {
    await db.connection.run(
      `COPY (SELECT i AS id, CASE WHEN i BETWEEN 3000 AND 3002 THEN MAP {'a': TIMESTAMPTZ '2026-01-01'} END AS _older,
               CASE WHEN i >= 4096 THEN [i] END AS list, NULL::VARCHAR AS none
             FROM range(5000) AS r(i))
       TO '${path('values.parquet')}' (${fileOptions.replace(/[0-9]+$/, '2048')})`,
    );
    using file = ParquetRowFile.open(path('values.parquet'), pages);
    const groups = [
      [0, 2_048],
      [2_048, 4_096],
      [4_096, 5_000],
    ];
    expect(file.rangesWith('id')).toEqual(groups);
    expect(file.rangesWith('_older')).toEqual([groups[1]]);
    expect(file.rangesWith('list')).toEqual([groups[2]]);
    expect(file.rangesWith('none')).toEqual([]);
    expect(file.rangesWith('absent')).toEqual([]);
  });

  it('are those that DuckDB reads, whichever types, groups, encodings and rows', async () => {
    const law = fc.asyncProperty(
      fc.integer({ min: 1, max: 24 }).chain((values) => randomColumns(values)),
      fc.integer({ min: 1, max: 9_000 }),
      fc.constantFrom(
        fileOptions,
        'FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, ROW_GROUP_SIZE 2048',
        'FORMAT parquet, COMPRESSION uncompressed, PARQUET_VERSION V2, ROW_GROUP_SIZE 4096',
        'FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V1, ROW_GROUP_SIZE 2048',
        'FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION V2, ROW_GROUP_SIZE 8192, DICTIONARY_SIZE_LIMIT 1',
      ),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 12 }),
      async (columns, rowsMost, options, shares) => {
        // texts of a megabyte are not repeated thousands of times
        const isHuge = columns.some(({ sql }) => sql.some((value) => value.startsWith('repeat(')));
        await writeParquet(columns, isHuge ? Math.min(rowsMost, 100) : rowsMost, options);
        using file = ParquetRowFile.open(path('rows.parquet'), pages);
        if (file.rows === 0) return;
        const picks = [...new Set(shares.map((share) => Math.floor(share * file.rows)))].sort(
          (a, b) => a - b,
        );
        await expectRows(columns, picks);
      },
    );
    await fc.assert(law, { numRuns: 40 });
  });

  it('are read with those of whole groups, and ascend', async () => {
    await db.connection.run(
      `COPY (SELECT i::VARCHAR AS id, i * 977 AS n, CASE WHEN i % 3 > 0 THEN ['a' || i, NULL] END AS tags,
         'text of ' || i // 7 AS text FROM range(50000) AS r(i)) TO '${path('rows.parquet')}' (${fileOptions})`,
    );
    const columns = [
      { name: 'id', type: 'VARCHAR' },
      { name: 'n', type: 'BIGINT' },
      { name: 'tags', type: 'VARCHAR[]' },
      { name: 'text', type: 'VARCHAR' },
      { name: 'added later', type: 'INTEGER' },
    ];
    await expectRows(
      columns.slice(0, 4),
      Array.from({ length: 6_000 }, (_, i) => 18_000 + i),
    );
    await expectRows(columns.slice(0, 4), [0, rowGroupRows - 1, rowGroupRows, 49_999]);
    using file = ParquetRowFile.open(path('rows.parquet'), pages);
    expect([file.rows, file.groupEnd(0), file.groupEnd(rowGroupRows), file.groupEnd(49_999)]).toEqual([
      50_000,
      rowGroupRows,
      2 * rowGroupRows,
      50_000,
    ]);
    const [row] = await allOf(`FROM ${holdRows(columns, [read(columns, [30_000])]).relation}`);
    expect(row?.[4]).toBeNull();
    expect(() => file.gather([50_000], new RowGatherer(columns, 1))).toThrow(RangeError);
  });

  it('are not read where the file has another type, codec or form', async () => {
    const write = (sql: string, options = fileOptions) =>
      db.connection.run(`COPY (${sql}) TO '${path('other.parquet')}' (${options})`);
    const readOther = (type: string) => () => read([{ name: 'x', type }], [0], 'other.parquet');
    await write('SELECT 1::BIGINT AS x');
    expect(readOther('INTEGER')).toThrow('x is of another type than INTEGER');
    await write("SELECT TIMESTAMP_MS '2026-01-01' AS x");
    expect(readOther('TIMESTAMP')).toThrow('another type');
    await write('SELECT 1.5::DECIMAL(5,2) AS x');
    expect(readOther('DECIMAL(5,1)')).toThrow('another type');
    await write("SELECT {a: 'x'} AS x");
    expect(readOther('VARCHAR')).toThrow('x is nested');
    await write("SELECT [{a: 'x'}] AS x");
    expect(readOther('VARCHAR[]')).toThrow('no list as DuckDB writes it');
    await write("SELECT repeat('x', 100) AS x", 'FORMAT parquet, COMPRESSION snappy');
    expect(readOther('VARCHAR')).toThrow('its codec is 1');
    await writeFile(path('other.parquet'), 'no Parquet at all');
    expect(readOther('VARCHAR')).toThrow('no Parquet file');
    expect(() => ParquetRowFile.open(path('missing.parquet'), pages)).toThrow(
      expect.objectContaining({ code: 'index_corrupt' }),
    );
  });

  it('end in an error or are other values, and never hang or read beyond, whichever byte is damaged', async () => {
    const columns = [
      { name: 'id', type: 'VARCHAR' },
      { name: 'n', type: 'BIGINT' },
      { name: 'kind', type: 'VARCHAR' },
      { name: 'tags', type: 'VARCHAR[]' },
    ];
    await db.connection.run(
      `COPY (SELECT (7400000000000000000 + i * 977)::VARCHAR AS id, i * i AS n, 'kind ' || i % 3 AS kind,
         CASE WHEN i % 3 > 0 THEN ['tag' || i % 5, NULL] END AS tags FROM range(120) AS r(i))
       TO '${path('rows.parquet')}' (${fileOptions})`,
    );
    const bytes = await readFile(path('rows.parquet'));
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x55;
      await writeFile(path('damaged.parquet'), damaged);
      const found = readOrError(columns, [0, 60, 119], 'damaged.parquet');
      if (found instanceof Error) refused++;
      else expect(found.rows, `byte ${at}`).toBe(3);
    }
    expect(refused).toBeGreaterThan(bytes.length / 4);
    await expectRows(columns, [0, 60, 119]);
  });
});
