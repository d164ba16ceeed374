import { sqlString, sqlWordOfResult } from '@sdq/duckdb/sql';
import type {
  CaseExpression,
  CastExpression,
  ConstantValue,
  Expression,
  FunctionExpression,
  LogicalType,
  OperatorExpression,
} from '../syntax/ast.ts';
import { readWhole } from './constants/instants.ts';
import { operatorOf } from './constants/operators.ts';

/** Types as DuckDB writes them in a name: those that are no keywords of its grammar are quoted. */
const castTypes: Readonly<Record<string, string>> = {
  DATE: '"DATE"',
  DOUBLE: '"DOUBLE"',
  HUGEINT: '"HUGEINT"',
  UBIGINT: '"UBIGINT"',
  BOOLEAN: 'BOOLEAN',
  SMALLINT: 'SMALLINT',
  FLOAT: 'FLOAT',
  TIME: 'TIME',
  BIGINT: 'BIGINT',
  INTEGER: 'INTEGER',
  INTERVAL: 'INTERVAL',
  TIMESTAMP: 'TIMESTAMP',
  VARCHAR: 'VARCHAR',
};
const binaryOperators = new Set(['+', '-', '*', '/', '//', '%', '||', '**', '^', '~~', '!~~', '~~*', '!~~*']);

/**
 * The name that DuckDB gives a result column without an alias: its expression, written out again. Undefined for
 * expressions whose text is not known here. Reviewed for DuckDB 1.5.6.
 */
export function resultName(expression: Expression): string | undefined {
  switch (expression.class) {
    case 'COLUMN_REF':
      return all(expression.column_names.map(identifier), '.');
    case 'CONSTANT':
      return nameOfConstant(expression.value);
    case 'CASE':
      return nameOfCase(expression);
    case 'CAST': {
      const type = nameOfType(expression.cast_type);
      const child = resultName(expression.child);
      return type === undefined || child === undefined
        ? undefined
        : `${expression.try_cast ? 'TRY_' : ''}CAST(${child} AS ${type})`;
    }
    case 'COMPARISON': {
      const operator = operatorOf(expression.type);
      return binary(expression.left, operator === '<>' ? '!=' : operator, expression.right);
    }
    case 'BETWEEN': {
      const parts = [expression.input, expression.lower, expression.upper].map(resultName);
      return parts.includes(undefined) ? undefined : `(${parts[0]} BETWEEN ${parts[1]} AND ${parts[2]})`;
    }
    case 'CONJUNCTION': {
      const word = expression.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR ';
      return within('(', all(expression.children.map(resultName), word), ')');
    }
    case 'OPERATOR':
      return nameOfOperator(expression);
    case 'FUNCTION':
      return nameOfCall(expression);
    default:
      return undefined;
  }
}

function nameOfConstant({ is_null, type, value }: ConstantValue): string | undefined {
  if (is_null) return type.id === 'NULL' ? 'NULL' : undefined;
  if (type.id === 'VARCHAR' && typeof value === 'string') return sqlString(value);
  if (typeof value !== 'number') return undefined;
  // Of numbers in doubles, DuckDB writes very small and large ones with an exponent.
  if (type.id === 'DOUBLE')
    return Number.isSafeInteger(value) && Math.abs(value) < 1e9 ? `${value}.0` : undefined;
  if (!Number.isSafeInteger(value)) return undefined;
  if (type.id === 'DECIMAL') return decimal(value, type.type_info?.scale);
  return type.id === 'INTEGER' || type.id === 'BIGINT' ? String(value) : undefined;
}

