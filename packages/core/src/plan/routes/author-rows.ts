import { sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { cost } from '../cost.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { keyValues } from '../shape/key-values.ts';
import { certainWay, fetchOrdinals, semiJoin } from './candidates.ts';
import { columnsOf, hasColumns, relationOf, tableOf, wantedRows } from './structure-relation.ts';

/** Videos of one author: a guess for the cost model alone. */
const rowsOfAuthor = 60;

/** Rows that lie together in a structure. */
interface AuthorCondition {
  readonly structure: string;
  readonly values: readonly string[];
  /** What those rows pass, and no others. */
  readonly where: string;
}

/** The authors, by name or id, whose rows alone WHERE leaves; undefined where it names none. */
export function authorCondition(
  context: Pick<RouteContext, 'reference' | 'scope'>,
): AuthorCondition | undefined {
  const { reference, scope } = context;
  for (const column of ['author', 'author_id']) {
    const values = keyValues(reference, column, scope);
    if (values === undefined) continue;
    const where = values.length === 0 ? 'false' : `${column} IN (${values.map(sqlString).join(', ')})`;
    return { structure: `by_${column}`, values, where };
  }
  return undefined;
}

/** Finds an author's rows in `by_author` or `by_author_id`, which have them together, newest first. */
export const authorRows: RouteRule = {
  name: 'author-rows',
  propose(context) {
    const { columns, table } = context;
    const condition = authorCondition(context);
    if (condition === undefined) return 'no condition that names authors';
    const { structure, values, where } = condition;
    if (!hasColumns(context, structure, [])) return `${structure} is not built`;
    const rows = rowsOfAuthor * values.length;
    const note = `by author ${values.slice(0, 3).join(', ')}`;
    const needed = storedColumnsNeeded(table, columns);
    if (columns === 'everything' || !hasColumns(context, structure, needed)) {
      const ordinals = (live: LiveSegment) =>
        `SELECT ordinal FROM ${tableOf(live, structure)} WHERE ${where}`;
      const narrow = semiJoin(context, ordinals, rows, note);
      return [fetchOrdinals(context, ordinals, rows, note), ...(narrow === undefined ? [] : [narrow])];
    }
    const stored = columnsOf(context, structure);
    return [
      certainWay({
        via: structure,
        relation: relationOf(context, stored, wantedRows(context, structure, stored, { where })),
        rows,
        bytes: rows * 24,
        cost: cost.start + rows * cost.nativeCell * needed.length,
        note,
      }),
    ];
  },
};
