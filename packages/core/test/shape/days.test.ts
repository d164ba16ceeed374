import { Database } from '@sdq/duckdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Parser } from '../../src/gate/parse/parser.ts';
import { readFilter } from '../../src/shape/filter/read-filter.ts';
import { restrictionOf, timeDomainOf } from '../../src/shape/filter/restriction.ts';

const day = { name: 'day', type: 'DATE', nullable: true, description: '' };
const midnight = BigInt(Date.UTC(2026, 0, 15)) * 1_000n;

let parser: Parser;
let database: Database;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
  database = await Database.open({ threads: 1 });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
  database.close();
});

const constants = [
  "'2026-01-15'",
  "'2026-01-15 07:30:00'",
  "'2026-01-15 23:59:59.999999'",
  "'2026-01-14 23:59:59'",
  "'2026-01-16 00:00:00'",
  "TIMESTAMP '2026-01-15 07:30:00'",
  "TIMESTAMPTZ '2026-01-15 07:30:00'",
  "'2026-01-15 07:30:00'::DATE",
];
const conditions = constants.flatMap((constant) => [
  ...['=', '<', '<=', '>', '>=', 'IS NOT DISTINCT FROM'].map((operator) => `day ${operator} ${constant}`),
  `day IN (${constant}, '2020-01-01')`,
  `day BETWEEN ${constant} AND '2026-02-01 07:30'`,
  `date_trunc('month', day) <= ${constant}`,
]);

test('a column of days keeps each day that passes', async () => {
  const connection = await database.connect();
  let passed = 0;
  for (const condition of conditions) {
    const { ast } = await parser.parse(`SELECT 1 FROM days WHERE ${condition}`, [], { tables: ['days'] });
    const where = ast.node.type === 'SELECT_NODE' ? ast.node.where_clause : null;
    if (where === null) throw new Error('there is no condition');
    const scope = { now: 0n, parameters: [] };
    const filter = readFilter(where, (each) => (each.class === 'COLUMN_REF' ? day : undefined), scope);
    const left = restrictionOf(filter, 'day', timeDomainOf('DATE'));
    const reader = await connection.runAndReadAll(
      `SELECT ${condition} FROM (SELECT DATE '2026-01-15' AS day)`,
    );
    if (reader.getRows()[0]?.[0] !== true) continue;
    passed++;
    const isLeft =
      left === 'everything' ||
      left.some(({ min = midnight, max = midnight }) => min <= midnight && midnight <= max);
    expect(isLeft, condition).toBe(true);
  }
  connection.closeSync();
  expect(passed).toBeGreaterThan(conditions.length / 3);
});
