import type { Statement } from '../stages.ts';
import type { Expression, JoinRef, Modifier, QueryNode, SelectNode, TableRef } from '../syntax/ast.ts';
import { readInteger } from './constants/instants.ts';

/** Functions of SELECT, ORDER BY and DISTINCT ON that make several rows of one. */
const multiplying = new Set([
  'unnest',
  'unlist',
  'generate_subscripts',
  'regexp_split_to_table',
  'unpivot_list',
]);

/** Maximum rows by the name of each common table expression in scope; undefined for an unknown number. */
type Scope = ReadonlyMap<string, number | undefined>;

interface Known {
  readonly aggregates: ReadonlySet<string>;
  readonly parameters: Statement['parameters'];
}

/**
 * The number of rows that a statement returns at most, told from its text and its parameters alone: by LIMIT, by an
 * aggregate without GROUP BY, by VALUES and what is built of them. Undefined where only the tables tell it.
 */
export function rowsAtMost(
  { ast, parameters }: Pick<Statement, 'ast' | 'parameters'>,
  aggregates: ReadonlySet<string>,
): number | undefined {
  return ofNode(ast.node, new Map(), { aggregates, parameters });
}

function ofNode(node: QueryNode, outer: Scope, known: Known): number | undefined {
  const scope = new Map(outer);
  for (const { key, value } of node.cte_map.map) {
    // A recursive expression names itself: its own number is unknown while it is read.
    scope.set(key.toLowerCase(), undefined);
    scope.set(key.toLowerCase(), ofNode(value.query.node, scope, known));
  }
  const multiplies = node.modifiers.some((modifier) => calls(modifier, multiplying));
  return limited(multiplies ? undefined : bare(node, scope, known), node.modifiers, known);
}

/** Without ORDER BY, LIMIT and DISTINCT. */
function bare(node: QueryNode, scope: Scope, known: Known): number | undefined {
  if (node.type === 'SELECT_NODE') return ofSelect(node, scope, known);
  if (node.type === 'RECURSIVE_CTE_NODE') return undefined;
  const left = ofNode(node.left, scope, known);
  const right = ofNode(node.right, scope, known);
  if (node.setop_type === 'EXCEPT') return left;
  if (node.setop_type === 'INTERSECT') return least(left, right);
  return left === undefined || right === undefined ? undefined : left + right;
}

function ofSelect(select: SelectNode, scope: Scope, known: Known): number | undefined {
  if (select.select_list.some((item) => calls(item, multiplying))) return undefined;
  const { group_sets: sets } = select;
  if (sets.length > 0) {
    const grouped = sets.filter((set) => set !== null && set.length > 0);
    const rows = grouped.length === 0 ? 0 : ofTable(select.from_table, scope, known);
    // a set of no columns has a row, also where there is nothing to group
    return rows === undefined ? undefined : rows * grouped.length + (sets.length - grouped.length);
  }
  const isGrouped = select.group_expressions.length > 0;
  const aggregates =
    select.having !== null || select.select_list.some((item) => calls(item, known.aggregates));
  if (!isGrouped && select.aggregate_handling === 'STANDARD_HANDLING' && aggregates) return 1;
  const rows = ofTable(select.from_table, scope, known);
  // GROUP BY ALL of aggregates alone has a row, also where there is nothing to group
  const isOfAll = select.aggregate_handling !== 'STANDARD_HANDLING' && aggregates;
  return isOfAll && rows !== undefined ? Math.max(1, rows) : rows;
}

function ofTable(table: TableRef, scope: Scope, known: Known): number | undefined {
  switch (table.type) {
    case 'EMPTY':
      return 1;
    case 'EXPRESSION_LIST':
      return table.values.some((row) => row.some((value) => calls(value, multiplying)))
        ? undefined
        : table.values.length;
    case 'SUBQUERY':
      return ofNode(table.subquery.node, scope, known);
    case 'BASE_TABLE':
      return table.schema_name === '' ? scope.get(table.table_name.toLowerCase()) : undefined;
    case 'JOIN':
      return ofJoin(table, ofTable(table.left, scope, known), ofTable(table.right, scope, known));
    default:
      return undefined;
  }
}

function ofJoin(
  { join_type: type, ref_type: kind }: JoinRef,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (type === 'SEMI' || type === 'ANTI') return left;
  if (left === undefined || right === undefined) return undefined;
  if (kind === 'POSITIONAL') return Math.max(left, right);
  if (type === 'INNER') return left * right;
  return type === 'LEFT' ? left * Math.max(1, right) : left * right + left + right;
}

function limited(
  count: number | undefined,
  modifiers: readonly Modifier[],
  { parameters }: Known,
): number | undefined {
  let most = count;
  for (const modifier of modifiers) {
    if (modifier.type !== 'LIMIT_MODIFIER' || modifier.limit === null) continue;
    const limit = readInteger(modifier.limit, { now: 0n, parameters });
    if (limit !== undefined && limit >= 0n) most = least(most, Number(limit));
  }
  return most;
}

function least(one: number | undefined, another: number | undefined): number | undefined {
  if (one === undefined || another === undefined) return one ?? another;
  return Math.min(one, another);
}

/** Whether an expression calls one of these functions for the rows of its own SELECT, so not in a subquery. */
function calls(expression: Expression | Modifier, names: ReadonlySet<string>): boolean {
  const walk = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some(walk);
    const part = value as Record<string, unknown>;
    if (part.class === 'FUNCTION' && names.has(String(part.function_name).toLowerCase())) return true;
    if (part.class === 'SUBQUERY') return walk(part.child);
    return Object.values(part).some(walk);
  };
  return walk(expression);
}
