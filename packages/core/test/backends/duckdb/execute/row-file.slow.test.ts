import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdRows, type Packing, RowFile, writeRowFile } from '@sdq/row-store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchRows } from './fetch-rows.ts';
import { type RandomColumn, randomColumns } from './random-rows.ts';
import { useRowsDatabase } from './rows-database.ts';

const db = useRowsDatabase();
const { path } = db;
const small: Packing = { blockRows: 8, level: 3, dictionaryBytes: 512 };

async function writeParquet(columns: readonly RandomColumn[], rows: number): Promise<void> {
  const list = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
  await db.connection.run(`CREATE OR REPLACE TABLE source (${list})`);
  for (let row = 0; row < rows; row++) {
    await db.connection.run(`INSERT INTO source VALUES (${columns.map(({ sql }) => sql[row]).join(', ')})`);
  }
  await db.connection.run(`COPY source TO '${path('rows.parquet')}' (FORMAT parquet)`);
}

async function writeRows(
  columns: readonly { name: string; type: string }[],
  packing: Packing,
  to: string,
): Promise<void> {
  await rm(to, { force: true });
  await writeRowFile(db.connection, { parquetPath: path('rows.parquet'), columns, to, packing });
}

async function allOf(sql: string): Promise<unknown[]> {
  return (await db.connection.runAndReadAll(sql)).getRows();
}

describe('a row file', () => {
  it('gives any rows of its Parquet file back', async () => {
    const rowsMax = 40;
    const law = fc.asyncProperty(
      fc
        .integer({ min: 1, max: rowsMax })
        .chain((rows) =>
          fc.tuple(
            fc.constant(rows),
            randomColumns(rows),
            fc.subarray(Array.from({ length: rows }, (_, row) => row)),
            fc.constantFrom(1, 7, 8, 64),
            fc.constantFrom(0, 512, 1 << 16),
            fc.subarray(Array.from({ length: rows }, (_, row) => row)),
          ),
        ),
      async ([rows, columns, picks, blockRows, dictionaryBytes, ahead]) => {
        await writeParquet(columns, rows);
        await writeRows(columns, { blockRows, level: 3, dictionaryBytes }, path('some.rows'));
        using file = RowFile.open(path('some.rows'));
        await file.readAhead(ahead);
        const set = fetchRows(
          file,
          picks,
          columns.map(({ name }) => name),
        );
        using held = holdRows(columns, [set]);
        const names = columns.map(({ name }) => `"${name}"`).join(', ');
        const expected = await allOf(
          `SELECT ${names} FROM read_parquet('${path('rows.parquet')}', file_row_number = true)
           WHERE list_contains([${picks.join(', ')}]::BIGINT[], file_row_number) ORDER BY file_row_number`,
        );
        expect(file.rows).toBe(rows);
        expect(await allOf(`FROM ${held.relation}`)).toEqual(expected);
      },
    );
    await fc.assert(law, { numRuns: 100 });
  });
});

describe('a row file of the first version', () => {
  it('is read as it was, though more types are kept today', async () => {
    using file = RowFile.open(join(import.meta.dirname, 'fixtures', 'version-1.rows'));
    const columns = file.columns.map(({ name }) => name);
    const picks = [0, 1, 31, 32, 60, 99];
    using held = holdRows(file.columns, [fetchRows(file, picks, columns)]);
    const expected = await allOf(
      `SELECT i % 3 = 0 AS flag, (i - 50)::INTEGER AS number, DATE '2026-01-01' + i::INTEGER AS day,
         i * 1000000007 - 3 AS count, i / 7.0::DOUBLE AS share, TIMESTAMP '2026-01-01' + INTERVAL (i) HOUR AS local,
         to_timestamp(1700000000 + i * 61) AS at, CASE WHEN i % 4 > 0 THEN (7400000000000000000 + i * 977)::VARCHAR END AS id,
         CASE WHEN i % 5 > 0 THEN ['tag' || i % 6, NULL, 'a longer tag ' || i] END AS tags
       FROM range(100) AS r(i) WHERE i IN (${picks.join(', ')}) ORDER BY i`,
    );
    expect(file.rows).toBe(100);
    expect(await allOf(`FROM ${held.relation}`)).toEqual(expected);
  });
});

describe('a damaged row file', () => {
  const columns = [
    { name: 'id', type: 'VARCHAR' },
    { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'tags', type: 'VARCHAR[]' },
  ];

  async function writeSample(): Promise<Buffer> {
    await db.connection.run(
      `COPY (SELECT (7400000000000000000 + i * 977)::VARCHAR AS id, to_timestamp(1700000000 + i * 60) AS at,
         CASE WHEN i % 3 > 0 THEN ['tag' || i % 5, NULL, 'a longer tag ' || i] END AS tags FROM range(20) AS r(i))
       TO '${path('rows.parquet')}' (FORMAT parquet)`,
    );
    await writeRows(columns, small, path('sample.rows'));
    return await readFile(path('sample.rows'));
  }

  function readAll(name: string): unknown {
    using file = RowFile.open(path(name));
    return fetchRows(
      file,
      Array.from({ length: 20 }, (_, row) => row),
      columns.map((column) => column.name),
    );
  }

  it('never gives other rows, whichever bit is flipped', async () => {
    const bytes = await writeSample();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await writeFile(path('damaged.rows'), damaged);
      expect(() => readAll('damaged.rows'), `bit ${bit}`).toThrow(
        expect.objectContaining({ code: 'index_corrupt' }),
      );
    }
    expect(readAll('sample.rows')).toMatchObject({ rows: 20 });
  });

  it('is refused after reading ahead as without', async () => {
    const damaged = await writeSample();
    damaged.writeUInt8(damaged.readUInt8(20) ^ 1, 20);
    await writeFile(path('damaged.rows'), damaged);
    using file = RowFile.open(path('damaged.rows'));
    const names = columns.map((column) => column.name);
    await file.readAhead([0, 19, 10_000]);
    expect(() => fetchRows(file, [0], names)).toThrow(expect.objectContaining({ code: 'index_corrupt' }));
    expect(fetchRows(file, [19], names)).toMatchObject({ rows: 1 });
  });

  it('is refused at every length but its own', async () => {
    const bytes = await writeSample();
    for (let length = 0; length < bytes.length; length++) {
      await writeFile(path('damaged.rows'), bytes.subarray(0, length));
      expect(() => readAll('damaged.rows'), `${length} bytes`).toThrow(
        expect.objectContaining({ code: 'index_corrupt' }),
      );
    }
  });
});
