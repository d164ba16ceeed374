import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';

let database: RawDatabase;
beforeAll(async () => {
  database = await RawDatabase.open();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const maps = (type: string) =>
  `SELECT TRY_CAST(MAP {'a': i, '1': -i} AS MAP(${type}, INTEGER)) AS m FROM range(2) AS t(i) UNION ALL SELECT NULL`;

it.each(['INTEGER', 'HUGEINT', 'BIT', 'UUID', 'DATE', 'DOUBLE', 'DECIMAL(4, 1)', 'INTEGER[]', 'BIGNUM'])(
  'a key that TRY_CAST made NULL is null as text: %s',
  async (type) => {
    const { bytes } = await encodeQuery(database, maps(type), 'ndjson');
    const lines = parseLines(bytes);
    expect(lines.length).toBe(3);
    expect(Object.keys(lines[1]?.m as object)).toContain('null');
    expect(lines.at(-1)?.m).toBeNull();
    const csv = await encodeQuery(database, maps(type), 'csv');
    expect(csv.bytes.toString()).toContain('{""null"":');
  },
);

it('other keys stay', async () => {
  const { bytes } = await encodeQuery(database, maps('INTEGER'), 'ndjson');
  expect(parseLines(bytes)[1]).toEqual({ m: { null: 1, 1: -1 } });
});

it('Parquet says that it has no such keys', async () => {
  await expect(encodeQuery(database, maps('INTEGER'), 'parquet')).rejects.toMatchObject({
    code: 'sql_conversion_error',
  });
});
