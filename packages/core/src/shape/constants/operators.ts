/** How two values are compared. */
export type Operator = '=' | '<' | '<=' | '>' | '>=' | '<>' | 'IS DISTINCT FROM' | 'IS NOT DISTINCT FROM';

const operators: Readonly<Record<string, Operator>> = {
  COMPARE_EQUAL: '=',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_DISTINCT_FROM: 'IS DISTINCT FROM',
  COMPARE_NOT_DISTINCT_FROM: 'IS NOT DISTINCT FROM',
};

const mirrors: Readonly<Partial<Record<Operator, Operator>>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** The operators that hold where these do not. */
export const negations: Readonly<Record<Operator, Operator>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  'IS DISTINCT FROM': 'IS NOT DISTINCT FROM',
  'IS NOT DISTINCT FROM': 'IS DISTINCT FROM',
};

/** The operator of a comparison node; undefined for any other type. */
export function operatorOf(type: string): Operator | undefined {
  return operators[type];
}

/** The equivalent operator with its sides swapped. */
export function mirrored(operator: Operator): Operator {
  return mirrors[operator] ?? operator;
}
