import { appendFile, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTable, key } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { checkContents, openSnapshot } from '@sdq/index';
import { addFiles, addInPlace } from '@sdq/ingest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from './support/temporary-directory.ts';

const visits = defineTable({
  platform: 'shops',
  name: 'visits',
  description: 'One row per visit.',
  columns: {
    visit_id: key('VARCHAR'),
    shop: { type: 'VARCHAR', role: 'owner' },
    opened: { type: 'TIMESTAMPTZ', role: 'time', main: true },
    amount: { type: 'BIGINT', role: 'measure' },
    share: 'DOUBLE',
    note: { type: 'VARCHAR', role: 'text' },
    seldom: 'BOOLEAN',
  },
});
const tables = [visits];

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let index: string;
beforeEach(async () => {
  folder = await temporaryDirectory();
  index = join(folder.path, 'index');
});
afterEach(async () => await folder[Symbol.asyncDispose]());

/** Rows as others write them. */
async function write(name: string, from: number, to: number, change = '*'): Promise<string> {
  const path = join(folder.path, name);
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(
    `COPY (SELECT ${change} FROM (SELECT (18446744073709551615 - i::UBIGINT)::UBIGINT AS "Visit ID", 'shop ' || (i % 7) AS shop,
       TIMESTAMP '2026-01-01' + INTERVAL (i) HOUR AS visited, (i % 50)::UINTEGER AS amount, (i / 3)::FLOAT AS share, 'note ' || i AS note, 1 AS extra
       FROM range(${from}, ${to}) AS range(i))) TO '${path}'`,
  );
  connection.closeSync();
  return path;
}

const map = { visited: 'opened' };
const add = async (...files: string[]) => await addInPlace({ index, files, tables, map });

async function rowsOf(sql: string): Promise<unknown[]> {
  await using engine = await openEngine({ index, tables, isolation: 'in-process', advisoryParser: false });
  return await (await engine.query(sql)).toArray();
}

test('files stay where they are: the index links to them, and queries and structures read their columns', async () => {
  const one = await write('one.parquet', 0, 3_000);
  const report = await add(one);
  expect(report).toMatchObject({
    changed: true,
    table: 'shops.visits',
    files: [{ path: one, status: 'added', rows: 3_000, unused: ['extra'] }],
    absent: ['seldom'],
    observedAt: { isGiven: false },
  });
  const [entry] = (await openSnapshot(index)).files(visits);
  expect(entry).toMatchObject({
    in_place: one,
    month: null,
    zones: { opened: { min: '2026-01-01 00:00:00.000000' } },
  });
  const linked = await stat(join(index, entry?.path ?? ''));
  expect([linked.ino, linked.nlink]).toEqual([(await stat(one)).ino, 2]);

  const asked =
    "SELECT count(*) AS n, sum(amount) AS sum, max(visit_id) AS last, count(seldom) AS known FROM visits WHERE opened >= '2026-02-01'";
  const before = await rowsOf(asked);
  expect(before).toEqual([{ n: 2_256, sum: 55_404, last: '18446744073709550871', known: 0 }]);
  await buildIndex({ index, tables, smallTables: true });
  expect((await openSnapshot(index)).segments(visits)).toMatchObject([{ profile: 'compact' }]);
  expect(await rowsOf(asked)).toEqual(before);
  expect(await rowsOf("SELECT shop, note FROM visits WHERE visit_id = '18446744073709551608'")).toEqual([
    { shop: 'shop 0', note: 'note 7' },
  ]);
  expect(await rowsOf("SELECT visit_id FROM visits WHERE note LIKE '%2999'")).toEqual([
    { visit_id: '18446744073709548616' },
  ]);
});

test('further files are added, the same ones are not, and a file that is replaced or deleted leaves the index as it is', async () => {
  const one = await write('one.parquet', 0, 500);
  await add(one);
  const two = await write('two.parquet', 500, 800);
  await cp(one, join(folder.path, 'copy.parquet'));
  const { files } = await add(one, two, join(folder.path, 'copy.parquet'));
  expect(files.map(({ status }) => status)).toEqual(['already_added', 'already_added', 'added']);
  expect((await add(two)).changed).toBe(false);
  await rm(one);
  await rm(two);
  await writeFile(two, 'something else');
  expect(await rowsOf('SELECT count(*) AS n FROM visits')).toEqual([{ n: 800 }]);
  expect(await checkContents(await openSnapshot(index))).toEqual([]);
});

