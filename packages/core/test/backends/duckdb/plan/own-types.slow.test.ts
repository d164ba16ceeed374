import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIndex, defineTable, key } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { openSnapshot, tableFiles } from '@sdq/index';
import { addFiles } from '@sdq/ingest';
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { openIndex } from './open-index.ts';

const instants = fc
  .tuple(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([second, micros]) => {
    const text = new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ');
    return `${text}.${String(micros).padStart(6, '0')}+00`;
  });

/** Values of each type, as text that DuckDB casts to it, and that files hold. */
const scalars: Readonly<Record<string, Arbitrary<string>>> = {
  BOOLEAN: fc.constantFrom('true', 'false'),
  SMALLINT: fc.integer({ min: -32_768, max: 32_767 }).map(String),
  INTEGER: fc.integer().map(String),
  BIGINT: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  UBIGINT: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  DOUBLE: fc.oneof(
    fc
      .double({ noNaN: true })
      .filter((value) => !Object.is(value, -0))
      .map(String),
    fc.constantFrom('inf', '-inf', '1e-300', '12'),
  ),
  'DECIMAL(3,3)': decimals(3, 3),
  'DECIMAL(9,2)': decimals(9, 2),
  'DECIMAL(18,0)': decimals(18, 0),
  'DECIMAL(38,10)': decimals(38, 10),
  DATE: fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  TIMESTAMP: instants.map((text) => text.replace('+00', '')),
  'TIMESTAMP WITH TIME ZONE': instants,
  VARCHAR: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => text.replaceAll('\0', ' '))
    .filter((text) => text.isWellFormed()),
};

function decimals(precision: number, scale: number): Arbitrary<string> {
  const most = 10n ** BigInt(precision) - 1n;
  return fc.bigInt({ min: -most, max: most }).map((units) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const point = digits.length - scale;
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`;
  });
}

const types = [...Object.keys(scalars), ...Object.keys(scalars).map((type) => `${type}[]`)];
const table = defineTable({
  name: 'everything',
  description: 'A column of every type.',
  columns: {
    id: key('VARCHAR'),
    ...Object.fromEntries(types.map((type, at) => [`c${at}`, { type, long: /VARCHAR|\[\]/.test(type) }])),
  },
});

type Cell = string | readonly (string | null)[] | null;

function cellOf(type: string): Arbitrary<Cell> {
  const scalar = scalars[type.replace('[]', '')] as Arbitrary<string>;
  const value: Arbitrary<Cell> = type.endsWith('[]')
    ? fc.array(fc.option(scalar, { freq: 5 }), { maxLength: 4 })
    : scalar;
  return fc.option(value, { freq: 5 });
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What DuckDB itself makes of a cell. */
function sqlOf(cell: Cell, type: string): string {
  if (cell === null) return `NULL::${type}`;
  if (typeof cell === 'string') return `${sqlText(cell)}::${type}`;
  return `[${cell.map((element) => (element === null ? 'NULL' : sqlText(element))).join(', ')}]::VARCHAR[]::${type}`;
}

const rows = fc.sample(fc.tuple(...types.map(cellOf)), {
  numRuns: 300,
  seed: Number(process.env.SDQ_SEED ?? 7),
});
const names = types.map((_, at) => `c${at}`).join(', ');

/** Adds the rows as text, builds, and compares base files with what DuckDB itself makes of the text. */
async function makeEverything(index: string): Promise<void> {
  const records = rows.map((cells, row) => ({
    id: `r${row}`,
    ...Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])),
  }));
  const file = join(index, 'everything.ndjson');
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  const tables = [table];
  const report = await addFiles({ index, files: [file], tables, table: 'everything' });
  expect(report.files).toMatchObject([{ accepted: rows.length, refused: 0 }]);
  await buildIndex({ index, tables, smallTables: true });

  await using database = await Database.open({ threads: 2 });
  const connection = await database.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const values = rows.map(
    (cells, row) => `('r${row}', ${cells.map((cell, at) => sqlOf(cell, types[at] ?? '')).join(', ')})`,
  );
  const snapshot = await openSnapshot(index);
  const files = snapshot.files(table).map((entry) => ({ path: snapshot.path(entry), schema: entry.schema }));
  expect(await read(`SELECT id, ${names} FROM ${tableFiles(table, files)} ORDER BY id`)).toEqual(
    await read(`SELECT * FROM (VALUES ${values.join(', ')}) AS t(id, ${names}) ORDER BY id`),
  );
}

test('rows of every type come out of files, base files and row files as DuckDB reads them', async () => {
  await using index = await openIndex(makeEverything, [table]);
  for (const first of [0, 150]) {
    const ids = Array.from({ length: 150 }, (_, place) => `'r${first + place}'`);
    const sql = `SELECT id, ${names} FROM everything WHERE id IN (${ids.join(', ')})`;
    const original = await index.answer(sql, ruleNames, undefined, 'own');
    const fetched = await index.answer(sql, [], 'key-rows', 'own');
    expect(fetched.attempt).toBe(0);
    expect(original.lines).toHaveLength(150);
    expect([...fetched.lines].sort()).toEqual([...original.lines].sort());
    expect(fetched.columns).toEqual(original.columns);
  }
});

test('rows are sorted by columns of every type as DuckDB sorts them', async () => {
  await using index = await openIndex(makeEverything, [table]);
  const ids = Array.from({ length: 120 }, (_, place) => `'r${place}'`).join(', ');
  const answered = new Set<string>();
  for (const [at, type] of types.entries()) {
    for (const order of ['ASC', 'DESC', 'ASC NULLS FIRST', 'DESC NULLS FIRST']) {
      const sql = `SELECT id, c${at} AS value FROM everything WHERE id IN (${ids}) ORDER BY value ${order}, id LIMIT 90 OFFSET 3`;
      const fetched = await index.answer(sql, [], 'key-rows', 'own');
      const original = await index.answer(sql, ruleNames, undefined, 'own');
      expect(fetched.lines, sql).toEqual(original.lines);
      expect(fetched.columns, sql).toEqual(original.columns);
      if (fetched.plan.attempts[0]?.answer !== undefined) answered.add(type);
    }
  }
  const byDuckdb = types.filter((type) => !answered.has(type));
  expect(byDuckdb.filter((type) => !/DOUBLE|DECIMAL|\[\]/.test(type))).toEqual([]);
});
