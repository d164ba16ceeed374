import { Database } from '@sdq/duckdb';
import { describe, expect, test } from 'vitest';
import { Parser } from '../../src/gate/parse/parser.ts';
import { type ConstantScope, parseInstant, readInstant } from '../../src/shape/constants/instants.ts';

const constants = [
  "'2026-01-31'",
  "'2026-01-31 23:59:59.5'",
  "DATE '2024-02-29'",
  "TIMESTAMP '2026-03-01 12:30:00'",
  "TIMESTAMPTZ '2026-03-01 12:30:00+00'",
  "'2026-03-01 12:30:00'::DATE",
  "DATE '2026-03-31' - INTERVAL 1 MONTH",
  "DATE '2026-03-31' - INTERVAL '3 months'",
  "TIMESTAMP '2026-03-31' + INTERVAL 2 YEAR",
  "DATE '2026-03-31' - 45",
  "date_trunc('week', TIMESTAMP '2026-03-31 05:00:00')",
  "date_trunc('quarter', DATE '2026-11-30')",
  "date_trunc('year', DATE '1969-07-20')",
  'now() - INTERVAL 30 DAY',
  'current_date - 7',
  "today() - INTERVAL '2 weeks'",
  "date_trunc('month', now())",
  "TIMESTAMP '2026-03-29 02:30:00' AT TIME ZONE 'Europe/Berlin'",
  "TIMESTAMPTZ '2026-03-29 02:30:00+00' AT TIME ZONE 'Pacific/Kiritimati'",
  "timezone('Etc/GMT+12', TIMESTAMP '1850-03-29')",
];

describe('the planner’s reading of constants', () => {
  test.each(constants)('%s lies within its bounds', async (constant) => {
    await using database = await Database.open();
    await using parser = await Parser.open({ advisoryParser: false });
    const connection = await database.connect();
    const scope: ConstantScope = { now: BigInt(Date.now()) * 1_000n, parameters: [] };
    const statement = await parser.parse(`SELECT 1 FROM videos WHERE create_time > ${constant}`, [], {
      tables: ['videos'],
    });
    const node = statement.ast.node;
    const condition = node.type === 'SELECT_NODE' ? node.where_clause : null;
    if (condition?.class !== 'COMPARISON') throw new Error('not a comparison');
    const read = readInstant(condition.right, scope);
    const rows = await connection.runAndReadAll(`SELECT epoch_us((${constant})::TIMESTAMPTZ)`);
    const truth = rows.getRows()[0]?.[0] as bigint;
    expect(read).toBeDefined();
    expect(truth).toBeGreaterThanOrEqual(read?.min ?? 0n);
    expect(truth).toBeLessThanOrEqual(read?.max ?? 0n);
  });

  test.each([
    '2026-02-30',
    '2026-1-1',
    'yesterday',
    '2026-01-01 25:00:00',
    '2026-01-01 00:00:00+05',
    '',
    '99999-01-01',
  ])('leaves %s to DuckDB', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
