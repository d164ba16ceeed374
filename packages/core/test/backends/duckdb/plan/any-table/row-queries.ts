import fc from 'fast-check';
import { direction, limit, type QueryParts, type RoleQuery } from './query-parts.ts';

/** Queries whose rows are rows of the table. */
export function rowQueries(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.oneof(
    { weight: 3, arbitrary: plain(parts) },
    { weight: 3, arbitrary: named(parts) },
    ...(parts.written.keys.length === 0 ? [] : [{ weight: 2, arbitrary: keyed(parts) }]),
    { weight: 4, arbitrary: topRows(parts) },
    { weight: 2, arbitrary: topRowsWithTies(parts) },
    { weight: 1, arbitrary: anyRows(parts) },
    { weight: 1, arbitrary: ranked(parts) },
  );
}

function plain({ list, conditions, from }: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.tuple(list, conditions.tree).map(([columns, condition]) => ({
    text: `SELECT ${columns} FROM ${from} WHERE ${condition}`,
    tells: 'rows',
  }));
}

/** Rows of a key, owner, parent, tag or word, and little else. */
function named(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const { table, list, conditions, from } = parts;
  const asked = [...table.key, ...parts.names('owner', 'owner-name', 'parent', 'tags', 'text')];
  const first = fc.constantFrom(...asked).chain((name) => conditions.of(name));
  return fc
    .tuple(list, first, fc.option(conditions.tree, { nil: undefined }))
    .map(([columns, condition, more]) => ({
      text: `SELECT ${columns} FROM ${from} WHERE ${condition}${more === undefined ? '' : ` AND (${more})`}`,
      tells: 'rows',
    }));
}

/** Rows of whole keys, some of which no row has. */
function keyed(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const { table, written, list, conditions, from } = parts;
  const key = table.key.map((name) => parts.column(name));
  const whole = fc
    .array(fc.constantFrom(...written.keys), { minLength: 1, maxLength: 4 })
    .chain((keys) =>
      fc.constantFrom(
        key
          .map((column, at) => `${column} IN (${keys.map((values) => values[at]).join(', ')})`)
          .join(' AND '),
        keys
          .map((values) => `(${key.map((column, at) => `${column} = ${values[at]}`).join(' AND ')})`)
          .join(' OR '),
      ),
    );
  return fc
    .tuple(list, whole, fc.option(conditions.tree, { nil: undefined }))
    .map(([columns, condition, more]) => ({
      text: `SELECT ${columns} FROM ${from} WHERE (${condition})${more === undefined ? '' : ` AND (${more})`}`,
      tells: 'rows',
    }));
}

function topRows({ list, where, leading, from, key }: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.tuple(list, where, leading, direction, limit).map(([columns, filter, column, order, count]) => ({
    text: `SELECT ${columns} FROM ${from}${filter} ORDER BY ${column} ${order}, ${key} ${count}`,
    tells: 'order',
  }));
}

function topRowsWithTies({ list, where, leading, from }: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.tuple(list, where, leading, direction, limit).map(([columns, filter, column, order, count]) => {
    const all = `SELECT ${column} AS lead, ${columns} FROM ${from}${filter}`;
    return { text: `${all} ORDER BY ${column} ${order} ${count}`, tells: 'leading', among: all };
  });
}

function anyRows({ list, where, from }: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.tuple(list, where, limit).map(([columns, filter, count]) => {
    const all = `SELECT ${columns} FROM ${from}${filter}`;
    return { text: `${all} ${count}`, tells: 'leading', among: all };
  });
}

function ranked(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const { list, where, leading, from, key } = parts;
  const by = ['', ...parts.columns('category', 'flag', 'owner').map((name) => `PARTITION BY ${name} `)];
  const rank = fc.constantFrom('row_number', 'rank', 'dense_rank');
  return fc
    .tuple(list, where, fc.constantFrom(...by), rank, leading, direction, fc.integer({ min: 1, max: 4 }))
    .map(([columns, filter, partition, name, column, order, count]) => ({
      text: `SELECT ${columns} FROM ${from}${filter} QUALIFY ${name}() OVER (${partition}ORDER BY ${column} ${order}, ${key}) <= ${count}`,
      tells: 'rows',
    }));
}
