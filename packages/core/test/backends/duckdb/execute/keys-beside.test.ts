import { Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldKeys } from '../../../../src/backends/duckdb/execute/keys-beside.ts';

const part = (name: string, rows: string, time = ', t') => ({
  name,
  table: name,
  sql: `SELECT key::VARCHAR${time} FROM (VALUES ${rows}) AS rows(key, t)`,
});

test('keys of changed rows are found with the latest time of their rows', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const held = new HeldKeys();
  const parts = [
    part('one', "('a', 5::BIGINT), ('a', 9), ('b', NULL), ('c', 9223372036854775807)"),
    part('two', "('a', 7::BIGINT), ('d', -9223372036854775807)"),
    part('three', "('e', 1)", ''),
  ] as const;
  expect(held.find({ parts }, [['a']])).toBeUndefined();
  for (const each of parts) await held.read(connection, each);
  connection.closeSync();
  const find = (...keys: string[]) =>
    held.find(
      { parts },
      keys.map((key) => [key]),
    );
  expect(find('a')).toEqual([
    { table: 'one', latest: 9 },
    { table: 'two', latest: 7 },
  ]);
  expect(find('b')).toEqual([{ table: 'one', latest: Number.NEGATIVE_INFINITY }]);
  expect(find('b', 'e')).toEqual([
    { table: 'one', latest: Number.NEGATIVE_INFINITY },
    { table: 'three', latest: Number.POSITIVE_INFINITY },
  ]);
  expect(find('c')).toEqual([{ table: 'one', latest: Number.POSITIVE_INFINITY }]);
  // a time that a number does not hold is told as a later one
  expect(find('d')).toEqual([{ table: 'two', latest: -(2 ** 53) }]);
  expect(find('f')).toEqual([]);
});

test('no changed row of a key is later than what is told', async () => {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const times = fc.oneof(fc.bigInt(-(2n ** 63n) + 1n, 2n ** 63n - 1n), fc.bigInt(-1_000n, 1_000n));
  const rows = fc.array(fc.tuple(fc.constantFrom('x', 'y', 'ü', ''), times), { minLength: 1, maxLength: 30 });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const held = new HeldKeys();
      const values = all.map(([key, time]) => `('${key}', ${time}::BIGINT)`).join(', ');
      const parts = [part(`part_${count++}`, values)];
      for (const each of parts) await held.read(connection, each);
      for (const key of ['x', 'y', 'ü', '']) {
        const own = all.filter(([each]) => each === key).map(([, time]) => time);
        const [found] = held.find({ parts }, [[key]]) ?? [];
        expect(found !== undefined).toBe(own.length > 0);
        expect(own.every((time) => time <= (found?.latest ?? 0))).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
  connection.closeSync();
});
