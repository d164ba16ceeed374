import { readWhole } from '../../../../shape/constants/instants.ts';
import type { Span } from '../../../../shape/dates/statement-text.ts';
import type { JoinSide } from '../../../../shape/joins/joined-by.ts';
import { faultOfRows, groupsNothing } from '../../../../shape/ordered-rows.ts';
import type { Resolved } from '../../../../stages.ts';
import type { Expression, QueryNode, SelectNode } from '../../../../syntax/ast.ts';
import { partsOf } from '../../../../syntax/parts-of.ts';
import { isVolatile } from '../../../../syntax/volatile-functions.ts';
import { isPassingKnown, passingRows } from '../../candidates/estimates/selectivity.ts';
import type { ChosenPaths } from '../choose-paths.ts';
import { editsBeside } from '../expression-edits.ts';
import { splice } from '../splice.ts';
import {
  hasNumberless,
  type KeptSide,
  keptRowsMax,
  type SideContext,
  sideRowsMax,
  taken,
  tooMany,
} from './kept-side.ts';

/** The rows of a CTE or a subquery; one line with the reason where they cannot be kept, or are too many. */
export function keptQuery(
  context: SideContext,
  { query: { query, aliases, isInName }, isSet }: Extract<JoinSide, { kind: 'query' }>,
  table: string,
): KeptSide | string {
  const { resolved, chosen, spans, expressions } = context;
  const { text } = resolved.statement;
  const span = spans.get(query);
  if (span === undefined) return 'its text was not found';
  if (isInName) return 'its text is part of the name of a result column';
  const fault = faultOfQuery(query, text.slice(span.start, span.end), resolved);
  if (fault !== undefined) return fault;
  const isWithin = ({ start, end }: Span) => start >= span.start && end <= span.end;
  const inner = chosen.filter((_, place) => isWithin(resolved.references[place] as Span));
  if (!isSet && inner.some(({ question }) => question.isInName)) return 'it has a subquery in an expression';
  const estimate = rowsOf(query, inner, resolved.aggregates);
  if (estimate.isKnown && estimate.rows > sideRowsMax) return tooMany(estimate.rows);
  const candidates = inner.map(taken);
  const edits = inner.flatMap(({ question }, at) => {
    const { relation = () => '', edits: further = [] } = candidates[at] ?? {};
    return [question.replacedBy(relation()), ...further];
  });
  const groups = expressions.groups.filter((group) => group.every(isWithin));
  const before = { start: 0, end: span.start, text: '' };
  const { sql } = splice(text, span.end, [before, ...edits, ...editsBeside({ groups, outcomes: [] }, edits)]);
  const cost = candidates.reduce((sum, candidate) => sum + candidate.cost, 0);
  return {
    table,
    step: {
      table,
      steps: candidates.flatMap(({ steps }) => steps),
      sql: `SELECT ${isSet ? 'DISTINCT ' : ''}* FROM (${sql}\n) LIMIT ${keptRowsMax + 1}`,
      rowsMax: keptRowsMax,
    },
    isLeading: query.modifiers.some(({ type }) => type === 'ORDER_MODIFIER'),
    edit: { ...span, text: `FROM ${table}` },
    place: undefined,
    aliases,
    ...estimate,
    cost,
    costOwn: cost,
  };
}

/** Why a query cannot be run alone, and before the rest. */
function faultOfQuery(query: QueryNode, text: string, { references }: Resolved): string | undefined {
  const catalogued = new Set<unknown>(references.map(({ node }) => node));
  const named = new Set<string>();
  const defined = new Set<string>();
  for (const part of partsOf(query)) {
    if (part.class === 'FUNCTION' && isVolatile(String(part.function_name).toLowerCase()))
      return `${String(part.function_name)} gives another value each time`;
    if (part.type === 'BASE_TABLE' && !catalogued.has(part)) named.add(String(part.table_name).toLowerCase());
    if (typeof part.key === 'string') defined.add(part.key.toLowerCase());
  }
  const missing = [...named].find((name) => !defined.has(name));
  if (missing !== undefined) return `it reads ${missing}, which is defined elsewhere`;
  if (hasUntyped(query)) return 'a column of it has no type: give it one with a cast';
  return hasNumberless(text) ? 'it has parameters without numbers' : undefined;
}

/** Whether a query has a column of nothing but NULL or an empty list, which a table cannot store as it is. */
function hasUntyped(query: QueryNode): boolean {
  if (query.type !== 'SELECT_NODE') return [query.left, query.right].some(hasUntyped);
  const { select_list: list, from_table: from } = query;
  const rows = from.type === 'EXPRESSION_LIST' ? from.values : [];
  const columns = rows[0]?.map((_, at) => rows.map((row) => row[at] as Expression)) ?? [];
  return list.some(isUntyped) || columns.some((column) => column.every(isUntyped));
}

function isUntyped(item: Expression): boolean {
  if (item.class === 'CONSTANT') return item.value.is_null;
  if (item.class === 'PARAMETER') return true;
  return (
    item.class === 'FUNCTION' &&
    /^(list_value|unnest)$/.test(item.function_name) &&
    item.children.every(isUntyped)
  );
}

/** Estimated rows of a query. */
function rowsOf(
  query: QueryNode,
  inner: readonly ChosenPaths[],
  aggregates: ReadonlySet<string>,
): Pick<KeptSide, 'rows' | 'isKnown'> {
  const limit = query.modifiers.find((modifier) => modifier.type === 'LIMIT_MODIFIER' && 'limit' in modifier);
  const most =
    limit === undefined || !('limit' in limit) || limit.limit === null ? undefined : readWhole(limit.limit);
  const own = query.type === 'SELECT_NODE' ? rowsOfSelect(query, inner, aggregates) : undefined;
  const rows = own?.rows ?? sideRowsMax / 2;
  if (most === undefined) return { rows, isKnown: own?.isKnown ?? false };
  return {
    rows: Math.min(Number(most), rows),
    isKnown: own?.isKnown === true || most <= BigInt(sideRowsMax),
  };
}

function rowsOfSelect(
  select: SelectNode,
  inner: readonly ChosenPaths[],
  aggregates: ReadonlySet<string>,
): Pick<KeptSide, 'rows' | 'isKnown'> | undefined {
  const { from_table: from, group_expressions, select_list } = select;
  if (from.type === 'EXPRESSION_LIST') return { rows: from.values.length, isKnown: true };
  const [item] = select_list;
  if (from.type === 'EMPTY' && item?.class === 'FUNCTION' && item.function_name === 'unnest') {
    const [list] = item.children;
    return list?.class === 'FUNCTION' && list.function_name === 'list_value'
      ? { rows: list.children.length, isKnown: true }
      : undefined;
  }
  const isOne =
    groupsNothing(select) && select_list.every((each) => faultOfRows([each], aggregates) !== undefined);
  if (from.type === 'EMPTY' || (isOne && group_expressions.length === 0))
    return { rows: 1, isKnown: from.type === 'EMPTY' };
  const [only, another] = inner;
  if (only === undefined || another !== undefined || from.type !== 'BASE_TABLE') return undefined;
  return {
    rows: passingRows(only.context),
    isKnown: isPassingKnown(only.context) && group_expressions.length === 0,
  };
}
