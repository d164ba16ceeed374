import { sqlString } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { structureOf } from '../../index/structures/index.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { storedColumnsNeeded } from '../shape/columns-used.ts';
import { type HashtagCondition, hashtagConditions } from '../shape/key-values.ts';
import { fetchCandidate, semiJoinCandidate } from './ordinals.ts';
import { hasColumns, relationOf, storedList, tableOf, wantedOnly } from './structure-relation.ts';

/**
 * Rows that carry one hashtag: a guess for the cost model alone. A low one, since to learn that there are more costs
 * next to nothing.
 */
const rowsOfHashtag = 200;

/** Finds the rows that carry a hashtag in `tags`, which has them together. */
export const hashtagRows: RouteRule = {
  name: 'hashtag-rows',
  propose(context) {
    const { coverage, reference, scope } = context;
    if (coverage.segments.length === 0) return 'no segment is built';
    const [condition] = hashtagConditions(reference, scope);
    if (condition === undefined) return 'no condition that asks for a hashtag';
    const rows = rowsOfHashtag * condition.anyOf.length;
    const ordinals = (live: LiveSegment) =>
      `SELECT ordinal FROM ${tableOf(live, 'tags')} WHERE ${tagged(condition)}`;
    const note = `by hashtag ${condition.anyOf.slice(0, 3).join(', ')}`;
    const covering = coveringCandidate(context, condition, rows, note);
    if (covering !== undefined) return [covering];
    const semiJoin = semiJoinCandidate(context, ordinals, rows, note);
    return [fetchCandidate(context, ordinals, rows, note), ...(semiJoin === undefined ? [] : [semiJoin])];
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
  const { columns, coverage, table } = context;
  const [hashtag, another] = condition.anyOf;
  if (columns === 'everything' || hashtag === undefined || another !== undefined) return undefined;
  const isListReplaced = condition.isExact && columns.get('hashtags') === 1;
  const given: Record<string, string> = isListReplaced ? { hashtags: `[${sqlString(hashtag)}]` } : {};
  const needed = storedColumnsNeeded(table, columns);
  if (!hasColumns('tags', needed, Object.keys(given))) return undefined;
  const stored = structureOf('tags').columns.map(({ name }) => name);
  const parts = coverage.segments.map(
    (live) =>
      `SELECT ${storedList(context, stored)} FROM ${tableOf(live, 'tags')} WHERE ${tagged(condition)}${wantedOnly(context, live, 'ordinal')}`,
  );
  const relation =
    context.uncovered.length === 0
      ? relationOf(context, stored, parts, given)
      : relationOf(
          { ...context, uncovered: [] },
          stored,
          [...parts, uncoveredTagged(context, stored, hashtag)],
          given,
        );
  return {
    via: 'tags',
    relation,
    steps: [],
    edits: [],
    rowsMin: 0,
    rows,
    bytes: rows * 8,
    cost: cost.start + rows * cost.nativeCell * needed.length,
    note,
  };
}

/** Files beside segments have to be filtered here, since their own list is replaced. */
function uncoveredTagged(context: RouteContext, stored: readonly string[], hashtag: string): string {
  const files = context.uncovered.map((file) => sqlString(context.path(file))).join(', ');
  return `SELECT ${storedList(context, stored)} FROM read_parquet([${files}], hive_partitioning = false) WHERE list_contains(hashtags, ${sqlString(hashtag)})`;
}
