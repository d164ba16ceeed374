import type { Expression } from '../syntax/ast.ts';

/** A short description of an expression for display: enough to find it in the query. */
export function describeExpression(expression: Expression): string {
  switch (expression.class) {
    case 'COLUMN_REF':
      return expression.column_names.join('.');
    case 'STAR':
      return '*';
    case 'SUBQUERY':
      return 'a subquery';
    case 'LAMBDA':
      return 'a lambda';
    case 'CAST':
      return `${describeExpression(expression.child)}::${expression.cast_type.id}`;
    case 'CONSTANT':
      return expression.value.is_null ? 'NULL' : String(expression.value.value);
    case 'COMPARISON':
      return `a comparison of ${describeExpression(expression.left)} with ${describeExpression(expression.right)}`;
    case 'BETWEEN':
      return `a comparison of ${describeExpression(expression.input)}`;
    case 'FUNCTION':
    case 'WINDOW':
      return `${expression.function_name}(${expression.children.map(describeExpression).join(', ')})`;
    default:
      return 'an expression';
  }
}
