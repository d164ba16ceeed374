import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { expect, test } from 'vitest';
import { resultName } from '../../src/shape/result-name.ts';
import type { Expression } from '../../src/syntax/ast.ts';

/** The name that DuckDB gives a column of `(SELECT 1 AS a, 2 AS b, 's' AS s)`, and that which is written here. */
async function names(expressions: readonly string[]): Promise<[string, string, string | undefined][]> {
  await using database = await Database.open({});
  const connection = await database.connect();
  const found: [string, string, string | undefined][] = [];
  for (const expression of expressions) {
    const [described] = await allRows<{ column_name: string }>(
      connection,
      `SELECT column_name FROM (DESCRIBE SELECT ${expression} FROM (SELECT 1 AS a, 2 AS b, 's' AS s))`,
    );
    const [parsed] = await allRows<{ tree: string }>(
      connection,
      `SELECT json_serialize_sql(${sqlString(`SELECT ${expression}`)}) AS tree`,
    );
    const tree = JSON.parse(parsed?.tree ?? '') as { statements: { node: { select_list: Expression[] } }[] };
    const [item] = tree.statements[0]?.node.select_list ?? [];
    found.push([expression, described?.column_name ?? '', item && resultName(item)]);
  }
  connection.closeSync();
  return found;
}

const known = [
  ...["CASE WHEN a = 1 THEN 'x' WHEN b IS NULL THEN 'y' ELSE 'z' END", 'CASE a WHEN 1 THEN 2 END'],
  ...[
    'sum(CASE WHEN a > 1 THEN 1 ELSE 0 END)',
    'if(a > 1, 2, 3)',
    'true',
    'false',
    'NULL',
    '-a',
    '-1',
    '-(-a)',
  ],
  ...['count(*) FILTER (WHERE NOT a)', 'NOT (a = 1 AND b = 2)', 'a NOT IN (1, 2)', 'a NOT BETWEEN 1 AND 2'],
  ...[
    'a IS DISTINCT FROM b',
    'a IS NOT DISTINCT FROM NULL',
    '3000000000',
    '-3000000000',
    '1e3',
    '-2e0',
    '0.5',
    '-0.05',
  ],
  ...[
    "s LIKE 'x%'",
    "s NOT LIKE 'x''%'",
    "s ILIKE 'y'",
    "s NOT ILIKE 'y'",
    'a ^ 2',
    '2 ** 3',
    'a % 2',
    'a // 2',
  ],
  ...[
    'a::BOOLEAN',
    'a::HUGEINT',
    'a::DECIMAL(10, 2)',
    'try_cast(s AS INTEGER)',
    'a::SMALLINT',
    'a::FLOAT',
    'a::UBIGINT',
  ],
  ...[
    'sum(a) / count(*)',
    'count(DISTINCT a)',
    "s || '-'",
    'avg(a)::INTEGER',
    'round(avg(a), 2)',
    'a + 1 > b',
  ],
  ...[
    "sum(a) FILTER (WHERE s = 'x' OR b IN (1, 2))",
    'count(*) FILTER (WHERE a BETWEEN 1 AND 2) * 100.0 / count(*)',
  ],
  ...[
    "DATE '2026-01-01' + INTERVAL 7 DAY",
    "coalesce(s, 'none')",
    'nullif(a, 1)',
    'a IS NOT NULL',
    's::TIME IS NULL',
  ],
];

test('columns without an alias are named as DuckDB names them', async () => {
  for (const [expression, theirs, ours] of await names(known)) expect(ours, expression).toBe(theirs);
});

test('a name that is not known is none', async () => {
  const others = [
    '1e-7',
    '1e300',
    '100000000000000000000',
    'a > ALL (SELECT 1)',
    "string_agg(s, ',' ORDER BY a)",
  ];
  for (const [expression, , ours] of await names(others)) expect(ours, expression).toBeUndefined();
});
