import { parseSerialized } from '../../../packages/core/src/gate/parse/serializer.ts';

/** DuckDB's syntax tree of a SELECT, as far as its order and its limit are read. */
interface SelectNode {
  readonly type: string;
  readonly child?: SelectNode;
  readonly select_list?: readonly Expression[];
  modifiers?: Modifier[];
}

interface Modifier {
  readonly type: string;
  readonly orders?: readonly { readonly expression: Expression }[];
}

interface Expression {
  readonly class: string;
  readonly type?: string;
  readonly alias?: string;
  readonly column_names?: readonly string[];
  readonly value?: { readonly value?: unknown };
}

interface Tree {
  readonly statements?: readonly { readonly node: SelectNode }[];
}

/**
 * Positions of result columns whose values a statement puts in order: the first keys of its ORDER BY, up to the first
 * one that is no column of the result. Rows with equal keys may be in any order.
 */
export function orderedPositions(syntax: string | null, names: readonly string[]): number[] {
  const node = topNode(syntax);
  const orders = node?.modifiers?.find(({ type }) => type === 'ORDER_MODIFIER')?.orders ?? [];
  const positions: number[] = [];
  for (const { expression } of orders) {
    if (isAll(expression)) return names.map((_, position) => position);
    const position = positionOf(expression, node?.select_list ?? [], names);
    if (position === undefined) break;
    positions.push(position);
  }
  return positions;
}

/** The syntax tree without the limit of the whole statement; null if it has none. */
export function withoutLimit(syntax: string | null): string | null {
  const tree = syntax === null ? undefined : (parseSerialized(syntax) as unknown as Tree);
  const node = tree === undefined ? undefined : topNodeOf(tree);
  const isLimit = ({ type }: Modifier) => type.startsWith('LIMIT');
  if (node?.modifiers?.some(isLimit) !== true) return null;
  node.modifiers = node.modifiers.filter((modifier) => !isLimit(modifier));
  return JSON.stringify(tree);
}

function topNode(syntax: string | null): SelectNode | undefined {
  return syntax === null ? undefined : topNodeOf(parseSerialized(syntax) as unknown as Tree);
}

function topNodeOf({ statements = [] }: Tree): SelectNode | undefined {
  let node = statements[0]?.node;
  while (node?.type === 'CTE_NODE') node = node.child;
  return node;
}

function isAll(expression: Expression): boolean {
  return expression.class === 'STAR' && !('columns' in expression && expression.columns === true);
}

function positionOf(
  expression: Expression,
  selected: readonly Expression[],
  names: readonly string[],
): number | undefined {
  if (expression.class === 'CONSTANT') {
    const position = Number(expression.value?.value) - 1;
    return Number.isInteger(position) && position in names ? position : undefined;
  }
  const path = expression.column_names ?? [];
  if (path.length > 0) {
    const name = path.at(-1)?.toLowerCase();
    const same = names.flatMap((each, position) => (each.toLowerCase() === name ? [position] : []));
    // A qualified name is another column than an alias of the same spelling.
    const isAlias = path.length > 1 && selected.some(({ alias }) => alias?.toLowerCase() === name);
    return same.length === 1 && !isAlias ? same[0] : undefined;
  }
  // With a star in front, positions in the list are not positions in the result.
  if (selected.some((each) => each.class === 'STAR') || selected.length !== names.length) return undefined;
  const wanted = comparable(expression);
  const at = selected.findIndex((each) => comparable(each) === wanted);
  return at === -1 ? undefined : at;
}

/** An expression without its alias and its position in the text. */
function comparable(expression: Expression): string {
  return JSON.stringify({ ...expression, alias: '' }, (key, value: unknown) =>
    key === 'query_location' ? undefined : value,
  );
}
