import { measuredColumns } from '../../structures/measures.ts';
import { cost } from '../cost.ts';
import { integerReader, restrictionOf } from '../restrictions.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { columnTest, whereApplies } from '../shape/where-applies.ts';
import { certainWay } from './candidates.ts';
import { columnsOf, hasColumns, relationOf, rowsOfStructure, wantedRows } from './structure-relation.ts';

/** Reads the rows that lead by a count from its tier, where WHERE leaves none below the tier's floor. */
export const tierRows: RouteRule = {
  name: 'tier-rows',
  propose(context) {
    const { table, columns } = context;
    const tier = tierAsked(context);
    if (tier === undefined) return 'no condition that only rows of a tier pass';
    const needed = storedColumnsNeeded(table, columns);
    if (!hasColumns(context, tier, needed)) return 'the query uses a column that only base files hold';
    const stored = columnsOf(context, tier).filter((name) => name !== 'ordinal');
    const rows = rowsOfStructure(context, tier);
    return [
      certainWay({
        via: tier,
        relation: relationOf(context, stored, wantedRows(context, tier, stored)),
        rows,
        bytes: rows * 4 * Math.max(1, needed.length),
        cost: cost.start + rows * cost.nativeCell * (needed.length + 1),
        note: `rows that lead, from ${tier}`,
      }),
    ];
  },
};

/** The smallest tier that holds all rows which WHERE leaves. */
export function tierAsked(context: RouteContext): string | undefined {
  const { coverage, reference, scope } = context;
  const { select, node } = reference;
  if (!whereApplies(select, node)) return undefined;
  const asked = measuredColumns.flatMap((metric) => {
    const tier = `tier_${metric}`;
    const floor = coverage.floors.get(tier);
    if (floor === undefined) return [];
    const isMetric = columnTest(select, node, metric);
    const left = restrictionOf(select.where_clause, isMetric, integerReader(scope));
    const isAbove = left !== 'everything' && left.every(({ min }) => min !== undefined && min >= floor);
    return isAbove ? [tier] : [];
  });
  return asked.sort((a, b) => rowsOfStructure(context, a) - rowsOfStructure(context, b))[0];
}
