import { allRows, Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import {
  type Fold,
  regexpOf,
} from '../../../../../src/backends/duckdb/plan/caseless-search/case-variants.ts';

test.each<Fold>(['lower', 'upper'])('every character that DuckDB folds alike is found: %s', async (fold) => {
  await using database = await Database.open();
  const connection = await database.connect();
  const folded = await allRows<{ target: string; sources: string[] }>(
    connection,
    `SELECT ${fold}(source) AS target, list(source) AS sources
     FROM (SELECT chr(code::INTEGER) AS source FROM range(1, 1114112) AS codes(code)
           WHERE code NOT BETWEEN 55296 AND 57343)
     GROUP BY target HAVING count(*) > 1 OR any_value(source) <> target`,
  );
  let known = 0;
  const missed: string[] = [];
  // Characters that are no letters, beside those found.
  const probes = [...'09 #@_-.,:;!?()[]{}^$|*+\\/&~"<>=中ก🎈'];
  for (const { target, sources } of folded) {
    const regexp = regexpOf(`${target}${target}`, fold, false);
    if (regexp === undefined) continue;
    known += 1;
    for (const source of sources) {
      const text = `${source}${target}`;
      if (!new RegExp(regexp.replaceAll(/\\([&~-])/g, '$1'), 'su').test(text)) missed.push(text);
    }
    probes.push(target);
  }
  expect(missed).toEqual([]);
  expect(known).toBeGreaterThan(fold === 'lower' ? 1_300 : 20);
  // RE2 reads the expression as it is meant.
  const values = probes.map(
    (target) =>
      `('${`${target}${target}`.replaceAll("'", "''")}', '${(regexpOf(`${target}${target}`, fold, true) ?? '').replaceAll("'", "''")}')`,
  );
  const unread = await allRows<{ text: string }>(
    connection,
    `SELECT text FROM (VALUES ${values.join(', ')}) AS probes(text, expression) WHERE NOT regexp_matches(text, expression)`,
  );
  expect(unread).toEqual([]);
  connection.closeSync();
});

test.each([
  ['abc', 'lower', true, '^[aA][bB][cC]'],
  ['a', 'lower', false, undefined],
  ['straße', 'lower', true, '^[sS][tT][rR][aA]'],
  ['ßab', 'lower', true, '[aA][bB]'],
  ['100%', 'lower', false, '100%'],
  ['a.b', 'lower', false, '[aA]\\.[bB]'],
  ['SİC', 'upper', false, undefined],
] as const)('%s', (run, fold, isStart, expected) => {
  expect(regexpOf(run, fold, isStart)).toBe(expected);
});
