import { openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { materializeParameters } from '../../src/syntax/materialize-parameters.ts';

const queries = {
  values:
    'WITH t(i, x) AS (VALUES (1, CAST($1 AS VARCHAR)), (2, CAST($2 AS VARCHAR))) SELECT a.x FROM t a, t b WHERE b.i = 1 LIMIT 11',
  positional: 'WITH t(x) AS (VALUES (upper(?)), (upper(?))) SELECT a.x, b.x AS y FROM t a, t b',
  union:
    'WITH t AS (SELECT CAST($1 AS VARCHAR) AS x UNION ALL SELECT CAST($2 AS VARCHAR)) SELECT a.x, b.x AS y FROM t a, t b LIMIT 9',
  list: 'WITH t AS (SELECT unnest([$1::VARCHAR, $2::VARCHAR]) AS x) SELECT a.x, b.x AS y FROM t a, t b',
  numbers: 'WITH t(x) AS (VALUES ($1::BIGINT), ($2::BIGINT)) SELECT a.x, b.x AS y FROM t a, t b',
  through:
    'WITH t(x) AS (VALUES ($1::VARCHAR), ($2::VARCHAR)), u AS (SELECT x FROM t) SELECT a.x, b.x AS y FROM u a, u b',
  notMaterialized:
    'WITH t(x) AS NOT MATERIALIZED (VALUES ($1::VARCHAR), ($2::VARCHAR)) SELECT a.x, b.x AS y FROM t a, t b',
  nested:
    'SELECT * FROM (WITH t(x) AS (VALUES ($1::VARCHAR), ($2::VARCHAR)) SELECT a.x, b.x AS y FROM t a, t b)',
};

test('parameters in a CTE that is named twice keep their values', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 10);
  await using engine = await openEngine({ index: directory.path, cacheBytesMax: 0 });
  const rowsOf = async (sql: string, parameters: readonly (string | number)[] = []) => {
    const rows: string[] = [];
    const result = await engine.query(sql, parameters.length === 0 ? {} : { parameters });
    for await (const row of result.rows()) rows.push(JSON.stringify(row));
    return rows.sort();
  };
  for (const [name, sql] of Object.entries(queries)) {
    const parameters = name === 'numbers' ? [5, 6] : ['a', 'b'];
    let at = 0;
    const literal = sql.replaceAll(/\?|\$(\d)/g, (_, number?: string) => {
      const value = parameters[number === undefined ? at++ : Number(number) - 1];
      return typeof value === 'number' ? String(value) : `'${value}'`;
    });
    expect(await rowsOf(sql, parameters), name).toEqual(await rowsOf(literal));
  }
  // the place of a fault is that in the caller's text
  const fault = 'WITH t AS (SELECT $1::VARCHAR AS x) SELECT a.x, nothing FROM t a, t b';
  await expect(engine.query(fault, { parameters: ['a'] })).rejects.toMatchObject({
    sql: [{ offset: fault.indexOf('nothing') }],
  });
});

test('only CTEs with parameters that are named more than once are materialized', () => {
  for (const text of [
    'SELECT $1',
    'WITH t AS (SELECT 1 AS x) SELECT a.x FROM t a, t b WHERE a.x = $1',
    'WITH t AS (SELECT $1 AS x) SELECT x FROM t',
    'WITH RECURSIVE t(n) AS (SELECT $1::INT UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t',
    "WITH t AS (SELECT '$1' AS x) SELECT a.x FROM t a, t b",
    'WITH t AS (SELECT 1) SELECT sum(x) OVER w AS s FROM v WINDOW w AS (PARTITION BY $1)',
  ])
    expect(materializeParameters(text), text).toBeUndefined();
  expect(materializeParameters('with "T" as (select $1 as x) select * from t, T')?.text).toBe(
    'with "T" as MATERIALIZED (select $1 as x) select * from t, T',
  );
});