function decimal(value: number, scale: unknown): string | undefined {
  if (typeof scale !== 'number' || scale < 1) return undefined;
  const digits = String(Math.abs(value)).padStart(scale + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function nameOfType({ id, type_info }: LogicalType): string | undefined {
  return id === 'DECIMAL' && typeof type_info?.width === 'number' && typeof type_info.scale === 'number'
    ? `DECIMAL(${type_info.width}, ${type_info.scale})`
    : castTypes[id];
}

function nameOfCase({ case_checks, else_expr }: CaseExpression): string | undefined {
  const checks = case_checks.map(({ when_expr, then_expr }) => {
    const [when, then] = [resultName(when_expr), resultName(then_expr)];
    return when === undefined || then === undefined ? undefined : ` WHEN (${when}) THEN (${then})`;
  });
  const otherwise = else_expr === null ? undefined : resultName(else_expr);
  return within('CASE ', all(checks, ''), within(' ELSE ', otherwise, ' END'));
}

function nameOfOperator({ type, children }: OperatorExpression): string | undefined {
  const [first, ...others] = children.map(resultName);
  const list = all(others, ', ');
  if (first === undefined || list === undefined) return undefined;
  switch (type) {
    case 'OPERATOR_COALESCE':
      return `COALESCE(${[first, ...others].join(', ')})`;
    case 'COMPARE_IN':
      return `(${first} IN (${list}))`;
    case 'COMPARE_NOT_IN':
      return `(${first} NOT IN (${list}))`;
    case 'OPERATOR_NOT':
      return `(NOT ${first})`;
    case 'OPERATOR_IS_NULL':
      return `(${first} IS NULL)`;
    case 'OPERATOR_IS_NOT_NULL':
      return `(${first} IS NOT NULL)`;
    default:
      return undefined;
  }
}

function nameOfCall(call: FunctionExpression): string | undefined {
  const { function_name: name, children, schema } = call;
  const filter = call.filter === null ? '' : within(' FILTER (WHERE ', resultName(call.filter), ')');
  if (filter === undefined || call.order_bys.orders.length > 0 || call.catalog !== '') return undefined;
  const [left, right, more] = children;
  if (call.is_operator) {
    if (name === '-' && right === undefined) return within('-(', all(children.map(resultName), ', '), ')');
    const isBinary =
      binaryOperators.has(name) && left !== undefined && right !== undefined && more === undefined;
    return isBinary ? binary(left, name, right) : undefined;
  }
  if (/^to_[a-z]+$/.test(name) && left?.class === 'CAST') return nameOfInterval(name, left);
  const named = identifier(name);
  const list = all(children.map(resultName), ', ');
  if (named === undefined || list === undefined || (schema !== '' && schema !== 'main')) return undefined;
  return `${schema === '' ? '' : `${schema}.`}${named}(${call.distinct ? 'DISTINCT ' : ''}${list})${filter}`;
}

/** `INTERVAL 7 DAY`, of which the parser makes a call with casts whose types are keywords. */
function nameOfInterval(name: string, cast: CastExpression): string | undefined {
  const whole = readWhole(cast);
  if (whole === undefined || whole < 0n) return undefined;
  const double = `CAST(${whole} AS DOUBLE)`;
  return cast.child.class === 'CONSTANT'
    ? `${name}(${double})`
    : `${name}(CAST(trunc(${double}) AS ${cast.cast_type.id}))`;
}

function binary(left: Expression, operator: string | undefined, right: Expression): string | undefined {
  const [first, second] = [resultName(left), resultName(right)];
  return operator === undefined || first === undefined || second === undefined
    ? undefined
    : `(${first} ${operator} ${second})`;
}

function within(before: string, text: string | undefined, after: string | undefined): string | undefined {
  return text === undefined || after === undefined ? undefined : `${before}${text}${after}`;
}

function all(parts: readonly (string | undefined)[], between: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(between);
}

/** As DuckDB writes a name; undefined for one with other letters, which it quotes by rules that are not imitated here. */
function identifier(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!/^[a-z_][a-z0-9_]*$/.test(lower)) return undefined;
  return sqlWordOfResult(lower) === lower ? name : name === lower ? sqlWordOfResult(name) : undefined;
}
