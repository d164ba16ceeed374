import type { Expression } from '../../syntax/ast.ts';
import { noParameters, readText, readWhole } from '../constants/instants.ts';
import type { ColumnName } from './group-test.ts';

/** What a condition asks of one column, where NULL is not true. */
export interface ColumnTest {
  readonly column: string;
  readonly is: 'NULL' | 'known' | 'true' | 'false' | 'empty';
}

/** `x`, `NOT x`, `x IS NULL`, `x IS NOT NULL`, `x = ''`, `len(x) = 0`; undefined for any other condition. */
export function columnTest(condition: Expression, columnName: ColumnName): ColumnTest | undefined {
  const column = columnName(condition);
  if (column !== undefined) return { column, is: 'true' };
  const testOf = (name: string | undefined, is: ColumnTest['is']) =>
    name === undefined ? undefined : { column: name, is };
  if (condition.class === 'OPERATOR') {
    const [operand, more] = condition.children;
    const name = operand === undefined || more !== undefined ? undefined : columnName(operand);
    const is = unary[condition.type];
    return is && testOf(name, is);
  }
  if (condition.class !== 'COMPARISON' || condition.type !== 'COMPARE_EQUAL') return undefined;
  for (const [side, other] of [
    [condition.left, condition.right],
    [condition.right, condition.left],
  ] as const) {
    if (readText(other, noParameters) === '') return testOf(columnName(side), 'empty');
    if (readWhole(other) === 0n) return testOf(measuredBy(side, columnName), 'empty');
  }
  return undefined;
}

const unary: Readonly<Record<string, ColumnTest['is'] | undefined>> = {
  OPERATOR_IS_NULL: 'NULL',
  OPERATOR_IS_NOT_NULL: 'known',
  OPERATOR_NOT: 'false',
};

const lengths = new Set(['length', 'len']);

/** The column whose length, in characters or members, an expression is. */
export function measuredBy(expression: Expression, columnName: ColumnName): string | undefined {
  if (expression.class !== 'FUNCTION' || !lengths.has(expression.function_name.toLowerCase()))
    return undefined;
  if (expression.schema !== '' && expression.schema !== 'main') return undefined;
  const [argument, more] = expression.children;
  return argument === undefined || more !== undefined ? undefined : columnName(argument);
}
