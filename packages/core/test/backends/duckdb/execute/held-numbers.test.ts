import { Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { HeldNumbers } from '../../../../src/backends/duckdb/execute/held-numbers.ts';

test('numbers by keys of several columns are summed; keys that are not among them, or are NULL, count nothing', async () => {
  await using database = await Database.open();
  const connection = await database.connect();
  const held = new HeldNumbers();
  const numbers = {
    name: 'numbers_1',
    sql: `FROM (VALUES ('a', '1', 3::BIGINT), ('a,', '1', -2), ('a"', NULL, 7), ('é', '2', 5)) AS n`,
  };
  expect(held.sum(numbers, [['a', '1']])).toBeUndefined();
  await held.read(connection, numbers);
  const sums = [
    [['a', '1']],
    [['a,', '1']],
    [['a"', '1']],
    [
      ['a', '1'],
      ['é', '2'],
      ['x', '1'],
    ],
    [],
  ];
  expect(sums.map((keys) => held.sum(numbers, keys))).toEqual([3, -2, 0, 8, 0]);
  expect(held.sum({ ...numbers, name: 'numbers_2' }, [['a', '1']])).toBeUndefined();
  connection.closeSync();
});

test('too many keys are not held, which is known after the first look', async () => {
  await using database = await Database.open();
  const connection = await database.connect();
  const held = new HeldNumbers();
  const numbers = (name: string, count: number) => ({
    name,
    sql: `SELECT i::VARCHAR, 1::BIGINT FROM range(${count}) AS r(i)`,
  });
  await held.read(connection, numbers('many', 20_001));
  await held.read(connection, numbers('few', 20_000));
  expect(held.sum(numbers('many', 20_001), [['1']])).toBe('too many');
  expect(held.sum(numbers('few', 20_000), [['1'], ['19999'], ['20000']])).toBe(2);
  connection.closeSync();
});
