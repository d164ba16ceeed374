import type { Expression, FunctionExpression } from './ast.ts';

/** The place of an expression that is not written in a text. */
const nowhere = -1;

/** A column by its name, or by those of its table and its own. */
export function columnRef(...names: readonly string[]): Expression {
  return {
    ...{ class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', query_location: nowhere },
    column_names: [...names],
  };
}

/** A plain call of a function. */
export function functionCall(name: string, children: readonly Expression[]): FunctionExpression {
  return {
    ...{ class: 'FUNCTION', type: 'FUNCTION', alias: '', query_location: nowhere },
    ...{ function_name: name, schema: '', children: [...children], filter: null },
    order_bys: { type: 'ORDER_MODIFIER', orders: [] },
    ...{ distinct: false, is_operator: false, export_state: false, catalog: '' },
  };
}

/** Equal for equal expressions, wherever they stand and whatever they are called. */
export function expressionKey(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) =>
    key === 'query_location' || key === 'alias' ? undefined : value,
  );
}

/** Conditions joined by AND; null for none. */
export function conjunction(conditions: readonly Expression[]): Expression | null {
  const [only = null, another] = conditions;
  if (another === undefined) return only;
  return {
    ...{ class: 'CONJUNCTION', type: 'CONJUNCTION_AND', alias: '', query_location: nowhere },
    children: [...conditions],
  };
}

/** The conditions that AND joins in a clause; none for a clause that is missing. */
export function conjunctsOf(condition: Expression | null): readonly Expression[] {
  if (condition === null) return [];
  return condition.class === 'CONJUNCTION' && condition.type === 'CONJUNCTION_AND'
    ? condition.children
    : [condition];
}
