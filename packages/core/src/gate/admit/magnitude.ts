import type { SqlParameters } from '@sdq/contract';
import type { Expression } from '../../syntax/ast.ts';
import { type Known, knownValue } from './constant.ts';
import { childrenOf, growthOf } from './growth.ts';

/** What functions return at most, whatever their arguments are. */
const largest: Readonly<Record<string, number>> = {
  sign: 1,
  month: 12,
  quarter: 4,
  day: 31,
  dayofmonth: 31,
  days_in_month: 31,
  hour: 23,
  minute: 59,
  second: 59,
  week: 53,
  weekofyear: 53,
  dayofweek: 7,
  weekday: 7,
  isodow: 7,
  dayofyear: 366,
  ascii: 1_114_111,
  unicode: 1_114_111,
  ord: 1_114_111,
  bit_count: 128,
};

/** Functions that return a number of characters, elements or bits of their argument, or a position in it. */
const lengths = new Set(
  `length len strlen char_length character_length octet_length bit_length length_grapheme array_length cardinality
  list_unique array_unique json_array_length instr strpos position list_position list_indexof array_position
  array_indexof list_count`.split(/\s+/),
);
/** Functions whose result is between their arguments, or at most as far from zero as one of them. */
const among = new Set('greatest least abs round trunc ceil ceiling floor mod % coalesce nullif'.split(' '));

function sizeOf(value: Known): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'number' ? 40 : 10;
}

/** Characters and elements of all constants in an expression. */
function sizeOfConstants(expression: Expression, parameters: SqlParameters): number {
  if (expression.class === 'CONSTANT' || expression.class === 'PARAMETER') {
    return sizeOf(knownValue(expression, parameters));
  }
  return childrenOf(expression).reduce((sum, child) => sum + 1 + sizeOfConstants(child, parameters), 0);
}

/** Length of a text or list that an expression over constants makes, at most. */
function lengthOf(expression: Expression, parameters: SqlParameters): number {
  return 8 * sizeOfConstants(expression, parameters) * growthOf(expression, parameters);
}

/**
 * How far from zero the number can be that an expression over constants makes; undefined when only DuckDB could tell.
 * It does not compute the number.
 */
export function magnitudeOf(expression: Expression, parameters: SqlParameters): number | undefined {
  const value = knownValue(expression, parameters);
  if (value !== undefined) {
    const isWord = typeof value === 'string' || typeof value === 'boolean';
    const number = isWord ? Number(value) : (value ?? 0);
    return typeof number === 'number' && !Number.isNaN(number) ? Math.abs(number) : undefined;
  }
  const of = (child: Expression) => magnitudeOf(child, parameters);
  const furthest = (children: readonly Expression[]): number | undefined => {
    const all = children.map(of);
    return all.includes(undefined) ? undefined : Math.max(0, ...(all as number[]));
  };
  switch (expression.class) {
    case 'CAST':
      return of(expression.child);
    case 'CASE': {
      const others = expression.else_expr === null ? [] : [expression.else_expr];
      return furthest([...expression.case_checks.map(({ then_expr: result }) => result), ...others]);
    }
    case 'OPERATOR':
      return expression.type === 'OPERATOR_COALESCE' || expression.type === 'OPERATOR_NULLIF'
        ? furthest(expression.children)
        : undefined;
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      const [first, second] = expression.children;
      if (largest[name] !== undefined) return largest[name];
      if (first === undefined) return undefined;
      if (lengths.has(name)) return lengthOf(first, parameters);
      if (among.has(name)) return furthest(expression.children);
      const [left, right] = [of(first), second === undefined ? 0 : of(second)];
      if (left === undefined || right === undefined) return undefined;
      if (name === '+' || name === '-' || name === 'add' || name === 'subtract') return left + right;
      if (name === '*' || name === 'multiply') return left * right;
      return name === '//' ? left : undefined;
    }
    default:
      return undefined;
  }
}
