import { sqlString } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { cost } from '../cost.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { keyValues } from '../shape/key-values.ts';
import { certainWay, fetchOrdinals, semiJoin } from './candidates.ts';
import { columnsOf, hasColumns, relationOf, storedList, tableOf, wantedOnly } from './structure-relation.ts';

/** Videos of one author: a guess for the cost model alone. */
const rowsOfAuthor = 60;

/** What `by_author` is asked for, as disjoint conditions over one segment; undefined when WHERE names no author. */
export function authorConditions(
  context: Pick<RouteContext, 'reference' | 'scope'>,
): { values: readonly string[]; wheres: (live: LiveSegment) => readonly string[] } | undefined {
  const { reference, scope } = context;
  const listed = (values: readonly string[]) => `(${values.map(sqlString).join(', ')})`;
  const authors = keyValues(reference, 'author', scope);
  if (authors !== undefined)
    return {
      values: authors,
      wheres: () => [authors.length === 0 ? 'false' : `author IN ${listed(authors)}`],
    };
  const ids = keyValues(reference, 'author_id', scope);
  if (ids === undefined) return undefined;
  if (ids.length === 0) return { values: ids, wheres: () => ['false'] };
  // Rows lie by username: first which names the ids have had. Some rows have none; where there are none of these ids,
  // the join finds its one side empty and does not read the other.
  const known = (live: LiveSegment, column: string, test: string) =>
    `${column} IN (SELECT ${column} FROM ${tableOf(live, 'author_ids')} WHERE author_id IN ${listed(ids)} AND ${test})`;
  return {
    values: ids,
    wheres: (live) => [
      `author_id IN ${listed(ids)} AND ${known(live, 'author', 'author IS NOT NULL')}`,
      `author IS NULL AND ${known(live, 'author_id', 'author IS NULL')}`,
    ],
  };
}

/** Finds an author's rows in `by_author`, which has them together, newest first. */
export const authorRows: RouteRule = {
  name: 'author-rows',
  propose(context) {
    const { coverage, columns, table } = context;
    const condition = authorConditions(context);
    if (condition === undefined) return 'no condition that names authors';
    const rows = rowsOfAuthor * condition.values.length;
    const note = `by author ${condition.values.slice(0, 3).join(', ')}`;
    const needed = storedColumnsNeeded(table, columns);
    if (columns === 'everything' || !hasColumns(context, 'by_author', needed)) {
      const ordinals = (live: LiveSegment) =>
        condition
          .wheres(live)
          .map((where) => `SELECT ordinal FROM ${tableOf(live, 'by_author')} WHERE ${where}`)
          .join(' UNION ALL ');
      const narrow = semiJoin(context, ordinals, rows, note);
      return [fetchOrdinals(context, ordinals, rows, note), ...(narrow === undefined ? [] : [narrow])];
    }
    const stored = columnsOf(context, 'by_author');
    const parts = coverage.segments.flatMap((live) =>
      condition
        .wheres(live)
        .map(
          (where) =>
            `SELECT ${storedList(context, stored)} FROM ${tableOf(live, 'by_author')} WHERE ${where}${wantedOnly(context, live, 'ordinal')}`,
        ),
    );
    return [
      certainWay({
        via: 'by_author',
        relation: relationOf(context, stored, parts),
        rows,
        bytes: rows * 24,
        cost: cost.start + rows * cost.nativeCell * needed.length,
        note,
      }),
    ];
  },
};
