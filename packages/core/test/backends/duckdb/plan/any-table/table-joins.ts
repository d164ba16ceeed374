import { storedColumns } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import type { RoleQuery } from './query-parts.ts';
import { columnText, TableConditions } from './table-conditions.ts';
import type { WrittenTable } from './written-tables.ts';

/** Rows of two tables of a platform, joined by the key of one. */
export function joinsOf(
  written: readonly WrittenTable[],
): fc.Arbitrary<{ readonly query: RoleQuery; readonly platform: string }> | undefined {
  const pairs = written.flatMap((a) =>
    written.flatMap((b) => {
      const [key, another] = a.table.key;
      const ofKey = storedColumns(a.table).find(({ name }) => name === key);
      if (key === undefined || another !== undefined || a.table.platform !== b.table.platform) return [];
      return storedColumns(b.table)
        .filter(
          ({ name, role, type }) =>
            type === ofKey?.type && (role === 'owner' || role === 'parent' || name === key),
        )
        .map(({ name }) => ({ a, b, on: `${columnText(key, 'a')} = ${columnText(name, 'b')}` }));
    }),
  );
  if (pairs.length === 0) return undefined;
  return fc.constantFrom(...pairs).chain(({ a, b, on }) => {
    const [ofA, ofB] = [new TableConditions(a, 'a').tree, new TableConditions(b, 'b').tree];
    const from = (join: string) => `${sqlWord(a.table.name)} a ${join} ${sqlWord(b.table.name)} b ON ${on}`;
    const list = [
      ...a.table.key.map((name) => `${columnText(name, 'a')} AS ka`),
      ...b.table.key.map((name, at) => `${columnText(name, 'b')} AS kb${at}`),
    ].join(', ');
    const join = fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN');
    const texts = [
      fc.tuple(join, ofA, ofB).map(([kind, x, y]) => `SELECT ${list} FROM ${from(kind)} WHERE ${x} AND ${y}`),
      fc.tuple(join, ofB).map(([kind, y]) => `SELECT b.*, a.* FROM ${from(kind)} WHERE ${y}`),
      fc
        .tuple(fc.constantFrom('SEMI JOIN', 'ANTI JOIN'), ofA)
        .map(([kind, x]) => `SELECT a.* FROM ${from(kind)} WHERE ${x}`),
    ];
    const keys = ['ka', ...b.table.key.map((_, at) => `kb${at}`)].join(', ');
    const queries = fc.oneof(
      fc.oneof(...texts).map((text): RoleQuery => ({ text, tells: 'rows' })),
      fc.tuple(ofA, ofB).map(
        ([x, y]): RoleQuery => ({
          text: `SELECT ${list} FROM ${from('JOIN')} WHERE ${x} OR ${y} ORDER BY ${keys} LIMIT 40`,
          tells: 'order',
        }),
      ),
    );
    return queries.map((query) => ({ query, platform: a.table.platform }));
  });
}
