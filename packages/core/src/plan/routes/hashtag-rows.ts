import { sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { type HashtagCondition, hashtagConditions } from '../shape/key-values.ts';
import { certainWay, fetchOrdinals, semiJoin } from './candidates.ts';
import {
  baseFiles,
  columnsOf,
  type Given,
  hasColumns,
  relationOfParts,
  storedList,
  tableOf,
  wantedRows,
} from './structure-relation.ts';

/**
 * Rows that carry one hashtag: a guess for the cost model alone. A low one, since to learn that there are more costs
 * next to nothing.
 */
const rowsOfHashtag = 200;

/** Finds the rows that carry a hashtag in `tags`, which has them together. */
export const hashtagRows: RouteRule = {
  name: 'hashtag-rows',
  propose(context) {
    const { reference, scope } = context;
    const [condition] = hashtagConditions(reference, scope);
    if (condition === undefined) return 'no condition that asks for a hashtag';
    const rows = rowsOfHashtag * condition.anyOf.length;
    const ordinals = (live: LiveSegment) =>
      `SELECT ordinal FROM ${tableOf(live, 'tags')} WHERE ${tagged(condition)}`;
    const note = `by hashtag ${condition.anyOf.slice(0, 3).join(', ')}`;
    const covering = coveringCandidate(context, condition, rows, note);
    if (covering !== undefined) return [covering];
    const narrow = semiJoin(context, ordinals, rows, note);
    return [fetchOrdinals(context, ordinals, rows, note), ...(narrow === undefined ? [] : [narrow])];
  },
};

function tagged({ anyOf }: HashtagCondition): string {
  return `hashtag IN (${anyOf.map(sqlString).join(', ')})`;
}

/**
 * `tags` alone, when it has all columns. Where `hashtags` is named by the condition only, the list of the one hashtag
 * stands for it: the condition holds for that list as it does for the rows'.
 */
function coveringCandidate(
  context: RouteContext,
  condition: HashtagCondition,
  rows: number,
  note: string,
): Candidate | undefined {
  const { columns, table, uncovered } = context;
  const [hashtag, another] = condition.anyOf;
  if (columns === 'everything' || hashtag === undefined || another !== undefined) return undefined;
  const isListReplaced = condition.isExact && columns.get('hashtags') === 1;
  const given: Given = isListReplaced ? { hashtags: `[${sqlString(hashtag)}]` } : {};
  const needed = storedColumnsNeeded(table, columns);
  if (!hasColumns(context, 'tags', needed, given)) return undefined;
  const stored = columnsOf(context, 'tags');
  const parts = wantedRows(context, 'tags', stored, { where: tagged(condition) });
  // Files beside segments have to be filtered here, since their own list is replaced.
  if (uncovered.length > 0)
    parts.push(
      `SELECT ${storedList(context, stored)} FROM ${baseFiles(context)} WHERE list_contains(hashtags, ${sqlString(hashtag)})`,
    );
  return certainWay({
    via: 'tags',
    relation: relationOfParts(context, stored, parts, given),
    rows,
    bytes: rows * 8,
    cost: cost.start + rows * cost.nativeCell * needed.length,
    note,
  });
}
