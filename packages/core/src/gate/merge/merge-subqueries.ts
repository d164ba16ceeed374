import { AppError } from '@sdq/contract';
import { mint, type Resolved, type Statement } from '../../stages.ts';
import type { CteMap, Expression, SelectStatement } from '../../syntax/ast.ts';
import type { Parser } from '../parse/parser.ts';
import { selectsOfFirsts } from './first-rows.ts';
import { inlineCtes } from './inline-ctes.ts';
import { isListTest, mergeListTests } from './list-tests.ts';
import { mergeSelect } from './merge-select.ts';
import { isNumbering, namePartitions } from './partition-columns.ts';
import { type AnyNode, isTable, mapped, selectsOf, walk } from './tree-walk.ts';
import { mergeUnnest } from './unnest-join.ts';

/** Nodes that a merged statement may have: columns that are expressions are written once for each use. */
const nodesMax = 20_000;

/**
 * A statement with that in which its subqueries in FROM are merged, where they select columns and rows of one table and
 * nothing else: `SELECT region, count(*) FROM (SELECT * FROM videos WHERE is_ad) GROUP BY region` asks what
 * `SELECT region, count(*) FROM videos WHERE is_ad GROUP BY region` asks, and planners see it there. CTEs that are read
 * once become subqueries, whatever they select, and a table that is joined with the elements of one of its lists becomes one that
 * unnests it. `'x' = ANY(list)`, a subquery in WHERE, becomes a call. Expressions in PARTITION BY of `row_number()` become columns of a subquery. The merged statement has the same result: the same rows, names and types. It is written by DuckDB from the
 * changed tree, read back, and admitted as any other.
 */
export async function mergeSubqueries(
  resolved: Resolved,
  parser: Pick<Parser, 'rewritten' | 'textOf'>,
  admitted: (statement: Statement) => Resolved,
  tenant?: string | null,
): Promise<Resolved> {
  const { statement, references } = resolved;
  if (!has(statement.ast, isTelling)) return resolved;
  const columns = new Map(
    references.map(({ node, table }) => [
      node.table_name.toLowerCase(),
      table.columns.map(({ name }) => name),
    ]),
  );
  const tree = mapped(statement.ast, () => undefined);
  const reasons: string[] = [];
  let partitioned = 0;
  let merged = inlineCtes(tree, (name) => columns.has(name.toLowerCase()));
  const ctes = cteNames(tree);
  // what a CTE of that name has is not known
  const columnsOf = (name: string) =>
    ctes.has(name.toLowerCase()) ? undefined : columns.get(name.toLowerCase());
  const nameOf = (expression: Expression) => parser.textOf(expression);
  const isTextList = (name: string) => {
    const types = references.flatMap(({ table }) =>
      table.columns.flatMap((column) =>
        column.name.toLowerCase() === name.toLowerCase() ? column.type : [],
      ),
    );
    return types.length > 0 && types.every((type) => type === 'VARCHAR[]');
  };
  const selects = selectsOf(tree);
  const ofFirsts = selectsOfFirsts(selects);
  for (const select of selects) {
    merged += mergeListTests(select, isTextList);
    if (await mergeUnnest(select, columnsOf, nameOf)) merged++;
    const outcome = await mergeSelect(select, columnsOf, nameOf);
    if (outcome === 'merged') merged++;
    else if (outcome !== undefined) reasons.push(outcome.reason);
    if (await namePartitions(select, columnsOf, nameOf, ofFirsts.has(select))) partitioned++;
  }
  const unmerged = (reason: string) => mint<Resolved>({ ...resolved, merged: reason });
  if (merged + partitioned === 0 && !has(statement.ast, isSubquery)) return resolved;
  if (merged + partitioned === 0)
    return unmerged(reasons[0] ?? 'no query reads a subquery in FROM and nothing else');
  if (nodesIn(tree) > nodesMax) return unmerged('the merged statement is too long');
  const written = await parser.rewritten(statement, tree, tenant);
  if (written === undefined) return unmerged('DuckDB does not write the merged statement');
  try {
    const notes = [
      ...(merged === 0 ? [] : ['subqueries are merged into the queries that read them']),
      ...(partitioned === 0 ? [] : ['windows partition rows of a subquery by its columns']),
    ];
    return mint<Resolved>({
      ...resolved,
      merged: { statement: admitted(written), note: notes.join('; ') },
    });
  } catch (error) {
    if (error instanceof AppError) return unmerged('the merged statement exceeds a limit');
    throw error;
  }
}

/** Whether a statement has a CTE, or a node of a kind. */
function has(tree: SelectStatement, isWanted: (node: AnyNode) => boolean): boolean {
  let found = false;
  walk(tree, (node) => {
    if ('cte_map' in node) found ||= (node as { cte_map: { map: unknown[] } }).cte_map.map.length > 0;
    else if (isWanted(node)) found = true;
    return !found;
  });
  return found;
}

/** Whether a statement with such a node may be changed. */
function isTelling(node: AnyNode): boolean {
  return isSubquery(node) || isTable(node, 'TABLE_FUNCTION') || isListTest(node) || isNumbering(node);
}

function isSubquery(node: AnyNode): boolean {
  return isTable(node, 'SUBQUERY');
}

/** The names of all CTEs of a statement, in lower case. */
function cteNames(tree: SelectStatement): ReadonlySet<string> {
  const names = new Set<string>();
  walk(tree, (node) => {
    if ('cte_map' in node)
      for (const { key } of (node as unknown as { cte_map: CteMap }).cte_map.map)
        names.add(key.toLowerCase());
    return true;
  });
  return names;
}

function nodesIn(tree: SelectStatement): number {
  let nodes = 0;
  walk(tree, () => ++nodes <= nodesMax);
  return nodes;
}
