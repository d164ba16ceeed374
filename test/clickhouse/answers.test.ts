import { type ResultFormat, resultFormats } from '@sdq/contract';
import { createEncoder } from '@sdq/encode';
import type { VectorBatch } from '@sdq/encode/vectors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AnswerBytes } from '../../packages/clickhouse/src/answers/answer-bytes.ts';
import { readType } from '../../packages/clickhouse/src/answers/read-type.ts';
import { rowBatches } from '../../packages/clickhouse/src/answers/row-batches.ts';
import { querySettings } from '../../packages/clickhouse/src/backend/query-settings.ts';
import { readClusterAddress } from '../../packages/clickhouse/src/client/cluster-address.ts';
import { ClusterNode } from '../../packages/clickhouse/src/client/cluster-node.ts';
import { NodeFault, NodeLost } from '../../packages/clickhouse/src/client/node-fault.ts';
import { encodeQuery, RawDatabase } from '../../packages/encode/test/encode-query.ts';
import { isMissing } from '../support/tools.ts';
import { startCluster, type TestCluster } from './nodes/cluster.ts';

/** Each with ClickHouse's SQL and DuckDB's over `i`, and the type of both; lists that may be NULL are sent boxed. */
const values: readonly (readonly [type: string, clickhouse: string, duckdb: string, boxed?: 'boxed'])[] = [
  [
    'BOOLEAN',
    "CAST(if(i % 3 = 0, NULL, i % 2 = 1), 'Nullable(Bool)')",
    'CASE WHEN i % 3 <> 0 THEN i % 2 = 1 END',
  ],
  ['BOOLEAN', 'i % 2 = 1', 'i % 2 = 1'],
  ['TINYINT', 'toInt8(i % 100 - 50)', '(i % 100 - 50)::TINYINT'],
  ['SMALLINT', 'toInt16(i % 9 - 5)', '(i % 9 - 5)::SMALLINT'],
  [
    'INTEGER',
    "CAST(if(i % 5 = 0, NULL, i - 2500), 'Nullable(Int32)')",
    'CASE WHEN i % 5 <> 0 THEN (i - 2500)::INTEGER END',
  ],
  ['BIGINT', '(toInt64(i) % 1000) * 9007199254740993', '(i % 1000) * 9007199254740993'],
  ['UBIGINT', 'toUInt64(18446744073709551615) - i', '(18446744073709551615 - i)::UBIGINT'],
  ['HUGEINT', "toInt128(i) * toInt128('-9223372036854775808')", 'i::HUGEINT * -9223372036854775808'],
  ['HUGEINT', 'toInt64(i) - 2500', '(i - 2500)::HUGEINT'],
  [
    'DOUBLE',
    'if(i % 7 = 0, nan, if(i % 7 = 1, inf, toFloat64(i) / 3))',
    "CASE i % 7 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN 'inf'::DOUBLE ELSE i::DOUBLE / 3 END",
  ],
  ['DECIMAL(9,2)', 'CAST(toString(i - 2500) AS Decimal(9, 2))', '(i - 2500)::DECIMAL(9,2)'],
  ['DECIMAL(18,3)', "CAST('-1234567890.125' AS Decimal(18, 3)) + i", '(-1234567890.125 + i)::DECIMAL(18,3)'],
  [
    'DECIMAL(38,10)',
    "CAST('123456789012345678.0123456789' AS Decimal(38, 10)) * (i % 2)",
    '(123456789012345678.0123456789::DECIMAL(38,10) * (i % 2)::DECIMAL(1,0))::DECIMAL(38,10)',
  ],
  ['DATE', "toDate32('1969-12-31') + i", "DATE '1969-12-31' + i::INTEGER"],
  [
    'TIMESTAMP WITH TIME ZONE',
    "toDateTime64('1969-12-31 23:59:59.999999', 6, 'UTC') + toIntervalSecond(i)",
    "TIMESTAMPTZ '1969-12-31 23:59:59.999999+00' + to_seconds(i)",
  ],
  [
    'TIMESTAMP',
    "toDateTime64('2020-02-29 01:02:03.456', 3, 'UTC') - toIntervalSecond(i)",
    "TIMESTAMP '2020-02-29 01:02:03.456' - to_seconds(i)",
  ],
  [
    'VARCHAR',
    "if(i % 4 = 0, NULL, concat('é🎈', repeat('x', i % 30)))",
    "CASE WHEN i % 4 <> 0 THEN 'é🎈' || repeat('x', (i % 30)::INTEGER) END",
  ],
  ['VARCHAR', "if(i % 2 = 0, '', toString(i))", "CASE WHEN i % 2 = 0 THEN '' ELSE i::VARCHAR END"],
  [
    'VARCHAR[]',
    "arrayMap(x -> if(x % 3 = 0, NULL, repeat('y', x)), range(i % 17))",
    "list_transform(range(i % 17), x -> CASE WHEN x % 3 <> 0 THEN repeat('y', x::INTEGER) END)",
  ],
  [
    'BIGINT[][]',
    'arrayMap(x -> range(x), range(i % 4))::Array(Array(Int64))',
    'list_transform(range(i % 4), x -> range(x))',
  ],
  [
    'STRUCT(a INTEGER, "b c" VARCHAR)',
    "CAST(tuple(if(i % 2 = 0, NULL, i), if(i % 3 = 0, NULL, toString(i))), 'Tuple(a Nullable(Int32), `b c` Nullable(String))')",
    "{'a': CASE WHEN i % 2 <> 0 THEN i::INTEGER END, 'b c': CASE WHEN i % 3 <> 0 THEN i::VARCHAR END}",
  ],
  [
    'STRUCT("type" VARCHAR, url VARCHAR)[]',
    "CAST(arrayMap(x -> tuple(toString(x), NULL), range(i % 3)), 'Array(Tuple(type Nullable(String), url Nullable(String)))')",
    "list_transform(range(i % 3), x -> {'type': x::VARCHAR, 'url': NULL::VARCHAR})",
  ],
  [
    'VARCHAR[]',
    'if(i % 4 = 0, [], [arrayMap(x -> if(x = 1, NULL, toString(x)), range(i % 3))])',
    'CASE WHEN i % 4 <> 0 THEN list_transform(range(i % 3), x -> CASE WHEN x <> 1 THEN x::VARCHAR END) END',
    'boxed',
  ],
  ['BIGINT[]', '[range(i % 5)]::Array(Array(Int64))', 'range(i % 5)', 'boxed'],
  ['BIGINT[]', "CAST([], 'Array(Array(Int64))')", 'NULL', 'boxed'],
  [
    'STRUCT(a INTEGER, b VARCHAR)[]',
    "CAST(if(i % 2 = 0, [], [arrayMap(x -> tuple(x, toString(x)), range(i % 3))]), 'Array(Array(Tuple(a Nullable(Int32), b Nullable(String))))')",
    "CASE WHEN i % 2 <> 0 THEN list_transform(range(i % 3), x -> {'a': x::INTEGER, 'b': x::VARCHAR}) END",
    'boxed',
  ],
];

