import type { Expression } from '../../syntax/ast.ts';
import { selectOfElements } from '../../syntax/plain-select.ts';
import { type ConstantScope, readText } from '../constants/instants.ts';
import type { ColumnMeant } from './column-meant.ts';
import { conjuncts, type Filter, type TagTest } from './filter.ts';
import { keyValuesMax } from './key-values.ts';

const containsNames = new Set(['list_contains', 'list_has', 'array_contains', 'array_has', 'contains']);
const anyNames = new Set(['list_has_any', 'array_has_any', '&&']);
const allNames = new Set(['list_has_all', 'array_has_all', '@>']);

/** The conjuncts that test a list of tags for a limited number of them. */
export function tagTests(filter: Filter, column: string): TagTest[] {
  return conjuncts(filter).filter(
    (test): test is TagTest =>
      test.kind === 'tags' &&
      test.column === column &&
      test.anyOf.length > 0 &&
      test.anyOf.length <= keyValuesMax,
  );
}

/**
 * Reads `list_contains(tags, 'x')` and its other names, `'x' = ANY(tags)`, `list_has_any(tags, ['x', 'y'])`,
 * `list_has_all(tags, ['x', 'y'])`, which is a test for each of them; undefined for another condition.
 */
export function readTagTest(
  condition: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): Filter | undefined {
  if (condition.class === 'SUBQUERY') return readAny(condition, column, scope);
  if (condition.class !== 'FUNCTION') return undefined;
  const name = condition.function_name.toLowerCase();
  const [list, asked, more] = condition.children;
  if (list === undefined || asked === undefined || more !== undefined) return undefined;
  const tags = tagsColumn(list, column);
  if (tags === undefined) return undefined;
  if (containsNames.has(name)) {
    const text = readText(asked, scope);
    // With `contains`, which DuckDB also makes of IN, every list contains the empty text; with the other names it
    // does not.
    if (text === undefined || (name === 'contains' && text === '')) return undefined;
    return { kind: 'tags', column: tags, anyOf: [text], isExact: true };
  }
  const texts = listOfTexts(asked, scope);
  if (texts === undefined) return undefined;
  if (anyNames.has(name)) return { kind: 'tags', column: tags, anyOf: texts, isExact: true };
  if (!allNames.has(name)) return undefined;
  const required = [...new Set(texts)];
  if (required.length < 2)
    return { kind: 'tags', column: tags, anyOf: required, isExact: required.length === 1 };
  return {
    kind: 'and',
    children: required.map((text) => ({ kind: 'tags', column: tags, anyOf: [text], isExact: false })),
  };
}

/** `'x' = ANY(tags)`, which DuckDB parses as a subquery that unnests the list. */
function readAny(
  condition: Extract<Expression, { class: 'SUBQUERY' }>,
  column: ColumnMeant,
  scope: ConstantScope,
): TagTest | undefined {
  const { subquery_type: type, comparison_type: comparison, child, subquery } = condition;
  if (type !== 'ANY' || comparison !== 'COMPARE_EQUAL' || child === null) return undefined;
  const elements = selectOfElements(subquery.node);
  const tags = elements && tagsColumn(elements.list, column);
  const text = readText(child, scope);
  return tags === undefined || text === undefined
    ? undefined
    : { kind: 'tags', column: tags, anyOf: [text], isExact: true };
}

function tagsColumn(expression: Expression, column: ColumnMeant): string | undefined {
  const meant = column(expression);
  return meant?.role === 'tags' ? meant.name : undefined;
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
