import { expect, test } from 'vitest';
import { allRows, Database } from '../src/index.ts';
import { reservedWords, unreservedWords } from '../src/keywords.ts';
import { sqlName, sqlWord, sqlWordOfResult } from '../src/sql.ts';

test.each([
  { name: 'reserved', words: reservedWords, operator: '<>' },
  { name: 'unreserved', words: unreservedWords, operator: '=' },
])('the $name words are those of the engine', async ({ words, operator }) => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const rows = await allRows<{ word: string }>(
    connection,
    `SELECT DISTINCT keyword_name AS word FROM duckdb_keywords() WHERE keyword_category ${operator} 'unreserved'`,
  );
  connection.closeSync();
  expect([...words].sort()).toEqual(rows.map(({ word }) => word).sort());
});

test('a result column is called by each word as the engine calls it', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const names = [...reservedWords, ...unreservedWords, 'plain', '_x1'];
  const columns = names.map((name) => `max(${sqlName(name)})`).join(', ');
  const row = names.map((name) => `1 AS ${sqlName(name)}`).join(', ');
  const reader = await connection.runAndReadAll(`SELECT ${columns} FROM (SELECT ${row})`);
  connection.closeSync();
  expect(reader.columnNames()).toEqual(names.map((name) => `max(${sqlWordOfResult(name)})`));
});

test('each word is the column of that name', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const keywords = await allRows<{ word: string }>(
    connection,
    'SELECT DISTINCT keyword_name AS word FROM duckdb_keywords()',
  );
  const names = [...keywords.map(({ word }) => word), 'Capital', 'two words', 'a"b', '1st', 'naïve'];
  const columns = names.map((name, place) => `${place} AS "${name.replaceAll('"', '""')}"`);
  await connection.run(`CREATE TABLE words AS SELECT ${columns.join(', ')}`);
  const reader = await connection.runAndReadAll(
    `SELECT ${names.map(sqlWord).join(', ')}, sum(words.${sqlWord('order')}) FROM words GROUP BY ALL`,
  );
  connection.closeSync();
  expect(reader.getRowsJson()[0]?.slice(0, names.length)).toEqual(names.map((_, place) => place));
});
