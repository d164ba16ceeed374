import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';

let database: RawDatabase;
beforeAll(async () => {
  database = await RawDatabase.open();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

it.each([
  'true',
  '-5',
  '9007199254740993',
  '0.1::DOUBLE',
  "'nan'::DOUBLE",
  '1.50::DECIMAL(10, 2)',
  "'x\\x00'::BLOB",
  "'101'::BIT",
  "DATE '2025-05-19'",
  "DATE '0044-03-15 (BC)'",
  "'infinity'::DATE",
  "'-infinity'::DATE",
  "TIME '15:45:53.5'",
  "TIMESTAMP '2025-05-19 15:45:53'",
  "TIMESTAMP '12345-06-07 01:02:03.5'",
  "'2025-05-19 15:45:53'::TIMESTAMP_S",
  "'2025-05-19 15:45:53.12'::TIMESTAMP_MS",
  "'2025-05-19 15:45:53.123456789'::TIMESTAMP_NS",
  "TIMESTAMPTZ '0044-03-15 (BC) 00:00:00+00'",
  "'infinity'::TIMESTAMPTZ",
  "INTERVAL '1 year 2 months -3 days 04:05:06.5'",
  "{'a': [1, NULL], 'b': DATE '2025-01-01'}",
  "'POINT(1 2)'::GEOMETRY",
  "'x'::ENUM('x')",
])('a VARIANT and a UNION are written as the value that they hold: %s', async (value) => {
  const sql = `SELECT ${value} AS plain, (${value})::VARIANT AS variant, union_value(held := ${value}) AS held`;
  const [row] = parseLines((await encodeQuery(database, sql, 'ndjson')).bytes);
  expect(row?.variant).toEqual(row?.plain);
  expect(row?.held).toEqual(row?.plain);
});
