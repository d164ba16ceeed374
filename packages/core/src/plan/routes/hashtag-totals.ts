import { measuredColumns } from '../../structures/measures.ts';
import type { Expression } from '../../syntax/ast.ts';
import { TextPositions } from '../../syntax/text-position.ts';
import type { BoundReference, RouteContext, RouteRule } from '../rule.ts';
import { callSpan } from '../shape/aggregate-uses.ts';
import { groupsNothing } from '../shape/leading-rows.ts';
import { selectAround } from '../shape/select-around.ts';
import { columnTest, faultOfFrom } from '../shape/where-applies.ts';
import { type AggregatedRows, fitRollup, type Rollup, rolledUses } from './rollup-fit.ts';
import { groupList, rollupWay, singleList } from './rollup-groups.ts';
import { baseFiles, rowsOfStructure, tableOf } from './structure-relation.ts';

const totals: Rollup = { structure: 'hashtag_totals', grain: ['hashtag'] };

/**
 * Answers aggregates over `(SELECT unnest(hashtags) AS tag, … FROM videos)` from totals by hashtag: the subquery gives
 * a row per hashtag, with counts and sums beside it.
 */
export const hashtagTotals: RouteRule = {
  name: 'hashtag-totals',
  propose(context) {
    const { reference, coverage } = context;
    if (reference.inExpression) return 'the text around it is the name of a result column';
    const rows = unnestedHashtags(context);
    if (typeof rows === 'string') return rows;
    const uses = rolledUses(context, rows.select);
    if (typeof uses === 'string') return uses;
    const found = fitRollup(context, totals, rows, uses);
    if (typeof found === 'string') return found;
    const parts = coverage.segments.map(
      (live) => `SELECT ${groupList(totals.grain, found.measures)} FROM ${tableOf(live, totals.structure)}`,
    );
    if (context.uncovered.length > 0)
      parts.push(
        `SELECT ${singleList(['unnest(hashtags) AS hashtag'], found.measures)} FROM ${baseFiles(context)}`,
      );
    const groups = rowsOfStructure(context, totals.structure);
    return [rollupWay(context, totals, groups, rows.relation(parts), rows.edits(found))];
  },
};

/** A row for each hashtag of each video, as the SELECT around the reference's own aggregates them. */
export function unnestedHashtags(context: RouteContext): AggregatedRows | string {
  const { reference, resolved } = context;
  const { text, ast } = resolved.statement;
  const unnested = readUnnested(reference);
  if (typeof unnested === 'string') return unnested;
  const outer = selectAround(ast.node, reference.select);
  if (outer === undefined || outer.select.sample !== null || outer.subquery.sample !== null)
    return 'what is unnested is not aggregated right away';
  const span = callSpan(text, new TextPositions(text), unnested.call);
  if (span === undefined) return 'the call of unnest cannot be found';
  const { select, subquery } = outer;
  // The subquery names columns that nobody reads any more.
  const unread = [...unnested.names.keys()].filter((name) => name !== 'hashtag');
  const list = ['*', ...unread.map((name) => `NULL::${typeOf(context, name)} AS ${name}`)].join(', ');
  return {
    select,
    columns: [...unnested.names.keys()],
    test: (column) => {
      const name = unnested.names.get(column);
      return name === undefined ? () => false : columnTest(select, subquery, name);
    },
    relation: (parts) => `(SELECT ${list} FROM (${parts.join(' UNION ALL ')}))`,
    edits: ({ edits, measures }) => [
      ...edits,
      { start: span.start, end: span.end, text: [...measures, 'hashtag'].join(', ') },
    ],
  };
}

interface UnnestedHashtags {
  readonly call: Extract<Expression, { class: 'FUNCTION' }>;
  /** What the subquery calls `hashtag`, and the columns beside it. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reads `SELECT unnest(hashtags) AS tag, play_count … FROM videos`; one line on why it is another. */
function readUnnested(reference: BoundReference): UnnestedHashtags | string {
  const { select, node } = reference;
  const notAlone = faultOfFrom(reference);
  if (notAlone !== undefined) return notAlone;
  const isPlain = select.where_clause === null && select.modifiers.length === 0 && groupsNothing(select);
  if (!isPlain) return 'the query does not unnest all rows';
  const isHashtags = columnTest(select, node, 'hashtags');
  const names = new Map<string, string>();
  let call: UnnestedHashtags['call'] | undefined;
  for (const item of select.select_list) {
    const [list, more] = item.class === 'FUNCTION' ? item.children : [];
    if (
      item.class === 'FUNCTION' &&
      item.function_name === 'unnest' &&
      list !== undefined &&
      isHashtags(list)
    ) {
      if (call !== undefined || more !== undefined || item.alias === '')
        return 'the hashtags have no name of their own';
      call = item;
      names.set('hashtag', item.alias.toLowerCase());
      continue;
    }
    const column = measuredColumns.find((name) => columnTest(select, node, name)(item));
    if (column === undefined || names.has(column))
      return 'the query unnests no hashtags, or more than them and counts';
    names.set(column, item.alias === '' ? column : item.alias.toLowerCase());
  }
  if (call === undefined) return 'the query unnests no hashtags';
  return new Set(names.values()).size < names.size ? 'two columns have one name' : { call, names };
}

function typeOf({ table }: RouteContext, name: string): string {
  return table.columns.find((column) => column.name === name)?.type ?? 'BIGINT';
}
