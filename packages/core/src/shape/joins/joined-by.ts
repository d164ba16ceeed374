import type {
  BaseTableRef,
  Expression,
  JoinRef,
  QueryNode,
  SelectNode,
  SubqueryExpression,
  TableRef,
} from '../../syntax/ast.ts';
import { readWhole } from '../constants/instants.ts';
import { isSampledOrRenamed, whereApplies } from '../from-clause.ts';
import { groupsNothing } from '../ordered-rows.ts';
import { conditionsOf } from './condition-texts.ts';
import {
  type CteMeant,
  columnNamed,
  type FromPart,
  type NamedColumn,
  type NameScopes,
  type SelectScope,
} from './name-scopes.ts';

/** What gives the values that rows of a table are joined by. */
export type JoinSide =
  | { readonly kind: 'reference'; readonly place: number; readonly scope: SelectScope }
  | { readonly kind: 'query'; readonly query: CteMeant; readonly isSet: boolean }
  | { readonly kind: 'list'; readonly list: Expression };

/**
 * The rows of a table are seen only where the value of a column is one of a column of another side, NULLs aside:
 * without all other rows, the statement gives the same result.
 */
export interface JoinedBy {
  /** The column of the table. */
  readonly column: string;
  readonly side: JoinSide;
  /** The column of the other side; undefined for its only one. */
  readonly sideColumn: string | undefined;
}

/** Whether one of the table's rows is seen, when an equality in this condition is not true for any row of the other side. */
type Reads = (named: NamedColumn) => boolean;

/** By which columns, and of which other parts of the statement, the rows of a reference are joined. */
export function joinedBy(
  scopes: NameScopes,
  select: SelectNode,
  node: BaseTableRef,
  aggregates: ReadonlySet<string>,
): readonly JoinedBy[] {
  const scope = scopes.of(select);
  const own = scope?.parts.find((part) => part.node === node);
  if (scope === undefined || own === undefined || isSampledOrRenamed(select, node)) return [];
  const isOwn: Reads = ({ part }) => part === own;
  const inWhere = whereApplies(select, node)
    ? conditionsOf(select.where_clause).flatMap((condition) => [
        ...equalities(condition, scope, isOwn),
        ...ofSubquery(condition, scope, scopes, isOwn, aggregates),
      ])
    : [];
  return [...inWhere, ...ofJoins(select.from_table, scope, own, isOwn)];
}

/** `t.x = s.y`, where one side is a column of the table and the other one of another part. */
function equalities(condition: Expression, scope: SelectScope, isOwn: Reads): JoinedBy[] {
  if (condition.class !== 'COMPARISON' || condition.type !== 'COMPARE_EQUAL') return [];
  const left = columnNamed(condition.left, scope);
  const right = columnNamed(condition.right, scope);
  if (left === undefined || right === undefined || isOwn(left) === isOwn(right)) return [];
  const [mine, others] = isOwn(left) ? [left, right] : [right, left];
  const side = sideOf(others.part, others.scope);
  return side === undefined ? [] : [{ column: mine.column, side, sideColumn: others.column }];
}

function sideOf({ place, query, list }: FromPart, scope: SelectScope): JoinSide | undefined {
  if (list !== undefined) return { kind: 'list', list };
  if (place !== undefined) return { kind: 'reference', place, scope };
  return query && { kind: 'query', query, isSet: false };
}

/** `t.x IN (SELECT …)` and `EXISTS (SELECT … WHERE s.y = t.x)`. */
function ofSubquery(
  condition: Expression,
  scope: SelectScope,
  scopes: NameScopes,
  isOwn: Reads,
  aggregates: ReadonlySet<string>,
): JoinedBy[] {
  if (condition.class !== 'SUBQUERY') return [];
  const { node } = condition.subquery;
  if (condition.subquery_type === 'ANY') return amongRows(condition, scope, scopes, isOwn);
  if (condition.subquery_type !== 'EXISTS' || node.type !== 'SELECT_NODE') return [];
  const inner = scopes.of(node);
  if (inner === undefined || !needsRow(node, aggregates)) return [];
  return conditionsOf(node.where_clause)
    .flatMap((each) => equalities(each, inner, isOwn))
    .filter(({ side }) => side.kind !== 'reference' || side.scope === inner);
}

function amongRows(
  { child, comparison_type, subquery: { node } }: SubqueryExpression,
  scope: SelectScope,
  scopes: NameScopes,
  isOwn: Reads,
): JoinedBy[] {
  const mine = child === null ? undefined : columnNamed(child, scope);
  if (comparison_type !== 'COMPARE_EQUAL' || mine === undefined || !isOwn(mine)) return [];
  const { column } = mine;
  const named = namedByCte(node, scopes);
  if (named !== undefined) return [{ column, ...named }];
  const query = { query: node, aliases: [], isInName: scope.isInName };
  return [{ column, side: { kind: 'query', query, isSet: true }, sideColumn: undefined }];
}

