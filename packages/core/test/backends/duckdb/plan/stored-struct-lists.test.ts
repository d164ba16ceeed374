import { builtInCatalog, type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { makeManifest, publish, writeTableFile } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

const [table] = builtInCatalog.tables.filter((each) => tableId(each) === 'network.profiles') as [
  CatalogTable,
];
/** Texts that JSON writes otherwise, NULL in every place, and in the row of `huge` a number that no double holds. */
const invented: Readonly<Record<string, string>> = {
  username: "CASE WHEN i = 30 THEN 'huge' ELSE 'user' || i END",
  full_name: "'Person ' || i",
  skills: `CASE WHEN i = 30 THEN [{'skill': 'x', 'count': 9007199254740993}] ELSE CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN [] WHEN 2 THEN [NULL]
    WHEN 3 THEN [{'skill': NULL, 'count': NULL}, NULL, {'skill': '', 'count': 0}]
    ELSE [{'skill': 'a "quoted" \\ one' || chr(10) || chr(1) || '😀 İ', 'count': i * -1000000000000},
      {'skill': 'null', 'count': 9007199254740991}] END END`,
  experience: `[{'company': 'c' || i % 3, 'title': NULL, 'start_date': '2020-01-01', 'end_date': NULL, 'description': repeat('é', i)}]`,
  education: 'CASE WHEN i % 2 = 0 THEN [] END',
  websites: "['https://example.org/' || i, NULL]",
  indexed_at: "TIMESTAMPTZ '2026-06-01'",
};

let index: OpenIndex;
beforeAll(async () => {
  index = await openIndex(async (root) => {
    await using database = await Database.open({ threads: 2 });
    const connection = await database.connect();
    const values = storedColumns(table).map(({ name, type, nullable }) => {
      const value = invented[name] ?? (nullable ? 'NULL' : "''");
      return `(${value})::${type} AS "${name}"`;
    });
    await connection.run(
      `CREATE TABLE people AS SELECT ${values.join(', ')}, NULL AS _older FROM range(60) AS numbers(i)`,
    );
    const file = await writeTableFile(connection, root, table, null, 'people');
    connection.closeSync();
    await publish(
      root,
      makeManifest({ parent: null, tables: { [tableId(table)]: file === null ? [] : [file] }, sources: [] }),
    );
    await buildIndex({ index: root, smallTables: true });
    await changeRows(root, table, {
      written: `SELECT * REPLACE ([{'skill': 'newer', 'count': 7}, NULL] AS skills) FROM living WHERE username IN ('user5', 'user6')`,
      removed: "username = 'user7'",
    });
  });
}, 60_000);
afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

const keys = Array.from({ length: 60 }, (_, i) => `'user${i}'`).join(', ');

test.each([
  `SELECT * FROM profiles WHERE username IN (${keys}) ORDER BY username`,
  `SELECT skills, username, experience FROM profiles WHERE username IN (${keys}) ORDER BY username DESC LIMIT 20 OFFSET 3`,
  "SELECT * FROM profiles WHERE username = 'user5'",
  "SELECT skills FROM profiles WHERE username = 'user7'",
])('lists of structs are returned as they are stored, without a statement: %s', async (sql) => {
  const stored = await index.answer(sql, [], 'key-rows', 'network');
  const original = await index.answer(sql, ruleNames, undefined, 'network');
  expect(stored.plan.attempts[0]?.answer).toBeDefined();
  expect(stored.attempt).toBe(0);
  expect(stored.columns).toEqual(original.columns);
  expect(stored.lines).toEqual(original.lines);
});

test('a number in a struct that a double does not hold leaves the query to DuckDB, which returns it exactly', async () => {
  const sql = "SELECT username, skills FROM profiles WHERE username IN ('huge', 'user1') ORDER BY username";
  const answer = await index.answer(sql, [], 'key-rows', 'network');
  expect(answer.lines[0]).toContain('9007199254740993');
  expect(answer.lines).toEqual((await index.answer(sql, ruleNames, undefined, 'network')).lines);
});

test('a list of structs is no column to order stored rows by', async () => {
  const sql = `SELECT username FROM profiles WHERE username IN ('user1', 'user2', 'user4') ORDER BY skills, username`;
  const answer = await index.answer(sql, [], 'key-rows', 'network');
  expect(answer.lines).toEqual((await index.answer(sql, ruleNames, undefined, 'network')).lines);
});
