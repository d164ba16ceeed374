import { afterAll, beforeAll, expect, it } from 'vitest';
import { admit } from '../../../src/gate/admit/admit.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});
afterAll(async () => await parser[Symbol.asyncDispose]());

const tables = ['videos'];
const admitted = async (sql: string) => admit(await parser.parse(sql, undefined, { tables }), { tables });

/** Constant expressions whose size shows in their form. */
const bounded = [
  'range(0, length([1, 2, 3]))',
  "range(length('abc') * 100)",
  'range(month(now()))',
  "generate_series(date_trunc('month', DATE '2025-05-05'), DATE '2025-06-05', INTERVAL '1 week')",
  "range(make_date(2025, 1, 1), last_day(DATE '2025-02-03'), INTERVAL 1 DAY)",
  "generate_series(date_trunc('year', now()), date_trunc('week', now()), INTERVAL 1 DAY)",
  "repeat('x', greatest(1, 2 + 3))",
  "repeat('x', CASE WHEN now() > DATE '2025-01-01' THEN 5 ELSE 10 END)",
  "lpad('x', coalesce(NULL, 7), '.')",
  "lpad('x', -5, '.')",
  'list_resize([1], abs(-9))',
  "bitstring('1', least(9, 10))",
  "printf(concat('%', 5, 'd'), 1)",
  'quantile_cont(x, array_value(.25, .5)) FROM range(9) AS t(x)',
  'json_transform(\'{}\', \'{"a": [{"b": "INT"}]}\')',
  'from_json(\'{}\', \'{"[[[[": "INT"}\')',
];

/** The same with sizes that are too large, or that only DuckDB could tell. */
const unbounded = [
  'range(0, length([1, 2, 3]) * 100000)',
  'range(hash(1) // 2)',
  'range(0, 100, 0)',
  "generate_series(date_trunc('century', DATE '2025-05-05'), DATE '2025-06-05', INTERVAL '1 minute')",
  "range(make_date(1, 1, 1), last_day(DATE '2025-02-03'), INTERVAL 1 DAY)",
  "repeat('x', length(repeat('x', 9999)) * 9999)",
  "repeat('x', 10 ** 9)",
  "repeat('x', 1e1000)",
  "lpad('x', CASE WHEN true THEN 1000000000 ELSE 1 END, '.')",
  'list_resize([1], greatest(1, 100000000))',
  "bitstring('1', 5000 * 5000)",
  "printf('%' || 999999 || 'd', 1)",
  "printf(repeat('%', 3) || '9', 1)",
  "json_transform('{}', ('[' || repeat('[', 99) || '\"INT\"'))",
  `json_transform('{}', '${'['.repeat(65)}"INT"${']'.repeat(65)}')`,
];

it.each(bounded)('admits a constant expression that is bounded by its form: %s', async (expression) => {
  await expect(admitted(`SELECT ${expression}`)).resolves.toBeDefined();
});

it.each(unbounded)('refuses one that is not: %s', async (expression) => {
  await expect(admitted(`SELECT ${expression}`)).rejects.toMatchObject({ code: 'statement_not_allowed' });
});
