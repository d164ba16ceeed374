import { leadersHeld, leadersOf, leadingMeasures } from '../../structures/leaders.ts';
import type { RouteContext, RouteRule } from '../rule.ts';
import { leadingGroups as leadingGroupsOf } from '../shape/leading-groups.ts';
import { unnestedHashtags } from './hashtag-totals.ts';
import { fitRollup, type Rollup, rolledUses } from './rollup-fit.ts';
import { aggregatedRows, groupList, rollupWay } from './rollup-groups.ts';
import { rowsOfStructure, tableOf } from './structure-relation.ts';

/** Columns that groups may lead by, with the grain of the totals they are taken from. */
const grains: Readonly<Record<string, readonly string[]>> = {
  author_id: ['author_id', 'author'],
  author: ['author_id', 'author'],
  music_id: ['music_id', 'music_title', 'music_author'],
  hashtag: ['hashtag'],
};

/**
 * Answers `GROUP BY key ORDER BY sum(…) DESC LIMIT k` from the groups that lead all others by that sum. What WHERE
 * and HAVING leave of those is enough when it is k groups; else it proves nothing, and another way is taken.
 */
export const leadingGroups: RouteRule = {
  name: 'leading-groups',
  propose(context) {
    const { reference, resolved, coverage } = context;
    const [live, more] = coverage.segments;
    if (reference.inExpression) return 'the text around it is the name of a result column';
    const result = resolved.statement.ast.node;
    const rows = reference.select === result ? aggregatedRows(context) : unnestedHashtags(context);
    if (typeof rows === 'string') return rows;
    if (rows.select !== result) return 'the groups are not the result';
    const leading = leadingGroupsOf(rows.select, rows.columns, rows.test, resolved.aggregates);
    if (typeof leading === 'string') return leading;
    const { key, measure, wanted } = leading;
    const grain = grains[key];
    if (grain === undefined || !leadingMeasures.some((each) => each === measure))
      return `no groups are kept that lead by ${measure} of ${key}`;
    if (live === undefined || more !== undefined || coverage.uncovered.size > 0)
      return 'rows have been added since it was built';
    const rollup: Rollup = { structure: leadersOf(key), grain };
    const uses = rolledUses(context, rows.select);
    if (typeof uses === 'string') return uses;
    const found = fitRollup(context, rollup, rows, uses);
    if (typeof found === 'string') return found;
    const part = `SELECT ${groupList(grain, found.measures)} FROM ${tableOf(live, rollup.structure)} WHERE leads_${measure}`;
    const way = rollupWay(
      context,
      rollup,
      groupsHeld(context, rollup),
      rows.relation([part]),
      rows.edits(found),
    );
    return [{ ...way, rowsMin: wanted }];
  },
};

/** Rows that lead by one measure, about: those of all of them are in the structure. */
function groupsHeld(context: RouteContext, { structure }: Rollup): number {
  const rows = rowsOfStructure(context, structure);
  return Math.min(rows, Math.max(leadersHeld, Math.ceil(rows / leadingMeasures.length)));
}
