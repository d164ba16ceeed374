import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdRows, RowFile, writeRowFile } from '@sdq/row-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { RowFiles } from '../../../../src/backends/duckdb/execute/row-files.ts';
import { fetchRows } from './fetch-rows.ts';
import { useRowsDatabase } from './rows-database.ts';

const columns = [
  { name: 'id', type: 'VARCHAR' },
  { name: 'plays', type: 'BIGINT' },
  { name: 'tags', type: 'VARCHAR[]' },
];
const rows = 10_000;

const db = useRowsDatabase();
const { path } = db;
let file: RowFile;
const write = async (to: string, over: object = {}): Promise<{ rows: number }> =>
  await writeRowFile(db.connection, { parquetPath: path('many.parquet'), columns, to: path(to), ...over });

beforeAll(async () => {
  await db.connection.run(
    `COPY (SELECT (7400000000000000000 + i * 977)::VARCHAR AS id, hash(i) % 5000 AS plays,
       CASE WHEN i % 7 > 0 THEN ['tag' || i % 5, 'a longer tag ' || i] END AS tags FROM range(${rows}) AS r(i))
     TO '${path('many.parquet')}' (FORMAT parquet, ROW_GROUP_SIZE 4096)`,
  );
  await write('many.rows');
  file = RowFile.open(path('many.rows'));
});
afterAll(() => file.close());

async function allOf(sql: string): Promise<unknown[]> {
  return (await db.connection.runAndReadAll(sql)).getRowsJson();
}

const names = columns.map(({ name }) => name);

describe('a row file of many blocks', () => {
  it('has the same bytes when it is written again', async () => {
    expect(await write('again.rows')).toEqual({ rows });
    expect(await readFile(path('again.rows'))).toEqual(await readFile(path('many.rows')));
  });

  it('is not written over another file, nor left behind when writing stops', async () => {
    await expect(write('many.rows')).rejects.toThrow('EEXIST');
    await expect(write('stopped.rows', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    await expect(readFile(path('stopped.rows'))).rejects.toThrow('ENOENT');
  });

  it('refuses numbers that do not rise or exist, columns it lacks, and types it does not keep', async () => {
    for (const numbers of [[1, 1], [2, 1], [rows], [-1], [0.5]]) {
      expect(() => fetchRows(file, numbers, ['id'])).toThrow(RangeError);
    }
    expect(() => fetchRows(file, new Uint32Array(10_001), ['id'])).toThrow(RangeError);
    expect(() => fetchRows(file, [0], ['author'])).toThrow(RangeError);
    await expect(
      write('map.rows', { columns: [{ name: 'id', type: 'MAP(VARCHAR, DATE)' }] }),
    ).rejects.toThrow('Row files cannot store columns of type MAP');
  });

  it('gives all its rows, in chunks made of sets of any size, in whatever columns a query wants', async () => {
    const all = Array.from({ length: rows }, (_, row) => row);
    const cuts = [0, 1, 1, 2, 1500, 3000, 3001, 9000, rows];
    const sets = cuts.slice(1).map((end, index) => fetchRows(file, all.slice(cuts[index], end), names));
    using held = holdRows(columns, sets);
    const parquet = `read_parquet('${path('many.parquet')}')`;
    expect(await allOf(`FROM ${held.relation}`)).toEqual(await allOf(`FROM ${parquet}`));
    for (const sql of [
      'SELECT count(*) FROM',
      'SELECT plays FROM',
      "SELECT sum(plays) FROM (VALUES ('x')) AS v(x), ",
      'SELECT tags, id FROM',
    ]) {
      expect(await allOf(`${sql} ${held.relation}`)).toEqual(await allOf(`${sql} ${parquet}`));
    }
  });
});

describe('rows of several files', () => {
  it.each([50, 15_000])('are one table, in the order of ordinals, each once: %i of them', async (count) => {
    await using other = await temporaryDirectory();
    const second = join(other.path, 'second.rows');
    await writeRowFile(db.connection, { parquetPath: path('many.parquet'), columns, to: second });
    using files = new RowFiles();
    const step = {
      placeholder: 'rows',
      sql: '',
      rowsMin: 0,
      rowsMax: count,
      columns,
      files: [
        { path: path('many.rows'), first: 0, rows },
        { path: second, first: rows, rows },
      ],
    };
    const ordinals = Array.from({ length: count }, (_, index) => (index * 7919) % (2 * rows));
    const parquet = `read_parquet('${path('many.parquet')}', file_row_number = true)`;
    const both = `(SELECT *, file_row_number AS place FROM ${parquet} UNION ALL SELECT *, file_row_number + ${rows} FROM ${parquet})`;
    const expected = await allOf(
      `SELECT id, plays, tags FROM ${both} WHERE place IN (SELECT unnest([${ordinals.join(', ')}]::BIGINT[])) ORDER BY place`,
    );
    // The second time some blocks are still in memory.
    for (const _ of [1, 2]) {
      using held = await files.fetch(step, [...ordinals, ordinals[0] as number], async () => {});
      expect(await allOf(`FROM ${held.relation}`)).toEqual(expected);
    }
    const wrong = [{ name: 'plays', type: 'VARCHAR' }];
    await expect(files.fetch({ ...step, columns: wrong }, [1], async () => {})).rejects.toMatchObject({
      code: 'index_corrupt',
    });
  });
});

describe('rows held in memory', () => {
  it('can be joined with themselves, and are gone when let go of', async () => {
    const held = holdRows(columns, [fetchRows(file, [3, 70, 9999], names)]);
    const self = `SELECT count(*)::INTEGER FROM ${held.relation} AS a JOIN ${held.relation} AS b ON a.id = b.id`;
    expect(await allOf(self)).toEqual([[3]]);
    held[Symbol.dispose]();
    await expect(allOf(`FROM ${held.relation}`)).rejects.toThrow('There are no rows under number');
  });

  it('are read by many queries at once', async () => {
    using held = holdRows(columns, [fetchRows(file, [3, 70, 9999], names)]);
    const queries = Array.from({ length: 16 }, async () => {
      const own = await db.database.connect();
      const read = await own.runAndReadAll(`SELECT sum(plays)::INTEGER FROM ${held.relation}, range(500)`);
      own.closeSync();
      return read.getRowsJson();
    });
    const sums = await Promise.all(queries);
    expect(new Set(sums.map((sum) => JSON.stringify(sum))).size).toBe(1);
  });
});
