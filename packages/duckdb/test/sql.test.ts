import { expect, test } from 'vitest';
import { allRows, Database } from '../src/index.ts';
import { reservedWords, sqlWord } from '../src/sql.ts';

test('the reserved words are those of the engine', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const rows = await allRows<{ word: string }>(
    connection,
    "SELECT DISTINCT keyword_name AS word FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'",
  );
  connection.closeSync();
  expect([...reservedWords].sort()).toEqual(rows.map(({ word }) => word).sort());
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
