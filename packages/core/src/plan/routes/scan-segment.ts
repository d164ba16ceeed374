import { sqlName } from '@sdq/duckdb/sql';
import { cost } from '../cost.ts';
import type { RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { certainWay } from './candidates.ts';
import { columnsOf, hasColumns, relationOf, wantedRows } from './structure-relation.ts';

/** Reads narrow columns from `scan`, where they cost a tenth of what they cost in base files. */
export const scanSegment: RouteRule = {
  name: 'scan-segment',
  propose(context) {
    const { table, columns, rows } = context;
    const needed = storedColumnsNeeded(table, columns);
    if (!hasColumns(context, 'scan', needed)) return 'the query uses a column that only base files hold';
    const stored = columnsOf(context, 'scan');
    const parts = wantedRows(context, 'scan', stored, { ordinal: 'rowid' });
    return [
      certainWay({
        via: 'scan',
        relation: relationOf(context, stored, parts),
        rows,
        bytes: rows * 4 * Math.max(1, needed.length),
        cost: cost.start + rows * cost.nativeCell * (needed.length + 1),
        note: `${needed.map(sqlName).join(', ') || 'rows'} from scan`,
      }),
    ];
  },
};
