import { sqlName } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { groupQueries } from './group-queries.ts';
import { QueryParts, type RoleQuery } from './query-parts.ts';
import { rowQueries } from './row-queries.ts';
import type { WrittenTable } from './written-tables.ts';

/** Queries over one table, told from those over others by nothing but roles and types. */
export function tableQueries(written: WrittenTable): fc.Arbitrary<RoleQuery> {
  return fc.constantFrom('', '', 'v', 'V').chain((alias) => {
    const parts = new QueryParts(written, alias);
    return fc.oneof(
      { weight: 7, arbitrary: rowQueries(parts) },
      { weight: 5, arbitrary: groupQueries(parts) },
      { weight: 2, arbitrary: nestedQueries(written) },
    );
  });
}

/** The table in subqueries, in expressions, several times and beside itself. */
function nestedQueries(written: WrittenTable): fc.Arbitrary<RoleQuery> {
  const parts = new QueryParts(written);
  const { from, key, groups, table } = parts;
  const { tree, treeOfGroups } = parts.conditions;
  const [owner = table.key[0] ?? ''] = parts.names('owner');
  const link = parts.column(owner);
  const count = fc.integer({ min: 1, max: 300 });
  const texts = fc.oneof(
    tree.map(
      (filter) => `SELECT ${key} FROM ${from} WHERE ${link} IN (SELECT ${link} FROM ${from} WHERE ${filter})`,
    ),
    tree.map(
      (filter) =>
        `SELECT (SELECT count(*) FROM ${from} WHERE ${filter}) AS n, (SELECT max(${link}) FROM ${from}) AS most`,
    ),
    fc
      .tuple(tree, tree)
      .map(
        ([a, b]) => `SELECT ${key} FROM ${from} WHERE ${a} UNION ALL SELECT ${key} FROM ${from} WHERE ${b}`,
      ),
    fc
      .tuple(tree, tree)
      .map(([a, b]) => `WITH few AS (FROM ${from} WHERE ${a}) SELECT ${key} FROM few WHERE ${b}`),
    treeOfGroups.map((filter) => `SELECT count(*) AS n FROM ${from} WHERE ${filter}`),
    fc
      .tuple(tree, groups)
      .map(
        ([filter, [list, by]]) =>
          `SELECT ${list}count(*) AS n FROM (SELECT * FROM ${from} WHERE ${filter})${by}`,
      ),
    fc
      .tuple(new QueryParts(written, 'a').conditions.tree, fc.constantFrom('LEFT', 'INNER'))
      .map(
        ([filter, join]) =>
          `SELECT a.*, b.n FROM ${from} a ${join} JOIN (SELECT ${link} AS k, count(*) AS n FROM ${from} GROUP BY k) b ON a.${sqlName(owner)} = b.k WHERE ${filter}`,
      ),
    count.map((rows) => `SELECT count(*) AS n FROM (SELECT * FROM ${from} USING SAMPLE ${rows} ROWS)`),
    fc
      .tuple(count, tree)
      .map(
        ([rows, filter]) =>
          `SELECT count(*) AS n FROM (SELECT ${key} FROM ${from} WHERE ${filter}) USING SAMPLE ${rows} ROWS`,
      ),
  );
  return texts.map((text) => ({ text, tells: 'rows' }));
}
