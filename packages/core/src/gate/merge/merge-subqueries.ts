import { AppError } from '@sdq/contract';
import { mint, type Resolved, type Statement } from '../../stages.ts';
import type { SelectStatement } from '../../syntax/ast.ts';
import type { Parser } from '../parse/parser.ts';
import { inlineCtes } from './inline-ctes.ts';
import { mergeSelect } from './merge-select.ts';
import { isTable, mapped, selectsOf, walk } from './tree-walk.ts';

/** Nodes that a merged statement may have: columns that are expressions are written once for each use. */
const nodesMax = 20_000;

/**
 * A statement with that in which its subqueries in FROM are merged, where they select columns and rows of one table and
 * nothing else: `SELECT region, count(*) FROM (SELECT * FROM videos WHERE is_ad) GROUP BY region` asks what
 * `SELECT region, count(*) FROM videos WHERE is_ad GROUP BY region` asks, and planners see it there. CTEs that are read
 * once are subqueries too. The merged statement has the same result: the same rows, names and types. It is written by DuckDB from the
 * changed tree, read back, and admitted as any other.
 */
export async function mergeSubqueries(
  resolved: Resolved,
  parser: Pick<Parser, 'rewritten' | 'textOf'>,
  admitted: (statement: Statement) => Resolved,
): Promise<Resolved> {
  const { statement, references } = resolved;
  if (!hasSubqueries(statement.ast)) return resolved;
  const columns = new Map(
    references.map(({ node, table }) => [
      node.table_name.toLowerCase(),
      table.columns.map(({ name }) => name),
    ]),
  );
  const tree = mapped(statement.ast, () => undefined);
  inlineCtes(tree, (name) => columns.has(name.toLowerCase()));
  const reasons: string[] = [];
  let merged = 0;
  for (const select of selectsOf(tree)) {
    const outcome = await mergeSelect(
      select,
      (name) => columns.get(name.toLowerCase()),
      (expression) => parser.textOf(expression),
    );
    if (outcome === 'merged') merged++;
    else if (outcome !== undefined) reasons.push(outcome.reason);
  }
  const unmerged = (reason: string) => mint<Resolved>({ ...resolved, merged: reason });
  if (merged === 0) return unmerged(reasons[0] ?? 'no query reads a subquery in FROM and nothing else');
  if (nodesIn(tree) > nodesMax) return unmerged('the merged statement is too long');
  const written = await parser.rewritten(statement, tree);
  if (written === undefined) return unmerged('DuckDB does not write the merged statement');
  try {
    return mint<Resolved>({ ...resolved, merged: admitted(written) });
  } catch (error) {
    if (error instanceof AppError) return unmerged('the merged statement exceeds a limit');
    throw error;
  }
}

/** Whether a statement has a subquery in FROM, or a CTE. */
function hasSubqueries(tree: SelectStatement): boolean {
  let has = false;
  walk(tree, (node) => {
    if (isTable(node, 'SUBQUERY')) has = true;
    else if ('cte_map' in node) has ||= (node as { cte_map: { map: unknown[] } }).cte_map.map.length > 0;
    return !has;
  });
  return has;
}

function nodesIn(tree: SelectStatement): number {
  let nodes = 0;
  walk(tree, () => ++nodes <= nodesMax);
  return nodes;
}