const rows = 5_000;
const formats = Object.keys(resultFormats) as ResultFormat[];
const everyValue = `SELECT ${values.map(([, sql], at) => `${sql} AS c${at}`).join(', ')} FROM (SELECT toInt64(number) AS i FROM numbers(${rows}))`;

describe.skipIf(isMissing('clickhouse'))('answers of a node', () => {
  let cluster: TestCluster;
  let node: ClusterNode;
  beforeAll(async () => {
    cluster = await startCluster();
    const { urls, credentials } = readClusterAddress({ urls: cluster.urls });
    node = new ClusterNode(urls[0] as URL, credentials);
  });
  afterAll(async () => {
    await node?.close();
    await cluster?.[Symbol.asyncDispose]();
  });

  const ask = async (
    sql: string,
    types: readonly string[],
    own: Record<string, number> = {},
    boxed: readonly boolean[] = [],
  ) => {
    const settings = querySettings(own, { timeoutMs: 20_000, memoryBytes: 2e9 });
    const answer = await node.stream(`${sql} FORMAT ArrowStream`, { settings });
    return rowBatches(
      new AnswerBytes(answer, node.name),
      types.map((type, at) => ({ type: readType(type), isBoxed: boxed[at] === true })),
    );
  };
  const read = async (batches: AsyncGenerator<VectorBatch>) => {
    const all: VectorBatch[] = [];
    for await (const batch of batches) all.push(batch);
    return all;
  };

  test('become vectors with the values, the types and the batches of DuckDB: the same bytes in every format', async () => {
    await using database = await RawDatabase.open();
    const types = values.map(([type]) => type);
    const columns = types.map((type, at) => ({ name: `c${at}`, type: readType(type) }));
    const expected = values.map(([type, , sql], at) => `(${sql})::${type} AS c${at}`);
    for (const format of formats) {
      // blocks of a node, and those of the answer, have other bounds than batches
      const batches = await read(
        await ask(
          everyValue,
          types,
          { max_block_size: 777 },
          values.map(([, , , boxed]) => boxed !== undefined),
        ),
      );
      expect(batches.map((batch) => batch.rows)).toEqual([2_048, 2_048, 904]);
      const encoder = createEncoder(format, columns);
      const parts = [
        ...encoder.start(),
        ...batches.flatMap((batch) => encoder.encode(batch)),
        ...encoder.finish(),
      ];
      const { bytes } = await encodeQuery(
        database,
        `SELECT ${expected.join(', ')} FROM range(${rows}) AS r(i)`,
        format,
      );
      const same = Buffer.concat(parts).equals(bytes);
      if (!same)
        expect(Buffer.concat(parts).toString('latin1').slice(0, 3_000)).toBe(
          Buffer.from(bytes).toString('latin1').slice(0, 3_000),
        );
      expect(same, format).toBe(true);
    }
  });

  test('end with the reason of a node that fails after the first rows', async () => {
    const failing = ask(
      "SELECT toInt64(number) AS c0, throwIf(number = 400000, 'sdq:test') AS c1 FROM numbers(1000000)",
      ['BIGINT', 'TINYINT'],
      { max_block_size: 1_000 },
    );
    const error = await failing.then(read).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NodeFault);
    expect(error).toMatchObject({ code: 395, type: 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO' });
    expect((error as Error).message).toContain('sdq:test');
  });

  test('are never shorter where the node is lost in the middle', async () => {
    const batches = await ask('SELECT toInt64(number) AS c0 FROM numbers(100000000)', ['BIGINT']);
    await batches.next();
    cluster.nodes[0]?.front.cut();
    await expect(read(batches)).rejects.toThrow(NodeLost);
    cluster.nodes[0]?.front.restore();
  });
});
