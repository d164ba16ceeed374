import { sqlName } from '@sdq/duckdb/sql';
import { conditionsOf, conditionTexts } from '../../../../shape/joins/condition-texts.ts';
import type { JoinSide } from '../../../../shape/joins/joined-by.ts';
import { columnNamed, type SelectScope } from '../../../../shape/joins/name-scopes.ts';
import { faultOfRows } from '../../../../shape/ordered-rows.ts';
import { TableQuestion } from '../../../../shape/table-question.ts';
import { mint, type Resolved } from '../../../../stages.ts';
import type { ColumnRefExpression, Expression, SelectNode } from '../../../../syntax/ast.ts';
import { columnRef, conjunction } from '../../../../syntax/expressions.ts';
import { partsOf } from '../../../../syntax/parts-of.ts';
import { isPassingKnown, passingRows } from '../../candidates/estimates/selectivity.ts';
import { type ChosenPaths, choosePaths } from '../choose-paths.ts';
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

/** The rows of a reference that meet the conditions that WHERE has on it alone. */
export function keptReference(
  context: SideContext,
  { place, scope }: Extract<JoinSide, { kind: 'reference' }>,
  table: string,
): KeptSide | string {
  const { snapshot, rules, question, chosen } = context;
  const own = chosen[place] as ChosenPaths;
  if (!own.question.dropsFailing) return 'WHERE does not apply to it before it is joined';
  const alone = readAlone(context, place, scope);
  if (typeof alone === 'string') return alone;
  const paths = choosePaths(new TableQuestion(alone, 0, question.constants), snapshot, rules);
  const rows = passingRows(paths.context);
  // whatever its conditions are, it has no more rows
  const isSmall = (own.question.table.local?.rows ?? Number.POSITIVE_INFINITY) <= sideRowsMax;
  const isKnown = isSmall || isPassingKnown(paths.context);
  if (isKnown && rows > sideRowsMax) return tooMany(rows);
  const candidate = taken(paths);
  const { text, endOffset } = alone.statement;
  const { sql } = splice(text, endOffset, [
    paths.question.replacedBy(candidate.relation()),
    ...candidate.edits,
  ]);
  return {
    table,
    step: { table, steps: candidate.steps, sql: `${sql}\nLIMIT ${keptRowsMax + 1}`, rowsMax: keptRowsMax },
    isLeading: false,
    edit: undefined,
    place,
    aliases: [],
    rows,
    isKnown,
    cost: candidate.cost,
    costOwn: taken(own).cost,
  };
}

/** The statement that reads the reference alone, with its own conditions. */
function readAlone(
  { resolved, spans, chosen, expressions }: SideContext,
  place: number,
  scope: SelectScope,
): Resolved | string {
  const { statement, references, platform, aggregates } = resolved;
  const { select } = scope;
  const reference = references[place];
  const span = spans.get(select);
  const texts = select.where_clause === null ? [] : span && conditionTexts(statement.text, span, select);
  if (reference === undefined || texts === undefined) return 'its text was not found';
  const mine = conditionsOf(select.where_clause).flatMap((condition, at) => {
    const placed = texts[at];
    return placed !== undefined && isOfPart(condition, scope, reference.node, aggregates)
      ? [{ condition, text: placed }]
      : [];
  });
  // a table of one query may be small as a whole
  if (mine.length === 0 && reference.table.local === undefined) return 'no condition is on it alone';
  const conditions = mine.map(({ text: at }) => {
    const groups = expressions.groups.filter((group) =>
      group.every(({ start, end }) => start >= at.start && end <= at.end),
    );
    const before = { start: 0, end: at.start, text: '' };
    return splice(statement.text, at.end, [before, ...editsBeside({ groups, outcomes: [] }, [])]).sql;
  });
  if (conditions.some(hasNumberless)) return 'it has parameters without numbers';
  const { table, node, start, end } = reference;
  const used = chosen[place]?.question.columns;
  const names = table.columns
    .map(({ name }) => name)
    .filter((name) => used === 'everything' || used?.has(name));
  const listed = names.length > 0 ? names : table.columns.slice(0, 1).map(({ name }) => name);
  const list = `SELECT ${listed.map(sqlName).join(', ')} FROM `;
  const name = statement.text.slice(start, end);
  const alias = node.alias === '' ? '' : ` AS ${sqlName(node.alias)}`;
  const where =
    conditions.length === 0 ? '' : ` WHERE ${conditions.map((each) => `(${each}\n)`).join(' AND ')}`;
  const text = `${list}${name}${alias}${where}`;
  const alone: SelectNode = {
    ...select,
    select_list: listed.map((name) => columnRef(name)),
    from_table: node,
    where_clause: conjunction(mine.map(({ condition }) => condition)),
    group_expressions: [],
    group_sets: [],
    modifiers: [],
    having: null,
    qualify: null,
    cte_map: { map: [] },
  };
  return mint<Resolved>({
    statement: { ...statement, text, endOffset: text.length, ast: { node: alone, named_param_map: [] } },
    platform,
    references: [
      {
        ...reference,
        select: alone,
        start: list.length,
        end: list.length + name.length,
        isInName: false,
      },
    ],
    aggregates,
  });
}

/** Whether a condition names columns of one part of FROM and nothing else, and has the same value each time. */
function isOfPart(
  condition: Expression,
  scope: SelectScope,
  node: unknown,
  aggregates: ReadonlySet<string>,
): boolean {
  if (faultOfRows([condition], aggregates, true) !== undefined) return false;
  let named = 0;
  for (const part of partsOf(condition)) {
    if (part.class === 'STAR' || part.class === 'POSITIONAL_REFERENCE') return false;
    if (part.class !== 'COLUMN_REF') continue;
    if (columnNamed(part as unknown as ColumnRefExpression, scope)?.part.node !== node) return false;
    named += 1;
  }
  return named > 0;
}