/** `SELECT id FROM best …`: its values are among those of the CTE. */
function namedByCte(node: QueryNode, scopes: NameScopes): Pick<JoinedBy, 'side' | 'sideColumn'> | undefined {
  const scope = node.type === 'SELECT_NODE' ? scopes.of(node) : undefined;
  const [part, another] = scope?.parts ?? [];
  if (scope === undefined || part?.node.type !== 'BASE_TABLE' || another !== undefined) return undefined;
  const { query, columns } = part;
  if (query === undefined) return undefined;
  const side: JoinSide = { kind: 'query', query, isSet: false };
  const [item, more] = scope.select.select_list;
  if (item === undefined || more !== undefined || !groupsNothing(scope.select)) return undefined;
  if (item.class === 'STAR') {
    const [only, further] = columns ?? [];
    return only === undefined || further !== undefined ? undefined : { side, sideColumn: only };
  }
  const meant = columnNamed(item, scope);
  return meant?.part === part ? { side, sideColumn: meant.column } : undefined;
}

/** Whether a SELECT inside EXISTS gives a row only where one passes WHERE. */
function needsRow(select: SelectNode, aggregates: ReadonlySet<string>): boolean {
  const isPlain = select.modifiers.every(
    (modifier) =>
      modifier.type === 'DISTINCT_MODIFIER' ||
      modifier.type === 'ORDER_MODIFIER' ||
      (modifier.type === 'LIMIT_MODIFIER' &&
        modifier.offset === null &&
        (modifier.limit === null || (readWhole(modifier.limit) ?? 0n) > 0n)),
  );
  return isPlain && groupsNothing(select) && select.sample === null && !calls(select.select_list, aggregates);
}

/** Whether any of these functions is called. */
function calls(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { class: kind, function_name: name } = value as { class?: string; function_name?: string };
  if (kind === 'FUNCTION' && name !== undefined && names.has(name.toLowerCase())) return true;
  return Object.values(value).some((child) => calls(child, names));
}

/** The equalities of joins without whose truth the join gives nothing of a row of the table. */
function ofJoins(from: TableRef, scope: SelectScope, own: FromPart, isOwn: Reads): JoinedBy[] {
  if (from.type !== 'JOIN') return [];
  const at = sideWith(from, own.node);
  if (at === undefined) return [];
  const inner = ofJoins(from[at], scope, own, isOwn);
  if (!isDropped(from, at) || !isKept(from[at], own.node)) return inner;
  const found = from.using_columns.flatMap((name) => using(name.toLowerCase(), from, at, scope));
  const among = conditionsOf(from.condition).flatMap((condition) => equalities(condition, scope, isOwn));
  const within = new Set(scope.parts.filter(({ node }) => contains(from, node)).map(({ place }) => place));
  return [
    ...inner,
    ...found,
    ...among.filter(({ side }) => side.kind !== 'reference' || within.has(side.place)),
  ];
}

function sideWith({ left, right }: JoinRef, node: TableRef): 'left' | 'right' | undefined {
  if (contains(left, node)) return 'left';
  return contains(right, node) ? 'right' : undefined;
}

function contains(from: TableRef, node: TableRef): boolean {
  return from === node || (from.type === 'JOIN' && (contains(from.left, node) || contains(from.right, node)));
}

/** Whether a join leaves out, or never shows, rows of this side that meet no row of the other. */
function isDropped({ ref_type, join_type, sample }: JoinRef, at: 'left' | 'right'): boolean {
  if (ref_type !== 'REGULAR' || sample !== null) return false;
  switch (join_type) {
    case 'INNER':
    case 'SEMI':
      return true;
    case 'LEFT':
    case 'ANTI':
      return at === 'right';
    case 'RIGHT':
      return at === 'left';
    default:
      return false;
  }
}

/** Whether a row that is missing in a table is only missing in what these joins give, and nothing else is changed. */
function isKept(from: TableRef, node: TableRef): boolean {
  if (from === node) return true;
  if (from.type !== 'JOIN' || from.sample !== null) return false;
  if (from.ref_type !== 'REGULAR' && from.ref_type !== 'CROSS') return false;
  const at = sideWith(from, node);
  const isSafe = from.join_type === 'INNER' || (at === 'left' && /^(LEFT|SEMI|ANTI)$/.test(from.join_type));
  return at !== undefined && isSafe && isKept(from[at], node);
}

/** `JOIN … USING (x)`, where the table itself and one other part are joined. */
function using(name: string, { left, right }: JoinRef, at: 'left' | 'right', scope: SelectScope): JoinedBy[] {
  const [mine, others] = at === 'left' ? [left, right] : [right, left];
  if (mine.type === 'JOIN') return [];
  const part = scope.parts.find(({ node }) => node === others);
  const side = part?.columns?.has(name) === true ? sideOf(part, scope) : undefined;
  return side === undefined ? [] : [{ column: name, side, sideColumn: name }];
}