test('a file that is changed in its place is refused with its name', async () => {
  const one = await write('one.parquet', 0, 500);
  await add(one);
  const content = await readFile(one);
  content[40] = (content[40] ?? 0) ^ 1;
  await writeFile(one, content);
  const [altered] = await checkContents(await openSnapshot(index));
  expect(altered?.reason).toMatch(
    /checksum differs\. It is the file ".*one\.parquet", which is used in place/,
  );
  await expect(rowsOf('SELECT count(*) FROM visits')).rejects.toMatchObject({ code: 'index_corrupt' });
  await appendFile(one, 'x');
  await expect(rowsOf('SELECT count(*) FROM visits')).rejects.toMatchObject({ code: 'index_corrupt' });
});

test.each([
  ['a repeated key', '*', /1 keys are repeated, such as 18446744073709551615/, 'again.parquet'],
  [
    'a row without a key',
    `* REPLACE (nullif("Visit ID", 18446744073709551600) AS "Visit ID")`,
    /1 rows have no visit_id/,
    '',
  ],
  [
    'an infinite time',
    `* REPLACE (CASE WHEN amount = 3 THEN 'infinity' ELSE visited END::TIMESTAMP AS visited)`,
    /10 rows have a value of opened that is infinite/,
    '',
  ],
  [
    'another type',
    `* REPLACE (amount || 'x' AS amount)`,
    /its column "amount" has the type VARCHAR, the description has BIGINT/,
    '',
  ],
  [
    'an absent column',
    '* EXCLUDE (visited)',
    /it has no column "visited", which --map names; it has no column "opened"/,
    '',
  ],
])('nothing is added for %s', async (_, change, message, again) => {
  const file = await write('one.parquet', 0, 500, change);
  const files = again === '' ? [file] : [file, await write(again, 0, 1)];
  await expect(addInPlace({ index, files, tables, map })).rejects.toMatchObject({
    code: 'usage_error',
    message: expect.stringMatching(message),
  });
  await expect(openSnapshot(index)).rejects.toMatchObject({ code: 'index_missing' });
});

test('rows in place cannot be merged with others, and others cannot get files in place', async () => {
  await add(await write('one.parquet', 0, 500));
  const csv = join(folder.path, 'more.csv');
  await writeFile(csv, 'visit_id,opened,shop\n5,2026-01-01,shop 1\n');
  const importing = addFiles({ index, files: [csv], tables, table: 'visits' });
  await expect(importing).rejects.toMatchObject({
    code: 'usage_error',
    message: expect.stringContaining('stay in place'),
  });
  await expect(buildIndex({ index, tables, smallTables: true, profile: 'full' })).rejects.toMatchObject({
    code: 'usage_error',
  });
  expect(await rowsOf('SELECT count(*) AS n FROM visits')).toEqual([{ n: 500 }]);

  const imported = join(folder.path, 'imported');
  await addFiles({ index: imported, files: [csv], tables, table: 'visits' });
  const files = [join(folder.path, 'one.parquet')];
  await expect(addInPlace({ index: imported, files, tables, map })).rejects.toThrow(
    'has rows that were imported',
  );
});

test('other files, folders without any, and tables that are not described are refused', async () => {
  const csv = join(folder.path, 'more.csv');
  await writeFile(csv, 'visit_id,opened\n5,2026-01-01\n');
  await expect(add(csv)).rejects.toThrow('is not a Parquet file');
  await mkdir(join(folder.path, 'empty'));
  await expect(add(join(folder.path, 'empty'))).rejects.toThrow('There is no Parquet file in');
  await expect(add(join(folder.path, 'nothing'))).rejects.toMatchObject({ code: 'file_missing' });
  const one = await write('one.parquet', 0, 5);
  await expect(addInPlace({ index, files: [one], tables: [] })).rejects.toThrow('need a table of your own');
  await expect(addInPlace({ index, files: [one], tables, table: 'videos' })).rejects.toThrow(
    'no table "videos"',
  );
});
