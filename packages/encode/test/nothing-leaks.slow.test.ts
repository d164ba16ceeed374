import ddb from '@duckdb/node-bindings';
import type { ResultFormat } from '@sdq/contract';
import { describe, expect, test } from 'vitest';
import { encodeQuery, nextChunk, RawDatabase } from './encode-query.ts';

const count = 3_000;

/** Values over `i`, of types whose vectors have rows, or children, that nobody may see. */
const values: Readonly<Record<string, string>> = {
  TINYINT: '(1 + i % 9)::TINYINT',
  INTEGER: '(i * 7919)::INTEGER',
  BIGINT: 'i * 1000003',
  HUGEINT: 'i::HUGEINT * 10000000000000',
  BOOLEAN: 'i % 2 = 1',
  DOUBLE: 'i / 7',
  'DECIMAL(4,1)': '(i % 900)::DECIMAL(4,1)',
  'DECIMAL(30,2)': 'i::DECIMAL(30,2)',
  TIMESTAMPTZ: 'make_timestamp(i * 1000000)::TIMESTAMPTZ',
  INTERVAL: 'to_hours(i::INTEGER)',
  UUID: "('00000000-0000-4000-8000-' || lpad(i::VARCHAR, 12, '0'))::UUID",
  ENUM: "['one', 'two', 'three'][1 + i % 3]::ENUM ('one', 'two', 'three')",
  'short VARCHAR': "'t' || i % 90",
  'long VARCHAR': "repeat('text ', 9) || i",
  BLOB: "('blob' || i)::BLOB",
  'INTEGER[]': '[i::INTEGER, NULL, 3]',
  'VARCHAR[]': "['tag' || i, repeat('long ', 9) || i]",
  'INTEGER[3]': '[i::INTEGER, NULL, 3]',
  'VARCHAR[2]': "['a' || i, NULL]",
  STRUCT: "{'a': i, 'b': 'b' || i, 'c': [i, 2]}",
  'STRUCT of NULLs': "{'a': CASE WHEN i % 4 = 1 THEN i END, 'b': CASE WHEN i % 5 = 1 THEN 'b' || i END}",
  'STRUCT[]': "[{'a': i, 'b': true}, NULL, {'a': NULL, 'b': false}]",
  'STRUCT(a BIGINT)[2]': "[{'a': i}, NULL]",
  'INTEGER[][]': '[[i::INTEGER], NULL, []]',
  MAP: "MAP {'key' || i: i, 'none': NULL}",
  UNION: 'union_value(number := i)::UNION(number BIGINT, word VARCHAR)',
};

/** CASE knows no arrays: they are made of lists. */
const castOf = (type: string) => (/\[\d\]$/.test(type) ? `::${type}` : '');

/** The same rows in several ways: a hash join writes only the values that it found, CASE only those of its branches. */
const ways: Readonly<Record<string, (value: string, cast: string) => string>> = {
  computed: (value, cast) =>
    `SELECT (CASE WHEN i % 3 = 1 THEN ${value} END)${cast} AS v FROM range(${count}) AS a(i)`,
  joined: (value, cast) =>
    `SELECT v FROM range(${count}) AS a(i) LEFT JOIN (SELECT i, ${value}${cast} AS v FROM range(1, ${count}, 3) AS t(i)) AS b USING (i) ORDER BY a.i`,
  'left of more values': (value, cast) =>
    `SELECT (CASE WHEN i % 3 = 1 THEN v END)${cast} AS v FROM (SELECT i, ${value} AS v FROM range(${count}) AS t(i))`,
  'left of more rows': (value, cast) =>
    `SELECT v FROM (SELECT i, (CASE WHEN i % 3 = 1 THEN ${value} END)${cast} AS v, repeat('x', 20) AS filler FROM range(${count * 2}) AS t(i)) WHERE i < ${count} AND filler <> '' ORDER BY i`,
};

/** Fills memory that the engine will use again with values that are told easily. */
const fillers = [
  `SELECT repeat('secret', 50) AS s, ['secret' || i] AS l FROM range(6000) AS t(i)`,
  `SELECT -1::BIGINT AS a, -1::HUGEINT AS b, [-1, -1, -1] AS l, {'a': -1, 'b': 'zzzzzzzz'} AS s FROM range(6000)`,
];

const formats: readonly ResultFormat[] = ['parquet', 'arrow', 'json', 'ndjson', 'csv'];

describe.each(Object.keys(values))('NULL rows of %s', (type) => {
  test.each(formats)('tell nothing of what the engine’s memory held: %s', async (format) => {
    const seen = new Map<string, Buffer>();
    for (const filler of fillers) {
      await using database = await RawDatabase.open();
      for (const [way, sqlOf] of Object.entries(ways)) {
        await encodeQuery(database, filler, 'csv');
        const options = { batch: { rowsMax: 999 } };
        const sql = sqlOf(values[type] as string, castOf(type));
        const { bytes } = await encodeQuery(database, sql, format, options);
        seen.set(`${way}, after ${filler}`, bytes);
      }
    }
    const [[, first] = []] = seen;
    const others = [...seen].filter(([, bytes]) => first?.equals(bytes) !== true).map(([way]) => way);
    expect(others).toEqual([]);
  });
});

test('the engine’s memory of NULL rows does hold what it held before', async () => {
  await using database = await RawDatabase.open();
  await encodeQuery(database, fillers[1] as string, 'csv');
  const chunk = await nextChunk(await database.stream(ways.joined?.(values.BIGINT as string, '') ?? ''));
  if (chunk === null) throw new Error('no rows');
  const vector = ddb.data_chunk_get_vector(chunk, 0);
  const rows = ddb.data_chunk_get_size(chunk);
  const held = new BigInt64Array(Uint8Array.from(ddb.vector_get_data(vector, rows * 8)).buffer);
  const validity = ddb.vector_get_validity(vector, Math.ceil(rows / 64) * 8);
  const ofNulls = held.filter((_, row) => (((validity[row >> 3] as number) >> (row & 7)) & 1) === 0);
  expect(ofNulls.length).toBeGreaterThan(rows / 2);
  expect(ofNulls.some((value) => value !== 0n)).toBe(true);
});
