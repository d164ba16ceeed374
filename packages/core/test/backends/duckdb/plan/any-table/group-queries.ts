import { elementOf } from '@sdq/catalog';
import { sqlName, sqlWord } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { direction, having, limit, type QueryParts, type RoleQuery } from './query-parts.ts';

/** Queries whose rows are groups of the table's rows. */
export function groupQueries(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.oneof(
    { weight: 5, arbitrary: grouped(parts) },
    { weight: 3, arbitrary: topGroups(parts) },
    { weight: 2, arbitrary: ofTags(parts) },
    { weight: 1, arbitrary: distinct(parts) },
  );
}

function grouped({ groups, aggregates, where, from }: QueryParts): fc.Arbitrary<RoleQuery> {
  return fc.tuple(groups, aggregates, where, having).map(([[list, by], calls, filter, condition]) => ({
    text: `SELECT ${list}${calls} FROM ${from}${filter}${by}${by === '' ? '' : condition}`,
    tells: 'rows',
  }));
}

function topGroups(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const keys = parts.names('owner', 'owner-name', 'category', 'parent', 'tags');
  if (keys.length === 0) return grouped(parts);
  const lead = fc.constantFrom('count(*)', ...parts.columns('measure').map((name) => `sum(${name})`));
  return fc.constantFrom(...keys).chain((name) => {
    const key = parts.column(name);
    const condition = fc.option(parts.conditions.of(name), { freq: 2, nil: undefined });
    return fc.tuple(lead, condition, having, direction, limit).map(([by, filter, groups, order, count]) => ({
      text: `SELECT ${key} AS k, ${by} AS lead FROM ${parts.from}${filter === undefined ? '' : ` WHERE ${filter}`} GROUP BY ${key}${groups} ORDER BY lead ${order}, k ${count}`,
      tells: 'order' as const,
    }));
  });
}

/** Of single tags, which a subquery unnests. */
function ofTags(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const tags = parts.names('tags');
  if (tags.length === 0) return grouped(parts);
  const measures = parts.names('measure');
  return fc
    .tuple(
      fc.constantFrom(...tags),
      fc.subarray(measures, { maxLength: Math.min(2, measures.length) }),
      fc.constantFrom('t', 'tag', ...tags.map((name) => sqlWord(elementOf(parts.table, name)))),
      fc.constantFrom('', '', " WHERE # LIKE 'tag%'", " WHERE # = 'rare7'", ' WHERE # IS NOT NULL'),
      having,
      fc.constantFrom('count(*)', 'count(#)', 'sum', 'avg', 'min', 'count(DISTINCT #)'),
      fc.option(limit, { nil: undefined }),
    )
    .map(([list, beside, name, filter, condition, call, count]) => {
      const columns = [`unnest(${parts.column(list)}) AS #`, ...beside.map((each) => parts.column(each))];
      const measure = beside[0] === undefined ? '*' : sqlName(beside[0]);
      const aggregate = call.includes('(') ? call : `${measure === '*' ? 'count' : call}(${measure})`;
      const text = `SELECT #, ${aggregate} AS lead FROM (SELECT ${columns.join(', ')} FROM ${parts.from})${filter} GROUP BY #${condition}`;
      return count === undefined
        ? { text: text.replaceAll('#', name), tells: 'rows' }
        : { text: `${text} ORDER BY lead DESC, # ${count}`.replaceAll('#', name), tells: 'order' };
    });
}

function distinct(parts: QueryParts): fc.Arbitrary<RoleQuery> {
  const columns = parts.columns('owner', 'owner-name', 'category', 'flag', 'tags');
  if (columns.length === 0) return grouped(parts);
  const some = fc.subarray(columns, { minLength: 1, maxLength: Math.min(2, columns.length) });
  return fc.tuple(some, parts.where).map(([list, filter]) => ({
    text: `SELECT DISTINCT ${list.join(', ')} FROM ${parts.from}${filter}`,
    tells: 'rows',
  }));
}
