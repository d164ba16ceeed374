import type { SqlParameters } from '@sdq/contract';
import type { Expression, FunctionExpression } from '../../syntax/ast.ts';
import { families } from './ast-shape.ts';
import { knownValue } from './constant.ts';
import { seriesLength } from './series.ts';

/** Functions whose result is as large as one of their arguments says: the index of that argument. */
const sizeArgument: Readonly<Record<string, number>> = {
  repeat: 1,
  lpad: 1,
  rpad: 1,
  list_resize: 1,
  array_resize: 1,
};

/** How many times larger than its arguments the result of one call is, as far as its constants determine it. */
function factorOf(call: FunctionExpression, parameters: SqlParameters): number {
  const name = call.function_name.toLowerCase();
  if (name === 'list_value') return Math.max(1, call.children.length);
  if (name === 'range' || name === 'generate_series') {
    return Math.max(1, seriesLength(call.children, parameters) ?? 1);
  }
  const index = sizeArgument[name];
  const size = index === undefined ? 1 : knownValue(call.children[index], parameters);
  return typeof size === 'number' ? Math.max(1, size) : 1;
}

/** Child expressions of an expression, whatever its class. */
export function childrenOf(expression: Expression): Expression[] {
  const shape = families.expression.kinds[expression.class] ?? {};
  const node = expression as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(shape).flatMap(([key, slot]): Expression[] => {
    const value = node[key];
    if (slot === 'one expression' || (slot === 'maybe expression' && value)) return [value as Expression];
    if (slot === 'list expression') return value as Expression[];
    if (slot !== 'list caseCheck') return [];
    const checks = value as { when_expr: Expression; then_expr: Expression }[];
    return checks.flatMap((check) => [check.when_expr, check.then_expr]);
  });
}

/**
 * Size of the value an expression makes, in units of what it reads. Nested calls multiply: `repeat(repeat(…, 100),
 * 100)` is 10,000. The body of a lambda counts once for each element of its list. Subqueries count as 1.
 */
export function growthOf(expression: Expression, parameters: SqlParameters): number {
  if (expression.class !== 'FUNCTION') {
    return Math.max(1, ...childrenOf(expression).map((child) => growthOf(child, parameters)));
  }
  let read = 1;
  let body = 1;
  for (const child of expression.children) {
    if (child.class === 'LAMBDA') body = Math.max(body, growthOf(child.expr, parameters));
    else read = Math.max(read, growthOf(child, parameters));
  }
  return factorOf(expression, parameters) * read * body;
}
