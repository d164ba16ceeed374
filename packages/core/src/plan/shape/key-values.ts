import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, readText } from '../instants.ts';
import { restrictionOf, textReader } from '../restrictions.ts';
import type { BoundReference } from '../rule.ts';
import { columnTest, conjuncts, whereApplies } from './where-applies.ts';

/** Values a key column may be asked for at once; more are left to a scan. */
export const keyValuesMax = 200;

/** The only values that WHERE leaves of a VARCHAR column; undefined when it leaves ranges, or too many values. */
export function keyValues(
  { select, node }: BoundReference,
  column: string,
  scope: ConstantScope,
): string[] | undefined {
  if (!whereApplies(select, node)) return undefined;
  const restriction = restrictionOf(select.where_clause, columnTest(select, node, column), textReader(scope));
  if (restriction === 'everything') return undefined;
  const values = new Set<string>();
  for (const { min, max } of restriction) {
    if (min === undefined || max === undefined || !min.equals(max)) return undefined;
    values.add(min.toString());
  }
  return values.size <= keyValuesMax ? [...values] : undefined;
}

/** One condition on the list of hashtags that says a row carries one of them. */
export interface HashtagCondition {
  readonly anyOf: readonly string[];
  /** Whether a row that carries any of them passes the condition; else it says only what a row must carry. */
  readonly isExact: boolean;
}

const containsNames = new Set(['list_contains', 'list_has', 'array_contains', 'array_has', 'contains']);
const anyNames = new Set(['list_has_any', 'array_has_any', '&&']);
const allNames = new Set(['list_has_all', 'array_has_all', '@>']);

/**
 * The conditions among WHERE's conjuncts that ask for hashtags: `list_contains(hashtags, 'x')` and its other names,
 * `'x' = ANY(hashtags)`, `list_has_any(hashtags, ['x', 'y'])`, `list_has_all(hashtags, ['x'])`.
 */
export function hashtagConditions(reference: BoundReference, scope: ConstantScope): HashtagCondition[] {
  const { select, node } = reference;
  if (!whereApplies(select, node)) return [];
  const isColumn = columnTest(select, node, 'hashtags');
  return conjuncts(select.where_clause).flatMap((condition) => {
    const asked = askedHashtags(condition, isColumn, scope);
    return asked === undefined || asked.anyOf.length === 0 || asked.anyOf.length > keyValuesMax
      ? []
      : [asked];
  });
}

function askedHashtags(
  condition: Expression,
  isColumn: (expression: Expression) => boolean,
  scope: ConstantScope,
): HashtagCondition | undefined {
  if (condition.class === 'SUBQUERY') return askedOfAny(condition, isColumn, scope);
  if (condition.class !== 'FUNCTION') return undefined;
  const name = condition.function_name.toLowerCase();
  const [list, asked, more] = condition.children;
  if (list === undefined || asked === undefined || more !== undefined || !isColumn(list)) return undefined;
  if (containsNames.has(name)) {
    const text = readText(asked, scope);
    return text === undefined ? undefined : { anyOf: [text], isExact: true };
  }
  const texts = listOfTexts(asked, scope);
  if (texts === undefined) return undefined;
  if (anyNames.has(name)) return { anyOf: texts, isExact: true };
  // Of all that are asked for, any one narrows.
  return allNames.has(name) ? { anyOf: texts.slice(0, 1), isExact: texts.length === 1 } : undefined;
}

/** `'x' = ANY(hashtags)`, which DuckDB parses as a subquery that unnests the list. */
function askedOfAny(
  condition: Extract<Expression, { class: 'SUBQUERY' }>,
  isColumn: (expression: Expression) => boolean,
  scope: ConstantScope,
): HashtagCondition | undefined {
  const { subquery_type: type, comparison_type: comparison, child, subquery } = condition;
  const { node } = subquery;
  if (type !== 'ANY' || comparison !== 'COMPARE_EQUAL' || child === null || node.type !== 'SELECT_NODE')
    return undefined;
  const [item, more] = node.select_list;
  if (node.from_table.type !== 'EMPTY' || node.where_clause !== null || more !== undefined) return undefined;
  if (item?.class !== 'FUNCTION' || item.function_name !== 'unnest') return undefined;
  const [list] = item.children;
  const text = readText(child, scope);
  return list !== undefined && isColumn(list) && text !== undefined
    ? { anyOf: [text], isExact: true }
    : undefined;
}

function listOfTexts(expression: Expression, scope: ConstantScope): string[] | undefined {
  if (expression.class === 'PARAMETER') return undefined;
  const isList =
    (expression.class === 'FUNCTION' && expression.function_name === 'list_value') ||
    (expression.class === 'OPERATOR' && expression.type === 'ARRAY_CONSTRUCTOR');
  if (!isList) return undefined;
  const texts = expression.children.map((child) => readText(child, scope));
  return texts.some((text) => text === undefined) ? undefined : (texts as string[]);
}
